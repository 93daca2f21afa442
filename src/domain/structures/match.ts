/** One structure in the table of templates: as bought, then as sold; exact ratios before general ones. */
import { eq, sub } from '../decimal.ts'
import { effectOf, wingedEffect } from './effect.ts'
import { type Pattern, exactKey, formPattern, legsPattern, looseKey } from './pattern.ts'
import type { StructureTemplate, TemplateForm } from './template.ts'
import { templates } from './templates.ts'
import { type TidyLeg, strikesOf } from './tidy-legs.ts'

export type Direction = 'long' | 'short'

export interface RecognisedStructure {
  readonly kind: 'structure'
  /** In conventions 9. */
  readonly number: number
  /** Whole, as printed: "bear call spread", "short broken iron condor", "straddle + hedge". */
  readonly title: string
  /** As bought or as sold, without what `broken` and `suffix` add. */
  readonly name: string
  /** Are the legs those listed in the template, or their opposites? */
  readonly direction: Direction
  readonly code?: string
  /** Wings differ where the name expects equal ones. */
  readonly broken?: true
  /** One underlying beside a known option structure. */
  readonly suffix?: '+ hedge'
  /** What is bought and sold, without a price's word. */
  readonly effect: string
  /** Common factor of the ratios: 10 of 1:-2 has 10. */
  readonly multiple: number
  readonly legs: readonly TidyLeg[]
}

interface Candidate {
  readonly template: StructureTemplate
  readonly form: TemplateForm
}

const exact = new Map<string, Candidate[]>()
const loose = new Map<string, Candidate[]>()
/** Nearly every subset of a large package ends here, before its keys are made. */
const shapes = new Set<string>()
for (const template of templates) {
  for (const form of template.forms) {
    shapes.add(formPattern(form).shape)
    const general = form.constraint === 'any_ratio'
    const table = general ? loose : exact
    const key = general ? looseKey(formPattern(form), 1) : exactKey(formPattern(form), 1)
    table.set(key, [...(table.get(key) ?? []), { template, form }])
  }
}

/** Are the outermost two differences of strikes equal? */
function hasEqualWings(legs: readonly TidyLeg[]): boolean {
  const strikes = strikesOf(legs)
  const [first, second] = strikes
  const [beforeLast, last] = strikes.slice(-2)
  if (first === undefined || second === undefined || beforeLast === undefined || last === undefined) return true
  return eq(sub(second, first), sub(last, beforeLast))
}

function fits(form: TemplateForm, legs: readonly TidyLeg[], pattern: Pattern): boolean {
  switch (form.constraint) {
    case 'equal_wings':
      return hasEqualWings(legs)
    case 'unequal_wings':
      return !hasEqualWings(legs)
    case 'any_ratio':
      return new Set(pattern.ratios.map(Math.abs)).size > 1
    default:
      return true
  }
}

/** "2x3": bought by sold as listed, lower strike first for calls, higher for puts. */
function ratioText(legs: readonly TidyLeg[], multiple: number): string {
  const ordered = [...legs].sort((a, b) => a.strikeRank - b.strikeRank)
  if (legs[0]?.kind === 'P') ordered.reverse()
  return ordered.map(leg => Math.abs(leg.ratio) / multiple).join('x')
}

function nameOf({ template, form }: Candidate, direction: Direction, legs: readonly TidyLeg[], multiple: number): string {
  const [only] = legs
  if (template.number === 3 && only !== undefined) {
    const product = only.product ?? (only.expiry === undefined ? template.name : 'future')
    return direction === 'long' ? product : `short ${product}`
  }
  const name = direction === 'long' ? (form.name ?? template.name) : (form.soldName ?? template.soldName)
  return form.constraint === 'any_ratio' ? `${name} ${ratioText(legs, multiple)}` : name
}

function find(legs: readonly TidyLeg[], pattern: Pattern): { candidate: Candidate; direction: Direction } | undefined {
  for (const [table, key] of [
    [exact, exactKey],
    [loose, looseKey],
  ] as const) {
    for (const [sign, direction] of [
      [1, 'long'],
      [-1, 'short'],
    ] as const) {
      const candidate = table.get(key(pattern, sign))?.find(each => fits(each.form, legs, pattern))
      if (candidate !== undefined) return { candidate, direction }
    }
  }
  return undefined
}

/** Which structure legs are, before anything is said about it. */
export interface IdentifiedStructure {
  /** In conventions 9. */
  readonly number: number
  readonly direction: Direction
  readonly isBroken: boolean
  readonly legs: readonly TidyLeg[]
  readonly candidate: Candidate
  readonly multiple: number
}

/** As `matchStructure`, for who tries many sets of legs and names few. */
export function identifyStructure(legs: readonly TidyLeg[]): IdentifiedStructure | undefined {
  const pattern = legsPattern(legs)
  const found = shapes.has(pattern.shape) ? find(legs, pattern) : undefined
  if (found === undefined) return undefined
  const { candidate, direction } = found
  const isBroken = candidate.form.constraint === 'equal_wings_else_broken' && !hasEqualWings(legs)
  return { number: candidate.template.number, direction, isBroken, legs, candidate, multiple: pattern.multiple }
}

/** Its names and what it does. */
export function describeStructure({ candidate, direction, isBroken, legs, multiple }: IdentifiedStructure): RecognisedStructure {
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

/** The one structure that tidy legs of one base are, or undefined. */
export function matchStructure(legs: readonly TidyLeg[]): RecognisedStructure | undefined {
  const identified = identifyStructure(legs)
  return identified && describeStructure(identified)
}
