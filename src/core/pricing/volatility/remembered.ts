/**
 * Statistics of past values: rank and percentile of the present one, realised volatility and its cone. One observation
 * per day counts, so that days with more samples do not weigh more. Days without a sample are gaps.
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

export const dailyFirst = (observations: readonly Observation[]): readonly Observation[] =>
  [...byDay(observations).values()].flatMap(day => day[0] ?? [])

export interface VolatilityRank {
  /** Position between the lowest and highest day, 0 to 1, including the present value. Undefined if all are equal. */
  readonly rank: number | undefined
  readonly percentile: number
  readonly count: number
}

/** Over fewer days a rank says little. */
export const leastRankDays = 20

export function rankOf(
  observations: readonly Observation[],
  now: number,
  nowMs: number,
  days: number,
): VolatilityRank | undefined {
  const values = dailyFirst(observations.filter(({ atMs }) => atMs >= nowMs - days * dayMs && atMs < nowMs)).map(
    ({ value }) => value,
  )
  if (values.length === 0) return undefined
  const [least, most] = [Math.min(now, ...values), Math.max(now, ...values)]
  return {
    rank: most > least ? (now - least) / (most - least) : undefined,
    percentile: values.filter(value => value < now).length / values.length,
    count: values.length,
  }
}

export interface RealisedVolatility {
  readonly volatility: number
  readonly count: number
}

/** Days further apart are separated by a gap. */
const longestDayMs = 1.5 * dayMs

interface Return {
  readonly atMs: number
  readonly squared: number
  readonly years: number
}

function dailyReturns(prices: readonly Observation[]): readonly Return[] {
  const closes = dailyFirst(prices)
  return closes.flatMap((close, index) => {
    const before = closes[index - 1]
    if (before === undefined || close.atMs - before.atMs > longestDayMs) return []
    return [
      {
        atMs: close.atMs,
        squared: Math.log(close.value / before.value) ** 2,
        years: (close.atMs - before.atMs) / yearMs,
      },
    ]
  })
}

/** √(Σ ln² / Σ time), assuming a mean return of zero. Undefined with fewer than two. */
function volatilityOf(returns: readonly Return[]): RealisedVolatility | undefined {
  const years = returns.reduce((sum, each) => sum + each.years, 0)
  if (returns.length < 2 || !(years > 0)) return undefined
  return { volatility: Math.sqrt(returns.reduce((sum, each) => sum + each.squared, 0) / years), count: returns.length }
}

const isWithin =
  (fromMs: number, toMs: number) =>
  ({ atMs }: { readonly atMs: number }): boolean =>
    atMs > fromMs && atMs <= toMs

export const closeToClose = (
  prices: readonly Observation[],
  toMs: number,
  days: number,
): RealisedVolatility | undefined => volatilityOf(dailyReturns(prices).filter(isWithin(toMs - days * dayMs, toMs)))

/** Fewer prices than this make the day's range unreliable. */
const leastPrices = 20

/**
 * Volatility from the ranges of whole days (M. Parkinson, 1980): √(365 × mean of ln²(high / low) / (4 ln 2)). Undefined
 * with fewer than two days.
 */
export function parkinson(prices: readonly Observation[], toMs: number, days: number): RealisedVolatility | undefined {
  const ranges = [...byDay(prices.filter(isWithin(toMs - days * dayMs, toMs))).values()].flatMap(day => {
    if (day.length < leastPrices) return []
    const values = day.map(({ value }) => value)
    return [Math.log(Math.max(...values) / Math.min(...values)) ** 2 / (4 * Math.LN2)]
  })
  if (ranges.length < 2) return undefined
  return {
    volatility: Math.sqrt((365 * ranges.reduce((sum, each) => sum + each, 0)) / ranges.length),
    count: ranges.length,
  }
}

/** Distribution of realised volatility over windows of one length: one window ending on each day with enough data. */
export interface ConeSlice {
  readonly days: number
  readonly least: number
  readonly lower: number
  readonly median: number
  readonly upper: number
  readonly most: number
  readonly last: number
  readonly count: number
}

const leastShare = 0.8

function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(at)] ?? Number.NaN, sorted[Math.ceil(at)] ?? Number.NaN]
  return low + (high - low) * (at - Math.floor(at))
}

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
  if (least === undefined || lower === undefined || median === undefined || upper === undefined || most === undefined)
    return undefined
  return { days, least, lower, median, upper, most, last, count: windows.length }
}
