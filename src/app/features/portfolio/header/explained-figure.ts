/**
 * An explained header figure: formula with values, inputs with calculation, source and age, and exclusions. Plain data
 * for display and copying.
 */
import { type MissingInput, gapText } from '../../../../core/account/gap.ts'
import type { AccountChoices } from '../../../../core/account/parse-account-choices.ts'
import type { SeenRealised } from '../../../../core/account/realised-model.ts'
import { type Decimal, eq, roundTo, sum } from '../../../../core/domain/decimal.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import { formatAge } from '../../../ui/format/format-time.ts'
import { maskAmount } from '../../../ui/format/privacy.ts'
import type { DayChangeShown } from '../history/use-day-change.ts'

export interface ExplainedInput {
  /** Unique: a venue may list both sides of an instrument under one name. */
  readonly id: string
  readonly name: string
  /** Its calculation: "−2 × mark 2,500.00". */
  readonly how: string
  readonly value: Decimal | undefined
  readonly source: string
  readonly agoMs: (() => number | undefined) | undefined
  readonly isWarning?: boolean | undefined
}

export interface ExplainedFigure {
  readonly title: string
  readonly value: Decimal | undefined
  readonly unit: string
  readonly places: number
  readonly look: 'plain' | 'signed' | 'pnl'
  readonly definition: string
  readonly formula: string
  readonly inputs: readonly ExplainedInput[]
  readonly notes: readonly string[]
  readonly leftOut: readonly string[]
  readonly gap?: MissingInput | undefined
}

/** Inputs of every explanation. */
export interface FigureInputs extends AccountChoices {
  readonly portfolio: Portfolio
  readonly day: DayChangeShown
  readonly realised: SeenRealised | undefined
}

export type Explain = (inputs: FigureInputs) => ExplainedFigure

export interface Term {
  readonly name: string
  readonly value: Decimal | undefined
}

const bracketed = (text: string): string => (text.startsWith('−') ? `(${text})` : text)

const mostPlaces = 10

/** Fewest decimals, from `least` on, at which the rounded parts add up to the rounded total. */
export function placesThatAddUp(parts: readonly Decimal[], total: Decimal, least: number): number {
  for (let places = least; places < mostPlaces; places += 1) {
    if (eq(sum(parts.map(part => roundTo(part, places))), roundTo(total, places))) return places
  }
  return least
}

export function sumFormula(terms: readonly Term[], value: Decimal | undefined, unit: string, least = 2): string {
  const parts = terms.flatMap(term => term.value ?? [])
  const places = value === undefined || parts.length < terms.length ? least : placesThatAddUp(parts, value, least)
  const written = (each: Decimal | undefined): string => (each === undefined ? dash : formatAmount(each, { places }))
  const left = terms.map(term => `${term.name} ${bracketed(written(term.value))}`).join(' + ')
  return `${left === '' ? 'nothing held' : left} = ${written(value)} ${unit}`
}

const mostTerms = 4

export function inputsFormula(inputs: readonly ExplainedInput[], value: Decimal | undefined, unit: string): string {
  const counted = inputs.filter(input => input.value !== undefined)
  if (counted.length <= mostTerms) return sumFormula(counted, value, unit)
  return `Σ of the ${counted.length} values below = ${value === undefined ? dash : formatAmount(value, { places: 2 })} ${unit}`
}

export function figureText(figure: ExplainedFigure): string {
  const age = (agoMs: ExplainedInput['agoMs']): string => {
    const ago = agoMs?.()
    return ago === undefined ? '' : formatAge(ago)
  }
  const raw = (value: Decimal | undefined): string => (value === undefined ? '' : maskAmount(value))
  const lines = [
    [figure.title, raw(figure.value), figure.unit],
    [figure.definition],
    [figure.formula],
    ...(figure.gap === undefined ? [] : [[`Not known: ${gapText(figure.gap)}`]]),
    ['Input', 'How', figure.unit, 'Source', 'Age'],
    ...figure.inputs.map(input => [input.name, input.how, raw(input.value), input.source, age(input.agoMs)]),
    ...(figure.leftOut.length === 0 ? [] : [['Left out', figure.leftOut.join(', ')]]),
    ...figure.notes.map(note => [note]),
  ]
  return lines.map(cells => cells.join('\t')).join('\n')
}
