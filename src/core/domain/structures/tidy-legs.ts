/** Normalises legs: equal ones merged, whole ratios without a common factor, ranked strikes and expiries. */
import { canonical, cmp, type Decimal, gcd } from '../decimal.ts'
import type { InstrumentName } from '../instrument.ts'
import type { LegKind } from './template.ts'

export type Underlying = 'spot' | 'perpetual' | 'future'

export interface StructureLeg {
  readonly kind: LegKind
  readonly strike?: Decimal
  /** Ms since 1970 UTC. Absent for spot and perpetuals. */
  readonly expiry?: number
  readonly base: string
  /** Signed: positive is bought. May have up to eight decimals. */
  readonly ratio: number
  /** Perpetual or spot, if known. */
  readonly product?: Underlying
}

export interface TidyLeg extends StructureLeg {
  /** Rank of the strike among all legs, from 1; 0 without a strike. Ranks preserve order and equality. */
  readonly strikeRank: number
}

/** Ratios are multiples of 1e-8. */
const finest = 1e8

const identity = (leg: StructureLeg): string =>
  `${leg.base}|${leg.kind}|${leg.strike ?? leg.product ?? ''}|${leg.expiry ?? ''}`

function withCanonicalStrike(leg: StructureLeg): StructureLeg {
  if (leg.kind === 'U') return leg
  if (leg.strike === undefined) throw new Error('an option leg without a strike')
  return { ...leg, strike: canonical(leg.strike) }
}

function merge(legs: readonly StructureLeg[]): StructureLeg[] {
  if (!legs.every(leg => Number.isFinite(leg.ratio))) throw new Error('a leg with an endless ratio')
  const scale = legs.every(leg => Number.isInteger(leg.ratio)) ? 1 : finest
  const merged = new Map<string, StructureLeg>()
  for (const leg of legs.map(withCanonicalStrike)) {
    const key = identity(leg)
    const ratio = Math.round(leg.ratio * scale) + (merged.get(key)?.ratio ?? 0)
    merged.set(key, { ...leg, ratio })
  }
  const left = [...merged.values()].filter(leg => leg.ratio !== 0)
  if (scale === 1) return left
  const factor = gcd(left.map(leg => leg.ratio))
  return left.map(leg => ({ ...leg, ratio: leg.ratio / factor }))
}

export function tidyLegs(legs: readonly StructureLeg[]): TidyLeg[] {
  const merged = merge(legs)
  const strikes = [
    ...new Set(merged.flatMap(leg => (leg.kind === 'U' || leg.strike === undefined ? [] : [leg.strike]))),
  ].sort(cmp)
  return merged.map(leg => ({
    ...leg,
    strikeRank: leg.kind === 'U' || leg.strike === undefined ? 0 : strikes.indexOf(leg.strike) + 1,
  }))
}

/** Ascending. Faster than a set for the few legs of a structure. */
export function distinct(values: readonly number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted.filter((value, index) => value !== sorted[index - 1])
}

export function strikeRanks(legs: readonly TidyLeg[]): number[] {
  const ranks = distinct(legs.map(leg => leg.strikeRank))
  return ranks[0] === 0 ? ranks.slice(1) : ranks
}

export function strikesOf(legs: readonly TidyLeg[]): Decimal[] {
  return strikeRanks(legs).flatMap(rank => legs.find(leg => leg.strikeRank === rank)?.strike ?? [])
}

/** Order by time. Spot, then a perpetual, count as nearest. */
export function expiryRank(leg: StructureLeg): number {
  if (leg.expiry !== undefined) return leg.expiry
  return leg.product === 'spot' ? -2 : -1
}

/** `ratio` is signed as held or executed. */
export function structureLegOf(name: InstrumentName, ratio: number): StructureLeg {
  if (name.product === 'option')
    return {
      kind: name.right === 'call' ? 'C' : 'P',
      strike: name.strike,
      expiry: name.expiryMs,
      base: name.base,
      ratio,
    }
  const expiry = name.product === 'future' ? { expiry: name.expiryMs } : {}
  return { kind: 'U', base: name.base, ratio, product: name.product, ...expiry }
}
