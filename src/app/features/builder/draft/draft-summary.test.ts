import { describe, expect, it } from 'vitest'
import { type Draft, emptyDraft } from './draft.ts'
import { summarise } from './draft-summary.ts'
import { call, lookup, nowMs, put, quote } from '../../../../testing/universe.fixture.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const quotes = new Map([
  quote(call(100), '4000', '4100'),
  quote(call(110), '1000', '1050'),
  quote(put(90), undefined, '500', '450'),
])
const spread: Draft = { ...emptyDraft, legs: legsOf({ [call(100)]: 1, [call(110)]: -1 }), quantity: '10' }
const of = (draft: Draft) => summarise(draft, { lookup, quotes, nowMs })

describe('the summary of a draft', () => {
  it('prices the package at mids and at what it would cost to cross', () => {
    const { net } = of(spread)
    expect(net.mid).toEqual({ price: '3025', source: '2 mids' })
    expect(net.buyNatural?.price).toBe('3100')
    expect(net.sellNatural?.price).toBe('2950')
  })

  it('shows no price when one leg lacks its part: a last trade of an option, of which nothing says how old it is, is none', () => {
    const { net } = of({ ...spread, legs: [...spread.legs, { symbol: put(90), ratio: -1 }] })
    expect(net.buyNatural).toBeUndefined()
    expect(net.sellNatural?.price).toBe('2450')
    expect(net.mid).toBeUndefined()
  })
})
