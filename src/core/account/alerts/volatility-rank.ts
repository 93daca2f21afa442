/** Rank of a base's 30-day at-the-money volatility among the sampled days of the past year. */
import { type Decimal, decimalFromNumber, roundTo } from '../../domain/decimal.ts'
import type { SavedSample } from '../../domain/sample.ts'
import { dayMs } from '../../domain/time.ts'
import { dayOf, leastRankDays, type Observation, rankOf } from '../../pricing/volatility/remembered.ts'
import { momentOf, skewAtMaturity, unpackVolatility } from '../../pricing/volatility/volatility-sample.ts'
import type { Surfaces } from '../surfaces.ts'

const maturityDays = 30
const rankDays = 365

function daysOf(base: string, samples: readonly SavedSample[], fromMs: number): readonly Observation[] {
  const days: Observation[] = []
  for (const { atMs, volatility } of samples) {
    const text = volatility?.[base]
    const last = days.at(-1)
    if (text === undefined || atMs < fromMs || (last !== undefined && dayOf(last.atMs) === dayOf(atMs))) continue
    const value = skewAtMaturity(unpackVolatility(text, atMs), maturityDays)?.atm
    if (value !== undefined) days.push({ atMs, value })
  }
  return days
}

/** Cached by list of samples: figures are computed with each poll, but samples change each minute. */
const daysBySamples = new WeakMap<readonly SavedSample[], Map<string, readonly Observation[]>>()

/** In percent: 0 for the lowest day, 100 for the highest. */
export function volatilityRank(
  base: string,
  surfaces: Surfaces,
  samples: readonly SavedSample[] | undefined,
  nowMs: number,
): { readonly value: Decimal; readonly source: string } | { readonly why: string } {
  if (samples === undefined) return { why: 'history was not read yet' }
  if (surfaces.isPending(base)) return { why: 'its quotes are being read' }
  const surface = surfaces.of(base)
  const now = surface && skewAtMaturity(momentOf(surface), maturityDays)?.atm
  if (now === undefined) return { why: `no volatility ${maturityDays} days out` }
  const byBase = daysBySamples.get(samples) ?? new Map<string, readonly Observation[]>()
  daysBySamples.set(samples, byBase)
  const days = byBase.get(base) ?? daysOf(base, samples, nowMs - rankDays * dayMs)
  byBase.set(base, days)
  const ranked = rankOf(days, now, nowMs, rankDays)
  if (ranked?.rank === undefined || ranked.count < leastRankDays)
    return { why: `${ranked?.count ?? 0} of at least ${leastRankDays} days are sampled` }
  const value = decimalFromNumber(ranked.rank * 100)
  return value === undefined ? { why: 'no number' } : { value: roundTo(value, 2), source: `${ranked.count} days` }
}
