// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { runSteps } from '../domain/steps.ts'
import { minuteMs, yearMs } from '../domain/time.ts'
import { decimalFromNumber } from '../domain/decimal.ts'
import { blackPriceOf } from '../pricing/black.ts'
import { skewAtExpiry, unpackVolatility } from '../pricing/volatility/volatility-sample.ts'
import { testSample } from '../../testing/recorder/test-sample.ts'
import { call, nearMs, nowMs, put, quote, universe } from '../../testing/universe.fixture.ts'
import { withVolatility } from './with-volatility.ts'

const years = (nearMs - nowMs) / yearMs
/** The nearest expiry at 60 % around a forward of 101,000. */
const quotes = new Map([
  quote('BTC-USD-PERPETUAL', '99990', '100010'),
  ...[90, 95, 100, 105, 110].flatMap(thousand =>
    [call, put].map(name => {
      const price = blackPriceOf(101_000, thousand * 1_000, 0.6 * Math.sqrt(years), name === call)
      return quote(name(thousand), String(decimalFromNumber(price - 10)), String(decimalFromNumber(price + 10)))
    }),
  ),
])
const sample = testSample(nowMs)
const take = (before: { readonly atMs: number } | undefined) =>
  runSteps(withVolatility(sample, before, universe, quotes))

describe('the volatility of a sample', () => {
  it('is the fitted curve of each quoted expiry, with the price, and comes back as it was', () => {
    const text = take(undefined).volatility?.['BTC']
    const moment = unpackVolatility(text ?? '', sample.atMs)
    expect(moment.price).toBe(100_000)
    expect(moment.curves.map(({ expiryMs, forward }) => [expiryMs, Math.round(forward)])).toEqual([[nearMs, 101_000]])
    expect(skewAtExpiry(moment, nearMs)?.atm).toBeCloseTo(0.6, 4)
  })

  it('is in the first sample of each quarter of an hour, and in no other', () => {
    const quarterMs = Math.floor(nowMs / (15 * minuteMs)) * 15 * minuteMs
    expect(take({ atMs: quarterMs }).volatility).toBeUndefined()
    expect(take({ atMs: quarterMs - 1 }).volatility).toBeDefined()
  })

  it('is missing without quotes, and nothing else of the sample is', () => {
    expect(runSteps(withVolatility(sample, undefined, universe, undefined))).toEqual(sample)
    expect(runSteps(withVolatility(sample, undefined, universe, new Map()))).toEqual(sample)
    expect(runSteps(withVolatility(sample, undefined, undefined, quotes))).toEqual(sample)
  })
})
