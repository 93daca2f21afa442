import { describe, expect, it } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { closingKey, isClosed } from './use-empty-when-closed.ts'
import { legsOf } from '../../../../testing/legs-of.ts'

const draft = { side: 'sell' as const, legs: legsOf({ C: 1, P: 1 }) }
const other = { symbol: 'X', size: dec('5') }

describe('a draft that closes', () => {
  it('is emptied once its position is closed, not before', () => {
    const key = closingKey(draft)
    expect(isClosed(key, draft, [other, { symbol: 'C', size: dec('10') }])).toBe(false)
    expect(isClosed(key, draft, [other])).toBe(true)
    expect(isClosed(key, draft, [other, { symbol: 'C', size: dec('0') }])).toBe(true)
  })

  it('stays while positions are not all known, and so does one that never closed anything', () => {
    expect(isClosed(closingKey(draft), draft, undefined)).toBe(false)
    expect(isClosed(undefined, draft, [])).toBe(false)
    expect(isClosed(closingKey({ ...draft, side: 'buy' as const }), draft, [])).toBe(false)
  })
})
