import { expect, test } from 'vitest'
import { dec, toNumber } from '../../domain/decimal.ts'
import { indexInstruments } from '../../domain/instrument-index.ts'
import { expiryOf, parseInstrumentName } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { SavedSample } from '../../domain/sample.ts'
import { dayMs, yearMs } from '../../domain/time.ts'
import { blackPrice } from '../../pricing/black.ts'
import { packVolatility } from '../../pricing/volatility/volatility-sample.ts'
import { listedInstrument } from '../../../testing/listed-instrument.ts'
import { testSample } from '../../../testing/recorder/test-sample.ts'
import { type Surfaces, surfacesAt } from '../surfaces.ts'
import { offSurface } from './structure-figures.ts'
import { volatilityRank } from './volatility-rank.ts'

const nowMs = Date.UTC(2026, 11, 1, 10)
const forward = 100_000
const strikes = [80, 90, 95, 100, 105, 110, 120]
const listed = ['20261204', '20270129'].flatMap((stamp, at) => [
  listedInstrument(`BTC-${stamp}`, 900 + at),
  ...strikes.flatMap((strike, step) =>
    (['C', 'P'] as const).map((right, side) =>
      listedInstrument(`BTC-${stamp}-${strike}000${right}`, 100 * at + 2 * step + side + 1),
    ),
  ),
])
const index = indexInstruments(listed)

function quotedAt(volatility: number, odd?: readonly [symbol: string, volatility: number], atMs = nowMs): Surfaces {
  const quotes = listed.map(({ symbol, tradeable_entity_id: id }): [string, MarketSummary] => {
    const name = parseInstrumentName(symbol)
    const price =
      name?.product === 'option'
        ? blackPrice({
            forward,
            strike: toNumber(name.strike),
            years: ((expiryOf(symbol) ?? 0) - atMs) / yearMs,
            volatility: odd?.[0] === symbol ? odd[1] : volatility,
            right: name.right,
          })
        : forward
    const side = (by: number) => dec((price + by).toFixed(6))
    return [symbol, { id, symbol, product_type: '', best_bid: side(-0.01), best_ask: side(0.01) }]
  })
  return surfacesAt(index, new Map(quotes), atMs)
}

test('a quote five points above the others is about five points off the surface, and its neighbours are on it', () => {
  const surfaces = quotedAt(0.6, ['BTC-20270129-110000C', 0.65])
  const figure = offSurface('BTC-20270129-110000C', surfaces)
  expect('value' in figure ? toNumber(figure.value) : figure).toBeGreaterThan(3)
  const other = offSurface('BTC-20270129-80000P', surfaces)
  expect('value' in other ? toNumber(other.value) : other).toBeLessThan(0.2)
})

test('what has no quote, or is no option, is not off the surface: it says why', () => {
  expect(offSurface('BTC-20261204', quotedAt(0.6))).toEqual({ why: 'not an option' })
  expect(offSurface('BTC-20261204-85000C', quotedAt(0.6))).toEqual({ why: 'no mid gives it a volatility' })
  expect(offSurface('BTC-20261204-90000P', surfacesAt(index, undefined, nowMs))).toEqual({
    why: 'no mid gives it a volatility',
  })
})

const sampledAt = (volatilities: readonly number[]): SavedSample[] =>
  volatilities.map((volatility, at) => {
    const atMs = nowMs - (volatilities.length - at) * dayMs
    const surface = quotedAt(volatility, undefined, atMs).of('BTC')
    const text = surface && packVolatility(surface)
    return { ...testSample(atMs), ...(text === undefined ? {} : { volatility: { BTC: text } }) }
  })
const rank = (now: number, samples: readonly SavedSample[] | undefined) =>
  volatilityRank('BTC', quotedAt(now), samples, nowMs)
const rising = Array.from({ length: 21 }, (_, at) => 0.4 + at * 0.02)

test('a volatility half way between the lowest and the highest of the days has rank 50', () => {
  const figure = rank(0.6, sampledAt(rising))
  expect(figure).toMatchObject({ source: '21 days' })
  expect('value' in figure ? toNumber(figure.value) : figure).toBeCloseTo(50, 0)
})

test('the highest of all has rank 100, and the lowest 0', () => {
  const samples = sampledAt(rising)
  expect([rank(0.95, samples), rank(0.3, samples)]).toMatchObject([{ value: '100' }, { value: '0' }])
})

test('fewer than 20 days give no rank, and neither do days of another base or samples that were not read', () => {
  const samples = sampledAt(rising.slice(0, 19))
  expect(rank(0.6, samples)).toEqual({ why: '19 of at least 20 days are sampled' })
  expect(volatilityRank('ETH', quotedAt(0.6), samples, nowMs)).toEqual({ why: 'no volatility 30 days out' })
  expect(rank(0.6, undefined)).toEqual({ why: 'history was not read yet' })
})

test('several samples of one day are one day', () => {
  const samples = sampledAt(rising.slice(0, 19)).flatMap(each => [each, { ...each, atMs: each.atMs + 1000 }])
  expect(rank(0.6, samples)).toEqual({ why: '19 of at least 20 days are sampled' })
})
