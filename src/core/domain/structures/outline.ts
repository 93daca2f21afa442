/**
 * The outline of a few legs: their kinds and ranks of strike and expiry as one number, with their ratios. Two
 * structures have the same outline and ratios exactly if they differ only in strikes, expiries and size. It avoids
 * allocations for subsets of a large portfolio.
 */
import { gcd } from '../decimal.ts'
import type { LegKind, TemplateForm } from './template.ts'
import { distinct, expiryRank, type TidyLeg } from './tidy-legs.ts'

export const mostLegs = 4

const kindCode = { C: 1, P: 2, U: 3 } as const

interface RankedLeg {
  readonly kind: LegKind
  readonly strikeRank: number
  readonly time: number
  readonly ratio: number
}

/** Strike and expiry of a leg as bits, ordered among the legs outlined together. */
export interface OutlinedLeg {
  readonly kind: number
  readonly isOption: boolean
  readonly strikeBit: number
  readonly timeBit: number
  readonly ratio: number
}

/** Eight bits per leg: kind, rank of strike, rank of expiry. */
const perLeg = 256

/** Rank of `bit` in `set`, from 1. */
function rankIn(set: number, bit: number): number {
  let rank = 1
  for (let left = set & (bit - 1); left !== 0; left &= left - 1) rank++
  return rank
}

const codes = new Int32Array(mostLegs)
const ratios = new Float64Array(mostLegs)

/** Ratios of the last outlined legs, in outline order. Overwritten by each call. */
export const outlinedRatios: ArrayLike<number> = ratios

function putInOrder(code: number, ratio: number, count: number): void {
  let at = count
  for (; at > 0 && (codes[at - 1] ?? 0) > code; at--) {
    codes[at] = codes[at - 1] ?? 0
    ratios[at] = ratios[at - 1] ?? 0
  }
  codes[at] = code
  ratios[at] = ratio
}

/** Outline of at most four legs; sets `outlinedRatios`. Ignores the expiry of an underlying beside options. */
export function outlineOf(legs: readonly OutlinedLeg[]): number {
  let [strikes, optionTimes, times] = [0, 0, 0]
  for (const leg of legs) {
    times |= leg.timeBit
    if (!leg.isOption) continue
    strikes |= leg.strikeBit
    optionTimes |= leg.timeBit
  }
  let count = 0
  for (const leg of legs) {
    const strike = leg.isOption ? rankIn(strikes, leg.strikeBit) : 0
    const expiry = leg.isOption ? rankIn(optionTimes, leg.timeBit) : optionTimes === 0 ? rankIn(times, leg.timeBit) : 0
    putInOrder(leg.kind * 64 + strike * 8 + expiry, leg.ratio, count)
    count++
  }
  let outline = 0
  for (let at = 0; at < count; at++) outline = outline * perLeg + (codes[at] ?? 0)
  return outline
}

/** Maps each number to a bit by rank. Fewer distinct numbers than the bits of an integer. */
function bitsOf(values: readonly number[]): readonly number[] {
  const ranks = distinct(values)
  return values.map(value => 1 << ranks.indexOf(value))
}

function outlined(legs: readonly RankedLeg[]): readonly OutlinedLeg[] {
  const strikeBits = bitsOf(legs.map(leg => leg.strikeRank))
  const timeBits = bitsOf(legs.map(leg => leg.time))
  return legs.map(({ kind, ratio }, at) => ({
    kind: kindCode[kind],
    isOption: kind !== 'U',
    strikeBit: strikeBits[at] ?? 0,
    timeBit: timeBits[at] ?? 0,
    ratio,
  }))
}

export const outlinedLegs = (legs: readonly TidyLeg[]): readonly OutlinedLeg[] =>
  outlined(legs.map(leg => ({ kind: leg.kind, strikeRank: leg.strikeRank, time: expiryRank(leg), ratio: leg.ratio })))

const rankOf = (symbol: string | undefined): number => (symbol === undefined ? 0 : Number.parseInt(symbol.slice(1), 10))

export function formOutline(form: TemplateForm): { readonly outline: number; readonly ratios: readonly number[] } {
  const { legs } = form
  const outline = outlineOf(
    outlined(
      legs.map(leg => ({ kind: leg.kind, strikeRank: rankOf(leg.strike), time: rankOf(leg.expiry), ratio: leg.ratio })),
    ),
  )
  const own = Array.from({ length: legs.length }, (_, at) => ratios[at] ?? 0)
  const multiple = gcd(own)
  return { outline, ratios: own.map(ratio => ratio / multiple) }
}
