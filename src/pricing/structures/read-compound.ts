/**
 * Lines that hold two structures: one against another ("2 dec 100/110 cs vs 1 dec 90p"), a roll ("roll dec 100c to mar 110c"),
 * and legs with a side each ("long dec 100c short mar 110c").
 */
import { dec, type Decimal, div, mul, toNumber } from '../../domain/decimal.ts'
import { expiryOf, parseInstrumentName } from '../../domain/instrument.ts'
import { sideSign } from '../../domain/order.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { readDate } from '../../domain/phrase/phrase-words.ts'
import { isSideWord } from '../../domain/phrase/phrase.ts'
import type { StructureContext, StructureDraft, StructureResult } from './structure-draft.ts'

type ReadOne = (line: string, context: StructureContext) => StructureResult

const refused = (why: string): StructureResult => ({ ok: false, why, isPart: true })

export function readCompound(words: readonly string[], context: StructureContext, read: ReadOne): StructureResult | undefined {
  const against = words.findIndex(word => /^(?:vs\.?|versus|against)$/i.test(word))
  const isHedge = /^[\d.,]+k?$/.test(words[against + 1] ?? '') && words.length === against + 2
  if (against > 0 && !isHedge) return readAgainst(words.slice(0, against), words.slice(against + 1), context, read)
  if (/^roll$/i.test(words[0] ?? '')) return readRoll(words.slice(1), context, read)
  return readDiagonal(words, context, read) ?? readSides(words, context, read)
}

/** "dec 100c mar 110c diag": each strike at its own expiry, the earlier one sold. */
function readDiagonal(words: readonly string[], context: StructureContext, read: ReadOne): StructureResult | undefined {
  const [date = '', strike = '', laterDate = '', laterStrike = '', name = '', ...rest] = words
  const areDates = readDate(date) !== undefined && readDate(laterDate) !== undefined
  if (!areDates || !/\d[cp]$/i.test(strike) || !/\d[cp]$/i.test(laterStrike) || !/^diag(?:onal)?$/i.test(name)) return undefined
  const first = read([date, strike, ...rest].join(' '), context)
  const second = read(`${laterDate} ${laterStrike}`, context)
  if (!first.ok) return first
  if (!second.ok) return second
  const [near = first.value, far = second.value] = [first.value, second.value].toSorted((a, b) => endOf(a) - endOf(b))
  return merged(together(withRatio(near.legs, -1), far.legs), first.value)
}

const withRatio = (legs: readonly PackageLeg[], by: number): PackageLeg[] =>
  legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * by }))

/** Legs together; undefined where one instrument stands on both sides. */
function together(...parts: readonly (readonly PackageLeg[])[]): readonly PackageLeg[] | undefined {
  const legs = parts.flat()
  return new Set(legs.map(leg => leg.symbol)).size === legs.length ? legs : undefined
}

/** "2 dec …" against another structure: two of them, not the 2nd of December. */
const countFirst = ([first = '', ...rest]: readonly string[]): string => [/^\d+$/.test(first) ? `x${first}` : first, ...rest].join(' ')

function readAgainst(before: readonly string[], after: readonly string[], context: StructureContext, read: ReadOne): StructureResult {
  const first = read(countFirst(before), context)
  if (!first.ok) return first
  const second = read(countFirst(after), { ...context, ...viewOf(first.value) })
  if (!second.ok) return second
  const [one, two] = [first.value, second.value]
  // "perp vs dec future" is the spread between them, the later one bought.
  if (isLinear(one) && isLinear(two)) {
    const [near = one, far = two] = [one, two].toSorted((a, b) => endOf(a) - endOf(b))
    return merged(together(withRatio(near.legs, -1), far.legs), { ...one, quantity: one.quantity ?? two.quantity })
  }
  const ratios = [one.quantity, two.quantity].map(quantity => (quantity === undefined ? undefined : toNumber(quantity)))
  const [left, right] = ratios
  if ((left === undefined) !== (right === undefined) && left !== undefined && left !== 1)
    return refused(`Is “${left}” the size or a ratio? Write x${left} at the end for the size.`)
  const areRatios = left !== undefined && right !== undefined
  if (areRatios && ![left, right].every(Number.isInteger)) return refused('Ratios are whole numbers: 2 … vs 1 ….')
  const legs = together(withRatio(one.legs, areRatios ? left : 1), withRatio(two.legs, -(areRatios ? right : 1)))
  return merged(legs, { ...one, quantity: areRatios ? undefined : (two.quantity ?? one.quantity) })
}

function merged(legs: readonly PackageLeg[] | undefined, { quantity, ...draft }: StructureDraft): StructureResult {
  if (legs === undefined) return refused('The same instrument stands on both sides.')
  return { ok: true, value: { ...draft, legs, ...(quantity === undefined ? {} : { quantity }) } }
}

const isLinear = ({ legs }: StructureDraft): boolean =>
  legs.length === 1 && legs.every(({ symbol }) => parseInstrumentName(symbol)?.product !== 'option')

/** Spot and perpetual come before every future. */
const endOf = ({ legs: [leg] }: StructureDraft): number => expiryOf(leg?.symbol ?? '') ?? 0

/** The base and the expiry of the first leg hold for what follows. */
function viewOf({ legs: [leg] }: StructureDraft): Partial<StructureContext> {
  const name = parseInstrumentName(leg?.symbol ?? '')
  if (name === undefined) return {}
  return { base: name.base, ...('expiryMs' in name ? { expiryMs: name.expiryMs } : {}) }
}

/** Closes the first and opens the second, each the way the position stands. */
function readRoll(words: readonly string[], context: StructureContext, read: ReadOne): StructureResult {
  const to = words.findIndex(word => /^(?:to|into)$/i.test(word))
  if (to < 1) return refused('Say what is rolled to what: roll dec 100c to mar 110c.')
  const first = read(words.slice(0, to).join(' '), context)
  if (!first.ok) return first
  const second = read(words.slice(to + 1).join(' '), { ...context, ...viewOf(first.value) })
  if (!second.ok) return second
  const [leg] = first.value.legs
  const size = leg === undefined ? 0 : (context.positionOf?.(leg.symbol) ?? 0)
  const direction = size < 0 ? -1 : 1
  const note = size === 0 ? ['You have no position in the first leg: read as rolling a long one.'] : []
  const legs = together(withRatio(first.value.legs, -direction), withRatio(second.value.legs, direction))
  const draft = { ...second.value, quantity: second.value.quantity ?? first.value.quantity }
  return merged(legs, note.length === 0 ? draft : { ...draft, notes: note })
}

/** "buy 25dec 100c sell 25dec 110c x10". */
function readSides(words: readonly string[], context: StructureContext, read: ReadOne): StructureResult | undefined {
  const starts = words.flatMap((word, at) => (isSideWord(word) && /\d/.test(words.slice(at + 1).join('')) ? [at] : []))
  if (starts.length < 2 || starts[0] !== 0) return undefined
  const parts = starts.map((start, index) => words.slice(start, starts[index + 1]).join(' '))
  if (!parts.every(part => /\d/.test(part))) return undefined
  const drafts: StructureDraft[] = []
  for (const part of parts) {
    const found = read(part, context)
    if (!found.ok) return found
    drafts.push(found.value)
  }
  const price = drafts.find(draft => draft.price !== undefined)
  if (price !== undefined) return refused('A price stands at one leg: write the legs with + and −, and the price of the package.')
  const sizes = drafts.map(draft => draft.quantity)
  const ratios = ratiosOf(sizes)
  if (ratios === undefined) return refused('Say a size for each leg, or one for the whole.')
  const legs = together(...drafts.map((draft, index) => withRatio(draft.legs, sideSign(draft.side ?? 'buy') * (ratios.each[index] ?? 1))))
  return merged(legs, { legs: [], quantity: ratios.size })
}

/** One size for the whole, or a size for each leg: then the ratios are what they are to each other. */
function ratiosOf(
  sizes: readonly (Decimal | undefined)[],
): { readonly size: Decimal | undefined; readonly each: readonly number[] } | undefined {
  const known = sizes.flatMap(size => size ?? [])
  const last = sizes.at(-1)
  if (known.length === 0 || (known.length === 1 && last !== undefined)) return { size: last, each: sizes.map(() => 1) }
  const smallest = known.toSorted((a, b) => toNumber(a) - toNumber(b))[0] ?? dec('1')
  const each = known.map(size => toNumber(div(size, smallest)))
  if (known.length < sizes.length || !each.every(Number.isInteger)) return undefined
  return { size: mul(smallest, dec('1')), each }
}
