/**
 * Names a structure of legs (conventions 9), independent of leg order. Tries a template, its negation, a known option
 * structure with exactly one underlying ("+ hedge"), else a custom package with named parts.
 */
import { breakDown } from './breakdown.ts'
import { effectOf } from './effect.ts'
import { matchStructure, type RecognisedStructure } from './match.ts'
import { type StructureLeg, type TidyLeg, tidyLegs } from './tidy-legs.ts'

export interface CustomStructure {
  readonly kind: 'custom'
  /** "custom, 5 legs". */
  readonly title: string
  readonly reason: 'no_legs' | 'several_bases' | 'no_template'
  readonly effect: string
  readonly parts: readonly RecognisedStructure[]
}

export type Recognition = RecognisedStructure | CustomStructure

function hedged(legs: readonly TidyLeg[]): RecognisedStructure | undefined {
  const hedges = legs.filter(leg => leg.kind === 'U')
  const options = legs.filter(leg => leg.kind !== 'U')
  const [hedge] = hedges
  if (hedge === undefined || hedges.length > 1 || options.length === 0) return undefined
  const structure = matchStructure(options)
  if (structure === undefined) return undefined
  const suffix = '+ hedge'
  const effect = `${structure.effect}, hedge ${effectOf([hedge], Math.abs(hedge.ratio))}`
  return { ...structure, title: `${structure.title} ${suffix}`, suffix, effect, legs }
}

function custom(legs: readonly TidyLeg[], reason: CustomStructure['reason']): CustomStructure {
  const title = `custom, ${legs.length} ${legs.length === 1 ? 'leg' : 'legs'}`
  return { kind: 'custom', title, reason, effect: effectOf(legs, 1), parts: breakDown(legs) }
}

export function recognise(given: readonly StructureLeg[]): Recognition {
  const legs = tidyLegs(given)
  if (legs.length === 0) return custom(legs, 'no_legs')
  if (new Set(legs.map(leg => leg.base)).size > 1) return custom(legs, 'several_bases')
  return matchStructure(legs) ?? hedged(legs) ?? custom(legs, 'no_template')
}
