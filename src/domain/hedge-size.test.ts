import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { abs, dec, isMultipleOf, lte, toNumber } from './decimal.ts'
import { hedgeSize } from './hedge-size.ts'

const rules = { quantity_step: dec('0.1'), minimum_quantity: dec('0.5'), maximum_quantity: dec('100') }

describe('the size that hedges a delta', () => {
  it('is the nearest step on the other side, and says what is left', () => {
    expect(hedgeSize(1.234, rules)).toEqual({ side: 'sell', quantity: '1.2', leaves: '0.034', bound: undefined })
    expect(hedgeSize(-7.77, rules)).toEqual({ side: 'buy', quantity: '7.8', leaves: '0.03', bound: undefined })
  })

  it('below the smallest order it is that or nothing, whichever leaves less', () => {
    expect(hedgeSize(0.3, rules)).toEqual({ side: 'sell', quantity: '0.5', leaves: '-0.2', bound: 'minimum' })
    expect(hedgeSize(0.2, rules)).toEqual({ side: 'sell', quantity: '0', leaves: '0.2', bound: 'minimum' })
    expect(hedgeSize(0, rules)?.bound).toBeUndefined()
  })

  it('above the largest order it is that', () => {
    expect(hedgeSize(-150.04, rules)).toEqual({ side: 'buy', quantity: '100', leaves: '-50.04', bound: 'maximum' })
  })

  it('never leaves more than half a step where the bounds let it, and is always a valid size', () => {
    fc.assert(
      fc.property(fc.double({ min: -99, max: 99, noNaN: true }), delta => {
        const hedge = hedgeSize(delta, rules)
        if (hedge === undefined) throw new Error('a number')
        expect(isMultipleOf(hedge.quantity, rules.quantity_step)).toBe(true)
        expect(lte(abs(hedge.leaves), dec(hedge.bound === undefined ? '0.05' : '0.25'))).toBe(true)
        expect(toNumber(hedge.leaves)).toBeCloseTo(delta + (hedge.side === 'sell' ? -1 : 1) * toNumber(hedge.quantity), 6)
      }),
    )
    expect(hedgeSize(Number.NaN, rules)).toBeUndefined()
  })
})
