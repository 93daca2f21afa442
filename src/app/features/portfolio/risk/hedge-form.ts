/** Parses the bounds of a hedge, from fields or the command line. */
import { zodResolver } from '@hookform/resolvers/zod'
import { toNumber } from '../../../../core/domain/decimal.ts'
import { maxOrderLegs } from '../../../../core/domain/order-rules.ts'
import { parseTypedNumber, whyNoNumber } from '../../../../core/domain/typed-number.ts'
import { z } from '../../../../core/domain/zod.ts'
import { type HedgeBound, type HedgeMeasure, hedgeMeasures } from '../../../../core/pricing/solve/hedge-measures.ts'

const text = z.string()
const fields = z.object({ delta: text, gamma: text, vega: text, theta: text, stress: text, margin: text, legs: text })
export type HedgeFields = z.infer<typeof fields>

export const noBounds: HedgeFields = { delta: '', gamma: '', vega: '', theta: '', stress: '', margin: '', legs: '4' }

type BoundInput = Pick<HedgeBound, 'low' | 'high'> | 'wrong' | undefined

function numberOf(typed: string | undefined): number {
  const value = parseTypedNumber(typed ?? '')
  return value === undefined ? Number.NaN : toNumber(value)
}

/** "500" means within ±500; "-200 to 300", "at least -200", "at most 300". */
function readRange(typed: string): BoundInput {
  const range = /^(.+?)\s*(?:to|\.\.)\s*(.+)$/.exec(typed)
  const side = /^(at least|at most)\s+(.+)$/.exec(typed)
  const [low, high] =
    range !== null
      ? [numberOf(range[1]), numberOf(range[2])]
      : side === null
        ? [-numberOf(typed), numberOf(typed)]
        : side[1] === 'at least'
          ? [numberOf(side[2]), Infinity]
          : [-Infinity, numberOf(side[2])]
  return low <= high ? { low, high } : 'wrong'
}

function readBound(measure: HedgeMeasure, typed: string): BoundInput {
  const plain = typed.trim().toLowerCase()
  if (plain === '') return undefined
  if (measure !== 'stress' && measure !== 'margin') return readRange(plain)
  const value = numberOf(plain.replace(/%$/, ''))
  if (!(value >= 0)) return 'wrong'
  return measure === 'stress' ? { low: -value, high: Infinity } : { low: -Infinity, high: value / 100 }
}

function readLegs(typed: string): number | undefined {
  const legs = numberOf(typed)
  return Number.isInteger(legs) && legs >= 1 && legs <= maxOrderLegs ? legs : undefined
}

const rangeError = '500, or -200 to 300, or at least -200, or at most 300'
const errors: Readonly<Record<keyof HedgeFields, string>> = {
  delta: rangeError,
  gamma: rangeError,
  vega: rangeError,
  theta: rangeError,
  stress: 'A loss in USD, from zero',
  margin: 'A percentage, from zero',
  legs: `1 to ${maxOrderLegs}`,
}

function wrongText(measure: HedgeMeasure, typed: string): string {
  const [why] = typed.split(/\bto\b|\.\.|\bat (?:least|most)\b|%/i).flatMap(part => whyNoNumber(part) ?? [])
  return why === undefined ? errors[measure] : `${why} ${errors[measure]}`
}

export const hedgeResolver = zodResolver(
  fields.check(
    z.superRefine((typed, context) => {
      for (const measure of hedgeMeasures) {
        if (readBound(measure, typed[measure]) === 'wrong')
          context.addIssue({ code: 'custom', path: [measure], message: wrongText(measure, typed[measure]) })
      }
      if (readLegs(typed.legs) === undefined) context.addIssue({ code: 'custom', path: ['legs'], message: errors.legs })
    }),
  ),
)

export function readHedge(typed: HedgeFields): { readonly bounds: readonly HedgeBound[]; readonly mostLegs: number } {
  const bounds = hedgeMeasures.flatMap(measure => {
    const read = readBound(measure, typed[measure])
    return read === undefined || read === 'wrong' ? [] : [{ measure, ...read }]
  })
  return { bounds, mostLegs: readLegs(typed.legs) ?? 1 }
}

const names: Readonly<Record<string, keyof HedgeFields>> = { worst: 'stress', loss: 'stress', leg: 'legs' }
const word = /\b(delta|gamma|vega|theta|stress|worst|loss|margin|legs?)\b/gi

/** "vega < 500 legs 3" as fields; other words stay in the preceding field, which reports them. */
export function hedgeFieldsOf(words: string): HedgeFields {
  const found = [...words.matchAll(word)]
  const typed: Record<string, string> = { ...noBounds }
  for (const [at, match] of found.entries()) {
    const name = match[1]?.toLowerCase() ?? ''
    const rest = words.slice(match.index + match[0].length, found[at + 1]?.index).trim()
    typed[names[name] ?? name] = rest
      .replace(/(?:,|\band\b)\s*$/i, '')
      .replace(/^(?:<=?|≤|±|within|under|below)\s*/i, '')
      .replace(/^(?:>=?|≥|above|over)\s*/i, 'at least ')
      .trim()
  }
  return fields.parse(typed)
}
