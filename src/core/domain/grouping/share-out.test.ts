import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, eq, sum } from '../decimal.ts'
import { shareOut } from './share-out.ts'

describe('an amount shared among parts', () => {
  it('shares are in proportion', () => {
    expect(shareOut(dec('10'), [dec('1'), dec('3')], dec('4'))).toEqual(['2.5', '7.5'])
    expect(shareOut(dec('-1.00'), [dec('-1'), dec('-1'), dec('-1')], dec('-3'))).toEqual([
      '-0.3333',
      '-0.3333',
      '-0.3334',
    ])
  })

  it('shares add up to the amount, to the last digit', () => {
    fc.assert(
      fc.property(
        fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 })),
        fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 6 }),
        ([units, digits], sizes) => {
          const total = dec((units / 10 ** digits).toFixed(digits))
          const parts = sizes.map(size => dec(size))
          expect(eq(sum(shareOut(total, parts, sum(parts))), total)).toBe(true)
        },
      ),
    )
  })
})
