// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs, yearMs } from '../../domain/time.ts'
import { closeToClose, coneOf, dailyFirst, parkinson, rankOf } from './remembered.ts'
import { momentNear, skewAtExpiry, skewAtMaturity, unpackVolatility } from './volatility-sample.ts'

const startMs = Date.UTC(2026, 0, 1, 8)
const daily = (...values: readonly (number | undefined)[]) =>
  values.flatMap((value, day) => (value === undefined ? [] : [{ atMs: startMs + day * dayMs, value }]))

describe('rank and percentile', () => {
  it('by hand: 55 among 40, 50, 60 and 80 is at 15 of 40, with half of the days lower', () => {
    expect(rankOf(daily(40, 50, 60, 80), 55, startMs + 4 * dayMs, 30)).toEqual({
      rank: 0.375,
      percentile: 0.5,
      count: 4,
    })
  })

  it('count days, not samples, and none of before', () => {
    const often = Array.from({ length: 50 }, (_, minute) => ({ atMs: startMs + dayMs + minute * minuteMs, value: 20 }))
    const observations = [{ atMs: startMs - 40 * dayMs, value: 500 }, ...daily(40), ...often]
    expect(rankOf(observations, 30, startMs + 2 * dayMs, 30)).toEqual({ rank: 0.5, percentile: 0.5, count: 2 })
  })

  it('are missing where nothing was recorded, and have no rank where all days are alike', () => {
    expect(rankOf([], 50, startMs, 30)).toBeUndefined()
    expect(rankOf(daily(50, 50), 50, startMs + 2 * dayMs, 30)).toEqual({ rank: undefined, percentile: 0, count: 2 })
  })

  it('take the first of each day from 08:00 UTC on', () => {
    const observations = [
      { atMs: startMs - 1, value: 1 },
      { atMs: startMs, value: 2 },
      { atMs: startMs + 23 * hourMs, value: 3 },
    ]
    expect(dailyFirst(observations).map(({ value }) => value)).toEqual([1, 2])
  })
})

describe('realised volatility', () => {
  it('close to close by hand: returns of ln 1.02 and −ln 1.02 a day are 37.83 % a year', () => {
    // ln 1.02 = 0.01980263; × √365 = 0.3783287
    const found = closeToClose(daily(100, 102, 100), startMs + 2 * dayMs, 30)
    expect(found?.volatility).toBeCloseTo(0.3783287, 6)
    expect(found?.count).toBe(2)
  })

  it('carries nothing over a gap: the return across a missing day does not count', () => {
    expect(closeToClose(daily(100, 102, 100, undefined, 500, 510), startMs + 5 * dayMs, 30)).toEqual({
      volatility: expect.closeTo(0.3783287, 6),
      count: 3,
    })
    expect(closeToClose(daily(100, undefined, 120, undefined, 90), startMs + 5 * dayMs, 30)).toBeUndefined()
  })

  const dayOf = (day: number, low: number, high: number, prices: number) =>
    Array.from({ length: prices }, (_, at) => ({
      atMs: startMs + day * dayMs + at * hourMs,
      value: at === 3 ? low : at === 9 ? high : (low + high) / 2,
    }))

  it('by range by hand: a range of 4 % each day is 45.0 % a year', () => {
    // ln 1.04 = 0.03922071; / √(4 ln 2) = 0.02355444; × √365 = 0.4500069
    const found = parkinson([...dayOf(0, 100, 104, 24), ...dayOf(1, 50, 52, 24)], startMs + 2 * dayMs - 1, 30)
    expect(found).toEqual({ volatility: expect.closeTo(0.4500069, 6), count: 2 })
  })

  it('by range leaves out days of few prices', () => {
    expect(parkinson([...dayOf(0, 100, 104, 24), ...dayOf(1, 50, 52, 19)], startMs + 2 * dayMs, 30)).toBeUndefined()
  })
})

describe('the cone', () => {
  it('has a window for each day that has enough before it, with quantiles by hand', () => {
    // Squared returns r² with r = ln 1.01 × (1, 1, 2, 2): two-day windows are √(1), √(2.5), √(4) times ln 1.01 × √365.
    const one = Math.log(1.01)
    const prices = [0, 1, 2, 4, 6].map(times => 100 * Math.exp(one * times))
    const unit = one * Math.sqrt(365)
    const cone = coneOf(daily(...prices), 2)
    expect(cone?.count).toBe(3)
    expect(cone?.least).toBeCloseTo(unit, 10)
    expect(cone?.median).toBeCloseTo(unit * Math.sqrt(2.5), 10)
    expect(cone?.lower).toBeCloseTo((unit * (1 + Math.sqrt(2.5))) / 2, 10)
    expect(cone?.most).toBeCloseTo(unit * 2, 10)
    expect(cone?.last).toBeCloseTo(unit * 2, 10)
  })

  it('is missing where no window is whole', () => {
    expect(coneOf(daily(100, 101, undefined, 103, 104), 4)).toBeUndefined()
    expect(coneOf([], 7)).toBeUndefined()
  })
})

describe('a sampled surface', () => {
  const atMs = startMs
  const expiryIn = (days: number): number => (atMs + days * dayMs) / minuteMs
  const text = `99217.8|${expiryIn(7)}:99300,0.00690411,-0.2,0.05;${expiryIn(90)}:101000,0.0887671,-0.2,0.2`

  it('at an expiry is what its curve says: θ of 0.00690411 over 7 days is 60 %', () => {
    const moment = unpackVolatility(text, atMs)
    expect(moment.price).toBe(99_217.8)
    expect(skewAtExpiry(moment, atMs + 7 * dayMs)?.atm).toBeCloseTo(0.6, 5)
    expect(skewAtExpiry(moment, atMs + 8 * dayMs)).toBeUndefined()
  })

  it('at a constant maturity lies between expiries by total variance, and never beyond them', () => {
    const moment = unpackVolatility(text, atMs)
    // θ(30 d) = 0.00690411 + 23/83 × (0.0887671 − 0.00690411) = 0.02958912, which is 36 % squared over a year: 60 %.
    expect(skewAtMaturity(moment, 30)?.atm).toBeCloseTo(Math.sqrt((0.02958912 * yearMs) / (30 * dayMs)), 5)
    expect(skewAtMaturity(moment, 7)?.atm).toBeCloseTo(0.6, 5)
    expect(skewAtMaturity(moment, 6)).toBeUndefined()
    expect(skewAtMaturity(moment, 91)).toBeUndefined()
  })

  it('leaves out what is no curve, and has no price where there was none', () => {
    const moment = unpackVolatility(`|${expiryIn(7)}:99300,0.0069,-0.2;x:1,2,3,4;${expiryIn(-1)}:1,1,0,1`, atMs)
    expect(moment).toEqual({ atMs, price: undefined, curves: [] })
  })

  it('of a time ago is the nearest within the tolerance, or missing', () => {
    const moments = [0, 15, 30].map(minute => ({ atMs: startMs + minute * minuteMs }))
    expect(momentNear(moments, startMs + 20 * minuteMs, 10 * minuteMs)?.atMs).toBe(startMs + 15 * minuteMs)
    expect(momentNear(moments, startMs + 60 * minuteMs, 10 * minuteMs)).toBeUndefined()
  })
})
