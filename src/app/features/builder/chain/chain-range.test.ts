// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { dec } from '../../../../core/domain/decimal.ts'
import { call, lookup } from '../../../../testing/universe.fixture.ts'
import { deviationRange, strikesWithin } from './chain-range.ts'

const strikes = Array.from({ length: 60 }, (_, index) => ({
  strike: dec(String(50 + index)),
  call: undefined,
  put: undefined,
}))
const unused = () => false

test('the range is two and a half deviations either side of the forward, and unknown without a volatility', () => {
  const forward = { price: 100, source: { kind: 'typed', atMs: 0, market: undefined } } as const
  const range = deviationRange({ forward, atmVolatility: 0.2, years: 0.25 })
  expect([range?.low.toFixed(1), range?.high.toFixed(1)]).toEqual(['77.9', '128.4'])
  expect(deviationRange(undefined)).toBeUndefined()
})

test('strikes within it are shown, however near the expiry at least eight on either side of the forward, and none in use is left out', () => {
  expect(strikesWithin(strikes, { low: 70, high: 90 }, unused)).toEqual([20, 41])
  const [from, to] = strikesWithin(strikes, { low: 79.9, high: 80.1 }, unused)
  expect(to - from).toBeGreaterThanOrEqual(16)
  const held = strikes.map((each, index) => (index === 2 ? { ...each, call: lookup.bySymbol(call(100)) } : each))
  expect(strikesWithin(held, { low: 70, high: 90 }, symbol => symbol === call(100))).toEqual([2, 41])
})
