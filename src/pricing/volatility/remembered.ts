/**
 * What past values say of the present one: rank and percentile, realised volatility and its cone. One observation a day counts, so
 * that days that were sampled more often weigh no more. Days without a sample are gaps: nothing is carried over them.
 */
import { dayMs, hourMs, settlementHourUtc, yearMs } from '../../domain/time.ts'

export interface Observation {
  readonly atMs: number
  readonly value: number
}

/** Days begin at 08:00 UTC, when options settle. */
export const dayOf = (atMs: number): number => Math.floor((atMs - settlementHourUtc * hourMs) / dayMs)

function byDay(observations: readonly Observation[]): ReadonlyMap<number, readonly Observation[]> {
  const days = new Map<number, Observation[]>()
  for (const each of observations) {
    const day = days.get(dayOf(each.atMs))
    if (day === undefined) days.set(dayOf(each.atMs), [each])
    else day.push(each)
  }
  return days
}

/** The first of each day, by rising time as they came. */
export const dailyFirst = (observations: readonly Observation[]): readonly Observation[] =>
  [...byDay(observations).values()].flatMap(day => day[0] ?? [])

export interface Ranked {
  /** Place between the least and the most of the days, 0 to 1, the present among them; undefined where all are alike. */
  readonly rank: number | undefined
  /** Share of the days that were lower. */
  readonly percentile: number
  /** Days compared with. */
  readonly count: number
}

/** The present value among the days of the last `days` before `nowMs`; undefined without any. */
export function rankOf(observations: readonly Observation[], now: number, nowMs: number, days: number): Ranked | undefined {
  const values = dailyFirst(observations.filter(({ atMs }) => atMs >= nowMs - days * dayMs && atMs < nowMs)).map(({ value }) => value)
  if (values.length === 0) return undefined
  const [least, most] = [Math.min(now, ...values), Math.max(now, ...values)]
  return {
    rank: most > least ? (now - least) / (most - least) : undefined,
    percentile: values.filter(value => value < now).length / values.length,
    count: values.length,
  }
}

export interface Realised {
  /** Fraction a year. */
  readonly volatility: number
  /** Returns, or days, that it is made of. */
  readonly count: number
}

/** Days that are further apart have a gap between them. */
const longestDayMs = 1.5 * dayMs

interface Return {
  readonly atMs: number
  readonly squared: number
  readonly years: number
}

/** From each day's first price to the next day's. */
function dailyReturns(prices: readonly Observation[]): readonly Return[] {
  const closes = dailyFirst(prices)
  return closes.flatMap((close, index) => {
    const before = closes[index - 1]
    if (before === undefined || close.atMs - before.atMs > longestDayMs) return []
    return [{ atMs: close.atMs, squared: Math.log(close.value / before.value) ** 2, years: (close.atMs - before.atMs) / yearMs }]
  })
}

/** √(Σ ln² / Σ time): the mean return is taken as zero. Undefined with fewer than two. */
function volatilityOf(returns: readonly Return[]): Realised | undefined {
  const years = returns.reduce((sum, each) => sum + each.years, 0)
  if (returns.length < 2 || !(years > 0)) return undefined
  return { volatility: Math.sqrt(returns.reduce((sum, each) => sum + each.squared, 0) / years), count: returns.length }
}

const isWithin =
  (fromMs: number, toMs: number) =>
  ({ atMs }: { readonly atMs: number }): boolean =>
    atMs > fromMs && atMs <= toMs

/** Close to close over the last `days` before `toMs`. */
export const closeToClose = (prices: readonly Observation[], toMs: number, days: number): Realised | undefined =>
  volatilityOf(dailyReturns(prices).filter(isWithin(toMs - days * dayMs, toMs)))

/** A range of fewer prices says little of the day's. */
const leastPrices = 20

/** By the ranges of whole days (M. Parkinson, 1980): √(365 × mean of ln²(high / low) / (4 ln 2)). Undefined with fewer than two days. */
export function parkinson(prices: readonly Observation[], toMs: number, days: number): Realised | undefined {
  const ranges = [...byDay(prices.filter(isWithin(toMs - days * dayMs, toMs))).values()].flatMap(day => {
    if (day.length < leastPrices) return []
    const values = day.map(({ value }) => value)
    return [Math.log(Math.max(...values) / Math.min(...values)) ** 2 / (4 * Math.LN2)]
  })
  if (ranges.length < 2) return undefined
  return { volatility: Math.sqrt((365 * ranges.reduce((sum, each) => sum + each, 0)) / ranges.length), count: ranges.length }
}

/** What realised volatility over so many days has been: of one window ending on each day that has enough of its days. */
export interface ConeSlice {
  readonly days: number
  readonly least: number
  readonly lower: number
  readonly median: number
  readonly upper: number
  readonly most: number
  /** The window that ends last. */
  readonly last: number
  /** Windows. */
  readonly count: number
}

/** A window with fewer of its days has a gap too wide. */
const leastShare = 0.8

/** Between the two nearest places of a sorted list. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return low + (high - low) * (at - Math.floor(at))
}

/** Undefined where no window is whole enough. */
export function coneOf(prices: readonly Observation[], days: number): ConeSlice | undefined {
  const returns = dailyReturns(prices)
  const windows = returns.flatMap(({ atMs }) => {
    const found = volatilityOf(returns.filter(isWithin(atMs - days * dayMs, atMs)))
    return found === undefined || found.count < leastShare * days ? [] : [found.volatility]
  })
  const last = windows.at(-1)
  if (last === undefined) return undefined
  const sorted = windows.toSorted((a, b) => a - b)
  const [least, lower, median, upper, most] = [0, 0.25, 0.5, 0.75, 1].map(share => quantile(sorted, share))
  if (least === undefined || lower === undefined || median === undefined || upper === undefined || most === undefined) return undefined
  return { days, least, lower, median, upper, most, last, count: windows.length }
}
