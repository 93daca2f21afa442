// @vitest-environment node
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import type { SavedSample } from '../../domain/sample.ts'
import { minuteMs } from '../../domain/time.ts'
import { blackPrice } from '../black.ts'
import { curveReader, netSeries, type PriceMoment, priceHistory } from './price-history.ts'
import { surfaceVolatility } from '../surface.ts'
import { cashSample } from '../../../testing/cash-sample.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const startMs = Date.UTC(2026, 0, 1, 8)
const expiryMs = Date.UTC(2026, 2, 27, 8)
const call = 'BTC-20260327-100000C'
const put = 'BTC-20260327-90000P'
const names = ['a', 'b', 'c', 'd'] as const

const price = fc.option(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { nil: undefined })
const prices = fc.record({ a: price, b: price, c: price, d: price })
const momentOf = (known: Readonly<Record<string, number | undefined>>, atMs = 0): PriceMoment => ({
  atMs,
  priceOf: symbol => known[symbol],
})
const ratio = fc.integer({ min: -9, max: 9 }).filter(value => value !== 0)
const legs = fc.uniqueArray(fc.record({ symbol: fc.constantFrom(...names), ratio }), {
  selector: leg => leg.symbol,
  minLength: 1,
})

describe('a net price over time', () => {
  it('is the sum of legs times ratios where every leg has a price, and missing, never zero, where one has none', () => {
    fc.assert(
      fc.property(legs, fc.array(prices), (package_, known) => {
        const net = netSeries(
          package_,
          known.map(each => momentOf(each)),
        )
        expect(net).toHaveLength(known.length)
        for (const [at, each] of known.entries()) {
          const isWhole = package_.every(leg => each[leg.symbol] !== undefined)
          if (isWhole) expect(net[at]).toBe(package_.reduce((sum, leg) => sum + leg.ratio * (each[leg.symbol] ?? 0), 0))
          else expect(net[at]).toBeNaN()
        }
      }),
    )
  })

  it('turns its sign with the package, and scales with its ratios', () => {
    fc.assert(
      fc.property(legs, fc.array(prices), fc.integer({ min: 1, max: 9 }), (package_, known, times) => {
        const moments = known.map(each => momentOf(each))
        const scaled = netSeries(
          package_.map(leg => ({ ...leg, ratio: -times * leg.ratio })),
          moments,
        )
        for (const [at, value] of netSeries(package_, moments).entries()) {
          if (Number.isNaN(value)) expect(scaled[at]).toBeNaN()
          else expect((scaled[at] ?? Number.NaN) + times * value).toBeCloseTo(0, 4)
        }
      }),
    )
  })

  it('carries nothing over a gap: what a moment knows changes no other moment', () => {
    fc.assert(
      fc.property(legs, fc.array(prices, { minLength: 1 }), fc.nat(), (package_, known, place) => {
        const moments = known.map(each => momentOf(each))
        const at = place % moments.length
        const before = netSeries(package_, moments)
        const after = netSeries(package_, moments.with(at, momentOf({})))
        expect(after[at]).toBeNaN()
        expect(after.toSpliced(at, 1)).toEqual(before.toSpliced(at, 1))
      }),
    )
  })

  it('of no legs is missing', () => expect(netSeries([], [momentOf({ a: 1 })])).toEqual([Number.NaN]))
})

const sample = (minute: number, kept: Pick<SavedSample, 'mids' | 'volatility'>): SavedSample => ({
  ...cashSample(startMs + minute * minuteMs, '0'),
  ...kept,
})

const [forward, theta, rho, psi] = [98_000, 0.06, -0.2, 0.3]
const curves = { BTC: `97500|${expiryMs / minuteMs}:${forward},${theta},${rho},${psi}` }
const history = (
  package_: Parameters<typeof priceHistory>[0]['legs'],
  samples: readonly SavedSample[],
  seen: readonly PriceMoment[] = [],
) => priceHistory({ legs: package_, samples, seen, isByCurve: () => true, curvesOf: curveReader() })

describe('the history of a price', () => {
  const spread = legsOf({ [call]: 1, [put]: -2 })

  it('has the net of the kept mids, and a gap where the sample has not all of them', () => {
    const samples = [
      sample(0, { mids: { [call]: dec('3000'), [put]: dec('1000.5') } }),
      sample(1, { mids: { [call]: dec('3000') } }),
      sample(2, { mids: { [call]: dec('3001'), [put]: dec('1000') } }),
    ]
    expect(history(spread, samples).mids).toEqual([999, Number.NaN, 1001])
  })

  it('has the price and the volatility of the fitted curve at the moments that have one', () => {
    const { atMs, fair, volatilities } = history(
      [{ symbol: call, ratio: 1 }],
      [sample(0, { volatility: curves }), sample(1, {})],
    )
    const years = (expiryMs - startMs) / (365 * 24 * 60 * minuteMs)
    const volatility = surfaceVolatility([{ years, theta, rho, psi }], forward, 100_000, years) ?? Number.NaN
    expect(atMs).toHaveLength(2)
    expect(volatilities[0]?.ofCurve[0]).toBeCloseTo(volatility, 12)
    expect(fair[0]).toBeCloseTo(blackPrice({ forward, strike: 100_000, years, volatility, right: 'call' }), 8)
    expect(fair[1]).toBeNaN()
    expect(volatilities[0]?.ofCurve[1]).toBeNaN()
  })

  it('reads the volatility of a kept mid against the forward kept with it, and of none without', () => {
    const [first] = history([{ symbol: call, ratio: 1 }], [sample(0, { volatility: curves })]).fair
    const kept = { mids: { [call]: dec((first ?? 0).toFixed(8)) } }
    const { volatilities } = history(
      [{ symbol: call, ratio: 1 }],
      [sample(0, { volatility: curves, ...kept }), sample(1, kept)],
    )
    expect(volatilities[0]?.ofMid[0]).toBeCloseTo(volatilities[0]?.ofCurve[0] ?? Number.NaN, 9)
    expect(volatilities[0]?.ofMid[1]).toBeNaN()
  })

  it('has no fair price where a leg has no expiry, is not priced by curves, or its expiry had no curve', () => {
    const samples = [sample(0, { volatility: curves, mids: { [call]: dec('3000') } })]
    const of = (symbol: string, isByCurve = true) =>
      priceHistory({
        legs: [
          { symbol: call, ratio: 1 },
          { symbol, ratio: 1 },
        ],
        samples,
        seen: [momentOf({ [call]: 1, [symbol]: 1 }, startMs)],
        isByCurve: each => each === call || isByCurve,
        curvesOf: curveReader(),
      }).fair
    expect(of('BTC-USD-PERPETUAL').every(Number.isNaN)).toBe(true)
    expect(of('BTC-20260626-100000C').every(Number.isNaN)).toBe(true)
    expect(of(put, false).every(Number.isNaN)).toBe(true)
    expect(of(put).every(Number.isNaN)).toBe(false)
  })

  it('puts moments that were seen between the samples, only those with every leg, and begins at the first that knows anything', () => {
    const samples = [sample(0, {}), sample(2, { mids: { [call]: dec('5'), [put]: dec('1') } })]
    const seen = [
      momentOf({ [call]: 4, [put]: 1 }, startMs + minuteMs),
      momentOf({ [call]: 4 }, startMs + 1.5 * minuteMs),
    ]
    const { atMs, mids } = history(spread, samples, seen)
    expect(atMs).toEqual([startMs + minuteMs, startMs + 2 * minuteMs])
    expect(mids).toEqual([2, 3])
  })
})
