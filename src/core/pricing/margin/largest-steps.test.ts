import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MarginAccount } from './order-margin.ts'
import { affordableSteps, orderMargin } from './order-margin.ts'

const strikes = [80_000, 90_000, 100_000, 110_000, 120_000]
const holding = fc
  .tuple(fc.constantFrom(...strikes), fc.constantFrom('call', 'put', 'linear'), fc.integer({ min: -20, max: 20 }))
  .map(([strike, kind, size]) => ({
    symbol: `BTC ${strike} ${kind}`,
    base: 'BTC',
    kind,
    strike: kind === 'linear' ? undefined : strike,
    size: size / 2,
    mark: kind === 'linear' ? 100_000 : 3_000,
    upnl: 0,
  }))
const leg = fc
  .tuple(fc.constantFrom(...strikes), fc.constantFrom('call', 'put', 'linear'), fc.constantFrom(-2, -1, 1, 2))
  .map(([strike, kind, ratio]) => ({
    symbol: `BTC ${strike} ${kind}`,
    base: 'BTC',
    kind,
    strike: kind === 'linear' ? undefined : strike,
    ratio,
    mark: kind === 'linear' ? 100_000 : 3_000,
  }))

test('the largest size that is taken is that of brute force over all sizes, also where the order reduces the risk', () => {
  fc.assert(
    fc.property(
      fc.array(holding, { maxLength: 6 }),
      fc.uniqueArray(leg, { minLength: 1, maxLength: 3, selector: each => each.symbol }),
      fc.constantFrom('buy', 'sell'),
      fc.integer({ min: -20_000, max: 400_000 }),
      fc.integer({ min: -8, max: 8 }),
      (holdings, legs, side, collateral, price) => {
        const account: MarginAccount = { holdings, orders: [], collateral, indexOf: () => 100_000 }
        const order = { side, price: price * 1_000, quantity: 0, legs }
        const passes = (steps: number) => orderMargin(account, { ...order, quantity: steps * 0.5 })?.passes === true
        let most = 60
        while (most > 0 && !passes(most)) most -= 1
        expect(affordableSteps(account, order, 0.5, 60)).toBe(most)
      },
    ),
    { numRuns: 300 },
  )
})
