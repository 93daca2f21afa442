import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, cmp, dec, isMultipleOf, zero } from '../../domain/decimal.ts'
import type { MarginAccount } from '../margin/order-margin.ts'
import { boundAtMost, largestWithin, losesAtMost, stressedAtWorst, takesAtMost } from './size-from-risk.ts'

const size = { step: dec('0.1'), least: dec('0.2'), most: dec('40') }

const account: MarginAccount = {
  holdings: [{ symbol: 'BTC-USD-PERPETUAL', base: 'BTC', kind: 'linear', strike: undefined, size: -1, mark: 100_000, upnl: 0 }],
  orders: [],
  collateral: 400_000,
  indexOf: () => 100_000,
}
const bought = (ratio: number) => ({
  side: 'buy' as const,
  price: 4_000,
  legs: [{ symbol: 'BTC-20261225-100000C', base: 'BTC', kind: 'call' as const, strike: 100_000, ratio, mark: 4_000 }],
})

const limits = fc.record({
  loss: fc.tuple(fc.double({ min: -9_000, max: 500, noNaN: true }), fc.double({ min: 10, max: 90_000, noNaN: true })),
  stress: fc.tuple(
    fc.array(fc.double({ min: -5_000, max: 5_000, noNaN: true }), { minLength: 9, maxLength: 9 }),
    fc.array(fc.double({ min: -5_000, max: 5_000, noNaN: true }), { minLength: 9, maxLength: 9 }),
    fc.double({ min: -60_000, max: -1, noNaN: true }),
  ),
  margin: fc.tuple(fc.constantFrom(1, -1, 2), fc.double({ min: 0.1, max: 1, noNaN: true })),
  depth: fc.tuple(fc.constantFrom(1, -2, 3), fc.integer({ min: 0, max: 90 }), fc.constantFrom('0.5', '1')),
})

test('the size keeps every limit, and one step more breaks the one that decides', () => {
  fc.assert(
    fc.property(limits, ({ loss, stress, margin, depth }) => {
      const all = [
        { name: 'loss', holds: losesAtMost(...loss) },
        { name: 'stress', holds: stressedAtWorst(Float64Array.from(stress[0]), Float64Array.from(stress[1]), stress[2]) },
        { name: 'margin', holds: boundAtMost(account, bought(margin[0]), margin[1]) },
        { name: 'depth', holds: takesAtMost([{ ratio: depth[0], quoted: dec(depth[1]) }], dec(depth[2])) },
      ]
      const { size: found, decides } = largestWithin(size, all)
      if (decides === 'most') {
        expect(found).toBe('40')
        return
      }
      const deciding = all.find(each => each.name === decides)
      if (cmp(found, zero) === 0) {
        expect(deciding?.holds(size.least)).toBe(false)
        return
      }
      expect(isMultipleOf(found, size.step)).toBe(true)
      for (const each of all) expect(each.holds(found)).toBe(true)
      expect(deciding?.holds(add(found, size.step))).toBe(false)
    }),
    { numRuns: 400 },
  )
})

test('a loss without end keeps no limit, and a loss of nothing keeps all', () => {
  expect(largestWithin(size, [{ name: 'loss', holds: losesAtMost('unlimited', 1e9) }])).toEqual({ size: '0', decides: 'loss' })
  expect(largestWithin(size, [{ name: 'loss', holds: losesAtMost(0, 1) }])).toEqual({ size: '40', decides: 'most' })
})

test('half of 1.5 quoted at a ratio of two admits 0.3, to the step', () => {
  const holds = takesAtMost([{ ratio: -2, quoted: dec('1.5') }], dec('0.5'))
  expect(largestWithin(size, [{ name: 'depth', holds }])).toEqual({ size: '0.3', decides: 'depth' })
})
