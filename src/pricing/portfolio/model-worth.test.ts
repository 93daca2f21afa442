import { expect, test } from 'vitest'
import { decimalFromNumber, toNumber } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/listed-universe.ts'
import { yearMs } from '../../domain/time.ts'
import { call, listed, lookup, nearMs, nowMs, quote } from '../../testing/universe.fixture.ts'
import { blackPriceOf } from '../black.ts'
import { baseSurface } from '../market/base-surface.ts'
import { legQuote } from '../market/leg-quotes.ts'
import { midWithModel } from './model-worth.ts'

const universe: ListedUniverse = {
  ...listed,
  bases: () => ['BTC'],
  spot: base => lookup.bySymbol(`${base}-USD`),
  perpetual: base => lookup.bySymbol(`${base}-USD-PERPETUAL`),
}
const deviation = 0.6 * Math.sqrt((nearMs - nowMs) / yearMs)
const fair = (thousand: number): number => blackPriceOf(100_000, thousand * 1_000, deviation, true)
const price = (value: number): string => String(decimalFromNumber(value))
/** All calls but the one at 110,000 are quoted at one volatility. */
const quotes = new Map([
  quote('BTC-USD-PERPETUAL', '99990', '100010'),
  ...[90, 95, 100, 105].map(thousand => quote(call(thousand), price(fair(thousand) - 5), price(fair(thousand) + 5))),
])
const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })
const costOf = (...legs: readonly (readonly [symbol: string, ratio: number])[]) =>
  midWithModel(
    legs.map(([symbol, ratio]) => ({ symbol, ratio, quote: legQuote(quotes.get(symbol)) })),
    surface,
    nowMs,
  )

test('a leg that nobody quotes costs what the model makes of it, the others their mids, and the source says which', () => {
  const cost = costOf([call(100), 1], [call(110), -1])
  expect(cost?.source).toBe('mids, the model for BTC 25DEC26 110000 C')
  expect(cost === undefined ? undefined : toNumber(cost.price)).toBeCloseTo(fair(100) - fair(110), -1)
  expect(costOf([call(100), 1], [call(105), -1])?.source).toBe('mids')
})

test('what the model has no price of has none, nor has a leg that has expired', () => {
  expect(costOf([call(100), 1], ['GONE', -1])).toBeUndefined()
  expect(costOf([call(100), 1], [call(100, '20261120'), -1])).toBeUndefined()
})
