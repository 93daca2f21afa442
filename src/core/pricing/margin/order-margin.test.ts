import { expect, test } from 'vitest'
import { affordableSteps, filledAccount, orderMargin } from './order-margin.ts'

test('an order that amends another takes its place: both are never charged together', () => {
  const leg = {
    symbol: 'BTC-USD-PERPETUAL',
    base: 'BTC',
    kind: 'linear',
    strike: undefined,
    ratio: 1,
    mark: 100_000,
  } as const
  const order = { id: 'first', side: 'buy', quantity: 1, price: 100_000, legs: [leg] } as const
  const account = { holdings: [], orders: [order], collateral: 100_000, indexOf: () => 100_000 }
  const amended = { ...order, id: undefined, quantity: 3, replaces: 'first' }
  // 30 % of the index a coin: 30,000.
  expect(orderMargin(account, amended)).toMatchObject({
    before: { available: 70_000 },
    working: { available: 10_000 },
    filled: { available: 10_000 },
    passes: true,
  })
  expect(orderMargin(account, { ...amended, quantity: 4 })?.passes).toBe(false)
  expect(affordableSteps(account, amended, 1, 10)).toBe(3)
  expect(filledAccount(account, amended).orders).toEqual([])
})
