import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { asMeant, readReviewContext, wasTurned } from './review-context.ts'

const legs = [
  { symbol: 'A', ratio: 1 },
  { symbol: 'B', ratio: -1 },
]
const order = { market_id: '0', side: 'sell', type: 'LIMIT', time_in_force: 'IOC', quantity: dec('2'), price: dec('-60'), legs }
const meant = { side: 'buy', quantity: dec('1'), price: dec('120'), legs: legs.map(leg => ({ ...leg, ratio: leg.ratio * -2 })) }

describe('the context of a review', () => {
  it('tells the order in the trader’s own terms, and that the wire’s form differs', () => {
    const read = readReviewContext({ meant })
    expect(asMeant(order, read.meant)).toMatchObject({ side: 'buy', quantity: '1', price: '120', type: 'LIMIT' })
    expect(wasTurned(order, read.meant)).toBe(true)
  })

  it('leaves out what it does not understand', () => {
    const context = { facts: [{ term: 'a', value: 'b' }, { term: 1 }, 'x'], warnings: ['w', 3], meant: { ...meant, quantity: 'many' } }
    expect(readReviewContext(context)).toEqual({ facts: [{ term: 'a', value: 'b' }], warnings: ['w'], meant: undefined })
    expect(asMeant(order, undefined)).toBe(order)
  })

  it('tells a single order by its own terms', () => {
    const single = { ...order, legs: undefined, symbol: 'A' }
    expect(asMeant(single, readReviewContext({ meant }).meant)).toBe(single)
  })
})
