import fc from 'fast-check'
import { expect, test } from 'vitest'
import { add, cmp, dec, mul, zero } from '../../domain/decimal.ts'
import type { MarginAccount } from '../margin/order-margin.ts'
import {
  boundAtMost,
  largestWithin,
  losesAtMost,
  type SizeLimit,
  stressedAtWorst,
  takesAtMost,
} from './size-from-risk.ts'

const size = { step: dec('0.1'), least: dec('0.2'), most: dec('40') }

const account: MarginAccount = {
  holdings: [
    { symbol: 'BTC-USD-PERPETUAL', base: 'BTC', kind: 'linear', strike: undefined, size: -1, mark: 100_000, upnl: 0 },
  ],
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
    fc.array(fc.double({ min: -90_000, max: 5_000, noNaN: true }), { minLength: 9, maxLength: 9 }),
    fc.array(fc.double({ min: -5_000, max: 5_000, noNaN: true }), { minLength: 9, maxLength: 9 }),
    fc.double({ min: -60_000, max: -1, noNaN: true }),
  ),
  margin: fc.tuple(fc.constantFrom(1, -1, 2), fc.double({ min: 0.1, max: 1, noNaN: true })),
  depth: fc.tuple(fc.constantFrom(1, -2, 3), fc.integer({ min: 0, max: 90 }), fc.constantFrom('0.5', '1')),
})

function bruteForce(all: readonly SizeLimit<string>[]): string {
  for (let steps = 400; steps >= 2; steps -= 1) {
    const quantity = mul(size.step, dec(steps))
    if (all.every(each => each.excess(quantity) <= 0)) return quantity
  }
  return '0'
}

test('the size is that of brute force over all sizes, also where an order reduces what the portfolio risks, and one step more breaks the limit that decides', () => {
  fc.assert(
    fc.property(limits, ({ loss, stress, margin, depth }) => {
      const all = [
        { name: 'loss', excess: losesAtMost(...loss) },
        {
          name: 'stress',
          excess: stressedAtWorst(Float64Array.from(stress[0]), Float64Array.from(stress[1]), stress[2]),
        },
        { name: 'margin', excess: boundAtMost(account, bought(margin[0]), margin[1]) },
        { name: 'depth', excess: takesAtMost([{ ratio: depth[0], quoted: dec(depth[1]) }], dec(depth[2])) },
      ]
      for (const some of [all, ...all.map(each => [each])]) {
        const { size: found, decides } = largestWithin(size, some)
        expect(found).toBe(bruteForce(some))
        if (decides === 'most' || cmp(found, zero) === 0) continue
        expect(some.find(each => each.name === decides)?.excess(add(found, size.step))).toBeGreaterThan(0)
      }
    }),
    { numRuns: 200 },
  )
})

test('an order that brings the portfolio back within a limit has a size, though the least of it does not', () => {
  const excess = stressedAtWorst(Float64Array.of(-10_000, 0), Float64Array.of(1_000, -1_000), -6_000)
  expect(excess(dec('0.2'))).toBeGreaterThan(0)
  expect(largestWithin(size, [{ name: 'stress', excess }])).toEqual({ size: '6', decides: 'stress' })
})

test('a loss without end keeps no limit, and a loss of nothing keeps all', () => {
  expect(largestWithin(size, [{ name: 'loss', excess: losesAtMost('unlimited', 1e9) }])).toEqual({
    size: '0',
    decides: 'loss',
  })
  expect(largestWithin(size, [{ name: 'loss', excess: losesAtMost(0, 1) }])).toEqual({ size: '40', decides: 'most' })
})

test('half of 1.5 quoted at a ratio of two admits 0.3, to the step', () => {
  const excess = takesAtMost([{ ratio: -2, quoted: dec('1.5') }], dec('0.5'))
  expect(largestWithin(size, [{ name: 'depth', excess }])).toEqual({ size: '0.3', decides: 'depth' })
})
