/**
 * A few legs as one number, their outline: kinds with the ranks of strikes and expiries, in one order, beside their ratios. Two structures have
 * one outline and the same ratios exactly when one is the other at different strikes, expiries and size. Nearly every subset of a large holding is
 * told apart by it, so nothing is made for any.
 */
import { gcd } from '../decimal.ts'
import type { LegKind, TemplateForm } from './template.ts'
import { distinct, nearness, type TidyLeg } from './tidy-legs.ts'

/** No template has more legs. */
export const mostLegs = 4

const kindCode = { C: 1, P: 2, U: 3 } as const

interface RankedLeg {
  readonly kind: LegKind
  readonly strikeRank: number
  readonly time: number
  readonly ratio: number
}

/** What an outline reads of a leg: its strike and its expiry as bits in their order among the legs that it is outlined with. */
export interface OutlinedLeg {
  readonly kind: number
  readonly isOption: boolean
  readonly strikeBit: number
  readonly timeBit: number
  readonly ratio: number
}

/** A leg takes eight bits: kind, rank of strike and of expiry among the legs outlined. */
const perLeg = 256

/** How many bits of `set` lie below `bit`, from 1. */
function rankIn(set: number, bit: number): number {
  let rank = 1
  for (let left = set & (bit - 1); left !== 0; left &= left - 1) rank++
  return rank
}

const codes = new Int32Array(mostLegs)
const ratios = new Float64Array(mostLegs)

/** The ratios of the legs outlined last, in the order of the outline. */
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

/** The outline of at most four legs, their ratios in `outlinedRatios`. Beside options the expiry of an underlying does not matter. */
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

/** Each number as a bit in the order of all; of legs that are broken down together there are fewer than an integer has. */
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

/** Of each leg what its outlines are made of, once for all sets of legs that it is in; of at most thirty legs. */
export const outlinedLegs = (legs: readonly TidyLeg[]): readonly OutlinedLeg[] =>
  outlined(legs.map(leg => ({ kind: leg.kind, strikeRank: leg.strikeRank, time: nearness(leg), ratio: leg.ratio })))

const rankOf = (symbol: string | undefined): number => (symbol === undefined ? 0 : Number.parseInt(symbol.slice(1), 10))

/** Outline of a template's form, with its ratios without their common factor. */
export function formOutline(form: TemplateForm): { readonly outline: number; readonly ratios: readonly number[] } {
  const { legs } = form
  const outline = outlineOf(
    outlined(legs.map(leg => ({ kind: leg.kind, strikeRank: rankOf(leg.strike), time: rankOf(leg.expiry), ratio: leg.ratio }))),
  )
  const own = Array.from({ length: legs.length }, (_, at) => ratios[at] ?? 0)
  const multiple = gcd(own)
  return { outline, ratios: own.map(ratio => ratio / multiple) }
}
