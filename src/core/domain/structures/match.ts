/** Matches one structure against the templates: bought before sold, exact ratios before general ones. */
import { eq, gcd, sub } from '../decimal.ts'
import { effectOf, wingedEffect } from './effect.ts'
import { formOutline, mostLegs, type OutlinedLeg, outlinedLegs, outlinedRatios, outlineOf } from './outline.ts'
import type { StructureTemplate, TemplateForm } from './template.ts'
import { templates } from './templates.ts'
import { strikesOf, type TidyLeg } from './tidy-legs.ts'

export type Direction = 'long' | 'short'

export interface RecognisedStructure {
  readonly kind: 'structure'
  /** Number in conventions 9. */
  readonly number: number
  /** Full name: "bear call spread", "short broken iron condor", "straddle + hedge". */
  readonly title: string
  readonly name: string
  /** Legs as in the template, or their opposites. */
  readonly direction: Direction
  readonly code?: string
  /** True if wings differ although the name implies equal ones. */
  readonly broken?: true
  readonly suffix?: '+ hedge'
  /** Bought and sold legs, without a word for the price. */
  readonly effect: string
  /** Common factor of the ratios: 10 for 10:-20. */
  readonly multiple: number
  readonly legs: readonly TidyLeg[]
}

interface Candidate {
  readonly template: StructureTemplate
  readonly form: TemplateForm
  /** In outline order, without a common factor. */
  readonly ratios: readonly number[]
  readonly isGeneral: boolean
}

/** By outline. */
const candidates = new Map<number, Candidate[]>()
for (const template of templates) {
  for (const form of template.forms) {
    const { outline, ratios } = formOutline(form)
    const candidate = { template, form, ratios, isGeneral: form.constraint === 'any_ratio' }
    candidates.set(outline, [...(candidates.get(outline) ?? []), candidate])
  }
}

function hasEqualWings(legs: readonly TidyLeg[]): boolean {
  const strikes = strikesOf(legs)
  const [first, second] = strikes
  const [beforeLast, last] = strikes.slice(-2)
  if (first === undefined || second === undefined || beforeLast === undefined || last === undefined) return true
  return eq(sub(second, first), sub(last, beforeLast))
}

function fits(form: TemplateForm, legs: readonly TidyLeg[]): boolean {
  switch (form.constraint) {
    case 'equal_wings':
      return hasEqualWings(legs)
    case 'unequal_wings':
      return !hasEqualWings(legs)
    case 'any_ratio':
      return new Set(legs.map(leg => Math.abs(leg.ratio))).size > 1
    default:
      return true
  }
}

/** "2x3": bought by sold, lower strike first for calls, higher for puts. */
function ratioText(legs: readonly TidyLeg[], multiple: number): string {
  const ordered = [...legs].sort((a, b) => a.strikeRank - b.strikeRank)
  if (legs[0]?.kind === 'P') ordered.reverse()
  return ordered.map(leg => Math.abs(leg.ratio) / multiple).join('x')
}

function nameOf(
  { template, form }: Candidate,
  direction: Direction,
  legs: readonly TidyLeg[],
  multiple: number,
): string {
  const [only] = legs
  if (template.number === 3 && only !== undefined) {
    const product = only.product ?? (only.expiry === undefined ? template.name : 'future')
    if (direction === 'long') return product
    // Coins are sold from a balance.
    return product === 'spot' ? 'sold spot' : `short ${product}`
  }
  const name = direction === 'long' ? (form.name ?? template.name) : (form.soldName ?? template.soldName)
  return form.constraint === 'any_ratio' ? `${name} ${ratioText(legs, multiple)}` : name
}

function hasRatios({ ratios, isGeneral }: Candidate, factor: number): boolean {
  for (let at = 0; at < ratios.length; at++) {
    const [own, given] = [(ratios[at] ?? 0) * factor, outlinedRatios[at] ?? 0]
    if (isGeneral ? own > 0 !== given > 0 : own !== given) return false
  }
  return true
}

interface DirectedCandidate {
  readonly candidate: Candidate
  readonly direction: Direction
}

/** Plain loops for speed: it runs on nearly every pair of a large portfolio. */
function findOne(
  legs: readonly TidyLeg[],
  among: readonly Candidate[],
  factor: number,
  isGeneral: boolean,
): Candidate | undefined {
  for (const each of among)
    if (each.isGeneral === isGeneral && hasRatios(each, factor) && fits(each.form, legs)) return each
  return undefined
}

function find(legs: readonly TidyLeg[], among: readonly Candidate[], multiple: number): DirectedCandidate | undefined {
  for (let general = 0; general < 2; general++) {
    const bought = findOne(legs, among, multiple, general === 1)
    if (bought !== undefined) return { candidate: bought, direction: 'long' }
    const sold = findOne(legs, among, -multiple, general === 1)
    if (sold !== undefined) return { candidate: sold, direction: 'short' }
  }
  return undefined
}

function multipleOf(legs: readonly TidyLeg[]): number {
  for (const leg of legs) if (leg.ratio === 1 || leg.ratio === -1) return 1
  return gcd(legs.map(leg => leg.ratio))
}

export interface IdentifiedStructure {
  readonly number: number
  readonly direction: Direction
  readonly isBroken: boolean
  readonly legs: readonly TidyLeg[]
  readonly candidate: Candidate
  readonly multiple: number
}

const mixOf = (size: number, bought: number, calls: number, underlyings: number): number =>
  ((size * 8 + bought) * 8 + calls) * 8 + underlyings

const mixes = new Uint8Array(mixOf(mostLegs + 1, 0, 0, 0))
for (const { forms } of templates) {
  for (const { legs } of forms) {
    const bought = legs.filter(leg => leg.ratio > 0).length
    const [calls, underlyings] = (['C', 'U'] as const).map(kind => legs.filter(leg => leg.kind === kind).length)
    for (const each of [bought, legs.length - bought]) mixes[mixOf(legs.length, each, calls ?? 0, underlyings ?? 0)] = 1
  }
}

export const mostOneSided = Math.max(
  ...templates.flatMap(({ forms }) =>
    forms.map(({ legs }) => (new Set(legs.map(leg => leg.ratio > 0)).size === 1 ? legs.length : 0)),
  ),
)

export const hasKnownMix = (size: number, bought: number, calls: number, underlyings: number): boolean =>
  mixes[mixOf(size, bought, calls, underlyings)] === 1

export const candidatesFor = (outlined: readonly OutlinedLeg[]): readonly Candidate[] | undefined =>
  outlined.length > mostLegs ? undefined : candidates.get(outlineOf(outlined))

/** Like `matchStructure`, without names. `among`: the candidates found for these legs. */
export function identifyAmong(among: readonly Candidate[], legs: readonly TidyLeg[]): IdentifiedStructure | undefined {
  const multiple = multipleOf(legs)
  const found = find(legs, among, multiple)
  if (found === undefined) return undefined
  const { candidate, direction } = found
  const isBroken = candidate.form.constraint === 'equal_wings_else_broken' && !hasEqualWings(legs)
  return { number: candidate.template.number, direction, isBroken, legs, candidate, multiple }
}

function describeStructure({
  candidate,
  direction,
  isBroken,
  legs,
  multiple,
}: IdentifiedStructure): RecognisedStructure {
  const { template } = candidate
  const name = nameOf(candidate, direction, legs, multiple)
  return {
    kind: 'structure',
    number: template.number,
    title: isBroken ? name.replace(/^(short )?/, '$1broken ') : name,
    name,
    direction,
    ...(template.code === undefined ? {} : { code: template.code }),
    ...(isBroken ? { broken: true } : {}),
    effect: template.winged === true ? wingedEffect(legs, multiple) : effectOf(legs, multiple),
    multiple,
    legs,
  }
}

/** Requires tidy legs of one base. Undefined if no structure matches. */
export function matchStructure(legs: readonly TidyLeg[]): RecognisedStructure | undefined {
  const among = candidatesFor(outlinedLegs(legs))
  const identified = among && identifyAmong(among, legs)
  return identified && describeStructure(identified)
}
