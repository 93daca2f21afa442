/**
 * A structure's pattern: kinds with ranks of strike and expiry, in one order, as text, beside the ratios. Two structures have one pattern
 * exactly when one is the other at different strikes, expiries and size.
 */
import { gcd } from '../decimal.ts'
import type { LegKind, TemplateForm } from './template.ts'
import { type TidyLeg, distinct, nearness, strikeRanks } from './tidy-legs.ts'

export interface Pattern {
  /** Greatest common divisor of the ratios, taken out of those below. */
  readonly multiple: number
  readonly shape: string
  /** In the order of `shape`. */
  readonly ratios: readonly number[]
}

interface RankedLeg {
  readonly kind: LegKind
  readonly strike: number
  readonly expiry: number
  readonly ratio: number
}

const kindCode = { C: 1, P: 2, U: 3 } as const

/** Leg as one number, the order of which is the order of the shape; strikes rank below 100, expiries below 100. */
const codeOf = (leg: RankedLeg): number => kindCode[leg.kind] * 10_000 + leg.strike * 100 + leg.expiry

function patternOf(legs: readonly RankedLeg[]): Pattern {
  const multiple = gcd(legs.map(leg => leg.ratio))
  const sorted = legs.map(leg => ({ code: codeOf(leg), ratio: leg.ratio / multiple })).sort((a, b) => a.code - b.code)
  let shape = ''
  for (const { code } of sorted) shape += `${code} `
  return { multiple, shape, ratios: sorted.map(each => each.ratio) }
}

/** Pattern of a template's form. */
export function formPattern(form: TemplateForm): Pattern {
  const rank = (symbol: string | undefined): number => (symbol === undefined ? 0 : Number.parseInt(symbol.slice(1), 10))
  return patternOf(form.legs.map(leg => ({ kind: leg.kind, strike: rank(leg.strike), expiry: rank(leg.expiry), ratio: leg.ratio })))
}

/** Pattern of tidy legs. Beside options the expiry of an underlying does not matter. */
export function legsPattern(legs: readonly TidyLeg[]): Pattern {
  const strikes = strikeRanks(legs)
  const hasOptions = strikes.length > 0
  const dated = hasOptions ? legs.filter(leg => leg.kind !== 'U') : legs
  const times = distinct(dated.map(nearness))
  return patternOf(
    legs.map(leg => ({
      kind: leg.kind,
      strike: strikes.indexOf(leg.strikeRank) + 1,
      expiry: leg.kind === 'U' && hasOptions ? 0 : times.indexOf(nearness(leg)) + 1,
      ratio: leg.ratio,
    })),
  )
}

/** Text that only the very ratios share, turned round for the negation. */
export const exactKey = (pattern: Pattern, sign: 1 | -1): string =>
  `${pattern.shape} ${pattern.ratios.map(ratio => ratio * sign).join(':')}`

/** Text that all ratios of the same signs share. */
export const looseKey = (pattern: Pattern, sign: 1 | -1): string =>
  `${pattern.shape} ${pattern.ratios.map(ratio => (ratio * sign > 0 ? '+' : '-')).join('')}`
