/**
 * A few legs as one number: their kinds, the ranks of their strikes and expiries, and their sides. Legs that no template has the outline of are
 * no structure, whatever their ratios; nearly every subset of a large holding is told apart by it, before anything is made of it.
 */
import type { LegKind, TemplateForm } from './template.ts'
import { templates } from './templates.ts'
import { type TidyLeg, nearness } from './tidy-legs.ts'

/** No template has more legs. */
export const mostLegs = 4

const kindCode = { C: 1, P: 2, U: 3 } as const

/** What an outline reads of a leg; `time` orders legs by expiry. */
interface OutlinedLeg {
  readonly kind: LegKind
  readonly strikeRank: number
  readonly time: number
  readonly isBought: boolean
}

/** A leg takes nine bits: kind, rank of strike and of expiry among the legs outlined, side. */
const perLeg = 512

/** How many different values below this one the chosen legs have, from 1. */
function rankAmong(
  legs: readonly OutlinedLeg[],
  of: 'strikeRank' | 'time',
  value: number,
  isCounted: (leg: OutlinedLeg) => boolean,
): number {
  let rank = 1
  for (let index = 0; index < legs.length; index++) {
    const leg = legs[index]
    if (leg === undefined || !isCounted(leg) || leg[of] >= value) continue
    let isNew = true
    for (let before = 0; before < index; before++) {
      const other = legs[before]
      if (other !== undefined && isCounted(other) && other[of] === leg[of]) isNew = false
    }
    if (isNew) rank++
  }
  return rank
}

const isOption = (leg: OutlinedLeg): boolean => leg.kind !== 'U'
const isAny = (): boolean => true

/** The outline of at most four legs, or of their opposites. Beside options the expiry of an underlying does not matter. */
function outlineOf(legs: readonly OutlinedLeg[], isTurned: boolean): number {
  const hasOptions = legs.some(isOption)
  const codes: number[] = []
  for (const leg of legs) {
    const strike = isOption(leg) ? rankAmong(legs, 'strikeRank', leg.strikeRank, isOption) : 0
    const expiry = !isOption(leg) && hasOptions ? 0 : rankAmong(legs, 'time', leg.time, hasOptions ? isOption : isAny)
    codes.push(kindCode[leg.kind] * 128 + strike * 16 + expiry * 2 + (leg.isBought === isTurned ? 0 : 1))
  }
  codes.sort((a, b) => a - b)
  let outline = 0
  for (const code of codes) outline = outline * perLeg + code
  return outline
}

const rankOf = (symbol: string | undefined): number => (symbol === undefined ? 0 : Number.parseInt(symbol.slice(1), 10))
const outlinedForm = (form: TemplateForm): OutlinedLeg[] =>
  form.legs.map(leg => ({ kind: leg.kind, strikeRank: rankOf(leg.strike), time: rankOf(leg.expiry), isBought: leg.ratio > 0 }))

const outlines = new Set<number>(
  templates.flatMap(template => template.forms.flatMap(form => [false, true].map(isTurned => outlineOf(outlinedForm(form), isTurned)))),
)

/** Of each leg what its outlines are made of, once for all sets of legs that it is in. */
export const outlinedLegs = (legs: readonly TidyLeg[]): readonly OutlinedLeg[] =>
  legs.map(leg => ({ kind: leg.kind, strikeRank: leg.strikeRank, time: nearness(leg), isBought: leg.ratio > 0 }))

/** Has any template, as bought or as sold, the outline of these legs? */
export const hasKnownOutline = (legs: readonly OutlinedLeg[]): boolean => legs.length <= mostLegs && outlines.has(outlineOf(legs, false))
