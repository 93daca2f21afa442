/**
 * Lines with two structures: one against another ("2 dec 100/110 cs vs 1 dec 90p"), a roll ("roll dec 100c to mar
 * 110c"), or legs with a side each ("long dec 100c short mar 110c").
 */
import { dec, type Decimal, div, mul, toNumber } from '../../domain/decimal.ts'
import { expiryOf, parseInstrumentName } from '../../domain/instrument.ts'
import { sideSign } from '../../domain/order.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { findExpiry } from '../../domain/phrase/phrase-dates.ts'
import { readDate } from '../../domain/phrase/phrase-words.ts'
import { isFiller, isSideWord } from '../../domain/phrase/phrase.ts'
import { structureAt } from '../../domain/phrase/structure-names.ts'
import type { StructureContext, StructureDraft, StructureResult } from './structure-draft.ts'

type ReadOne = (line: string, context: StructureContext) => StructureResult

const refused = (why: string): StructureResult => ({ ok: false, why, isPart: true })

const isAgainst = (word: string): boolean => /^(?:vs?\.?|versus|against)$/i.test(word)
const isDate = (word: string): boolean => readDate(word) !== undefined
const isUndated = (word: string): boolean => /^(?:perp(?:etual)?|spot)$/i.test(word)
const isWhat = (word: string): boolean => /\d/.test(word) || isUndated(word)

export function readCompound(
  said: readonly string[],
  context: StructureContext,
  read: ReadOne,
): StructureResult | undefined {
  const roll = said.findIndex(word => !isFiller(word))
  if (/^roll(?:ing)?$/i.test(said[roll] ?? '')) return readRoll(said.slice(roll + 1), context, read)
  const words = withJoinedDates(said)
  const against = words.findIndex(isAgainst)
  // "vs 97800 x10" is a hedge reference.
  const isHedge =
    /^[\d.,]+k?$/.test(words[against + 1] ?? '') &&
    words
      .slice(against + 2)
      .every(
        word =>
          (!isDate(word) || /^\d{1,2}d$/i.test(word)) && !/\d[cp]$/i.test(word) && structureAt([word], 0) === undefined,
      )
  if (against > 0 && !isHedge) return readAgainst(words.slice(0, against), words.slice(against + 1), context, read)
  return (
    readDiagonal(words, context, read) ??
    readSides(words, context, read) ??
    (words.length < said.length ? read(words.join(' '), context) : undefined)
  )
}

/** "dec vs mar" and "dec to mar" mean "dec/mar". */
function withJoinedDates(words: readonly string[]): readonly string[] {
  const at = words.findIndex(
    (word, index) =>
      (isAgainst(word) || /^(?:to|and)$/i.test(word)) &&
      isDate(words[index - 1] ?? '') &&
      isDate(words[index + 1] ?? ''),
  )
  const isStructure = (part: readonly string[]): boolean => part.some(word => structureAt([word], 0) !== undefined)
  // "25d rr dec vs mar 25d rr": two structures, each with its own expiry.
  if (isStructure(words.slice(0, at - 1)) && isStructure(words.slice(at + 2))) return words
  return at < 1 ? words : words.toSpliced(at - 1, 3, `${words[at - 1]}/${words[at + 1]}`)
}

/** Copies the line's only expiry and underlying to the parts before it. Returns the reason if it cannot. */
function withShared(
  parts: readonly (readonly string[])[],
  { universe }: StructureContext,
): readonly (readonly string[])[] | { readonly why: string } {
  const isBase = (word: string): boolean => universe.bases().includes(word.toUpperCase())
  const isMonthDay = (part: readonly string[], at: number): boolean =>
    [part[at - 1], part[at + 1]].some(word => /^(?:\d{1,2}|20\d{2})$/.test(word ?? ''))
  const shared: string[] = []
  for (const is of [isDate, isBase]) {
    const holders = parts.filter(part => part.some(is))
    const found = new Set(holders.flat().filter(is))
    const [only = ''] = found
    if (parts[0]?.some(is) === true || found.size === 0) continue
    if (found.size > 1 || (is === isDate && holders.some(part => isMonthDay(part, part.findIndex(is)))))
      return { why: `Is “${only}” of every leg? Write the expiry and the underlying at the first leg.` }
    shared.push(only)
  }
  return shared.length === 0
    ? parts
    : parts.map(part => [
        ...part,
        ...shared.filter(word => !part.includes(word) && !(isDate(word) && part.some(isUndated))),
      ])
}

/** "dec 100c mar 110c diag": each strike at its own expiry, the earlier one sold. */
function readDiagonal(words: readonly string[], context: StructureContext, read: ReadOne): StructureResult | undefined {
  const [date = '', strike = '', laterDate = '', laterStrike = '', name = '', ...rest] = words
  const areDates = readDate(date) !== undefined && readDate(laterDate) !== undefined
  if (!areDates || !/\d[cp]$/i.test(strike) || !/\d[cp]$/i.test(laterStrike) || !/^diag(?:onal)?$/i.test(name))
    return undefined
  const first = read([date, strike, ...rest].join(' '), context)
  const second = read(`${laterDate} ${laterStrike}`, context)
  if (!first.ok) return first
  if (!second.ok) return second
  const [near = first.value, far = second.value] = [first.value, second.value].toSorted((a, b) => endOf(a) - endOf(b))
  return merged(together(withRatio(near.legs, -1), far.legs), first.value)
}

const withRatio = (legs: readonly PackageLeg[], by: number): PackageLeg[] =>
  legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * by }))

function together(...parts: readonly (readonly PackageLeg[])[]): readonly PackageLeg[] | undefined {
  const legs = parts.flat()
  return new Set(legs.map(leg => leg.symbol)).size === legs.length ? legs : undefined
}

/** "2 dec …" against another structure means two of it, unless the 2nd of December is listed. */
function countFirst([first = '', ...rest]: readonly string[], { universe, base, nowMs }: StructureContext): string {
  const day = readDate(`${first}${rest[0]}`)
  const isDay = day !== undefined && findExpiry(day, universe.expiries(base), nowMs).ok
  return [/^\d+$/.test(first) && !isDay ? `x${first}` : first, ...rest].join(' ')
}

function readAgainst(
  left_: readonly string[],
  right_: readonly string[],
  context: StructureContext,
  read: ReadOne,
): StructureResult {
  const parts = withShared([left_, right_], context)
  if ('why' in parts) return refused(parts.why)
  const [before = [], after = []] = parts
  const first = read(countFirst(before, context), context)
  if (!first.ok) return first
  const second = read(countFirst(after, context), { ...context, ...viewOf(first.value) })
  if (!second.ok) return second
  const [one, two] = [first.value, second.value]
  if (two.side !== undefined && two.side === (one.side ?? two.side))
    return refused('Are both bought, or is the second sold? Write buy … sell …, or the legs with + and −.')
  if (isPriced(one) || isPriced(two)) return refused(priceOfWhole)
  // "perp vs dec future" is the spread between them, with the later one bought.
  if (isLinear(one) && isLinear(two)) {
    const [near = one, far = two] = [one, two].toSorted((a, b) => endOf(a) - endOf(b))
    return merged(together(withRatio(near.legs, -1), far.legs), { ...one, quantity: one.quantity ?? two.quantity })
  }
  const ratios = [one.quantity, two.quantity].map(quantity => (quantity === undefined ? undefined : toNumber(quantity)))
  const [left, right] = ratios
  if ((left === undefined) !== (right === undefined) && left !== undefined && left !== 1)
    return refused(`Is “${left}” the size or a ratio? Write x${left} at the end for the size.`)
  const areRatios = left !== undefined && right !== undefined
  if (isLinear(one) !== isLinear(two) && !areRatios)
    return refused(`How many of “${right_.join(' ')}”? Write a number at both sides: 10 … vs 4 ….`)
  if (areRatios && ![left, right].every(Number.isInteger)) return refused('Ratios are whole numbers: 2 … vs 1 ….')
  const legs = together(withRatio(one.legs, areRatios ? left : 1), withRatio(two.legs, -(areRatios ? right : 1)))
  const notes = [...(one.notes ?? []), ...(two.notes ?? [])]
  const quantity = areRatios ? undefined : (two.quantity ?? one.quantity)
  return merged(legs, { ...one, mode: one.mode ?? two.mode, quantity, notes: notes.length === 0 ? undefined : notes })
}

/** A price without a sign applies to one structure only. */
const isPriced = ({ price, type }: StructureDraft): boolean => type === 'MARKET' || /[a-z]/.test(price ?? '')
const priceOfWhole = 'A price stands at one leg: write the legs with + and −, and the price of the package.'

function merged(legs: readonly PackageLeg[] | undefined, { quantity, ...draft }: StructureDraft): StructureResult {
  if (legs === undefined) return refused('The same instrument stands on both sides.')
  return { ok: true, value: { ...draft, legs, ...(quantity === undefined ? {} : { quantity }) } }
}

const isLinear = ({ legs }: StructureDraft): boolean =>
  legs.length === 1 && legs.every(({ symbol }) => parseInstrumentName(symbol)?.product !== 'option')

const endOf = ({ legs: [leg] }: StructureDraft): number =>
  expiryOf(leg?.symbol ?? '') ?? (parseInstrumentName(leg?.symbol ?? '')?.product === 'spot' ? 0 : 1)

function viewOf({ legs: [leg] }: StructureDraft): Partial<StructureContext> {
  const name = parseInstrumentName(leg?.symbol ?? '')
  if (name === undefined) return {}
  return { base: name.base, ...('expiryMs' in name ? { expiryMs: name.expiryMs } : {}) }
}

/** Closes the first and opens the second in the position's direction. Details that one omits come from the other. */
function readRoll(said: readonly string[], context: StructureContext, read: ReadOne): StructureResult {
  const isHeld = (word: string): boolean => /^(?:long|short)$/i.test(word)
  const held = said.find(isHeld)?.toLowerCase()
  const words = said
    .filter(word => !isHeld(word) && !/^(?:my|our|the|up|down|out|forward)$/i.test(word))
    .map(word => (/^into$/i.test(word) ? 'to' : word))
  const to = words.findIndex(word => /^to$/i.test(word))
  if (to < 1) return refused('Say what is rolled “to” what: roll dec 100c to mar 110c.')
  const [before, after] = [words.slice(0, to), words.slice(to + 1)]
  const isWhat = (word: string): boolean => !isDate(word) && !/^(?:x[\d.,]+k?|[\d.,]+k?x)$/i.test(word)
  const [whatBefore, whatAfter] = [before, after].map(part => part.filter(isWhat))
  const isOnlySize = (part: readonly string[] | undefined): boolean =>
    part === undefined || part.every(word => /^\d{1,3}$/.test(word))
  const isBeforeBare = isOnlySize(whatBefore)
  const first = read(countFirst(isBeforeBare ? [...before, ...(whatAfter ?? [])] : before, context), context)
  if (!first.ok) return first
  const isCount = /^\d+$/.test(before[0] ?? '') && isDate(before[1] ?? '')
  const kept = isCount ? (whatBefore ?? []).slice(1) : (whatBefore ?? [])
  const isAfterBare = whatAfter?.length === 0
  const second = read([...(isAfterBare ? kept : []), ...after].join(' '), { ...context, ...viewOf(first.value) })
  if (!second.ok) return second
  if (first.value.price !== undefined || isPriced(second.value)) return refused(priceOfWhole)
  const side = words.find(isSideWord)
  if (side !== undefined)
    return refused(`Is the position that is rolled long or short? Write that in place of “${side}”.`)
  const [leg] = first.value.legs
  const size = leg === undefined ? 0 : (context.positionOf?.(leg.symbol) ?? 0)
  const direction = held === undefined ? (size < 0 ? -1 : 1) : held === 'short' ? -1 : 1
  const note =
    size === 0 && held === undefined ? ['You have no position in the first leg: read as rolling a long one.'] : []
  const legs = together(withRatio(first.value.legs, -direction), withRatio(second.value.legs, direction))
  const draft = { ...second.value, quantity: second.value.quantity ?? first.value.quantity }
  return merged(legs, note.length === 0 ? draft : { ...draft, notes: note })
}

/** "buy 25dec 100c sell 25dec 110c x10". */
function readSides(words: readonly string[], context: StructureContext, read: ReadOne): StructureResult | undefined {
  const starts = words.flatMap((word, at) => (isSideWord(word) && words.slice(at + 1).some(isWhat) ? [at] : []))
  const isBase = (word: string): boolean => context.universe.bases().includes(word.toUpperCase())
  const before = words.slice(0, starts[0])
  if (starts.length < 2 || !before.every(word => isFiller(word) || isDate(word) || isBase(word))) return undefined
  const said = starts.map((start, index) => [...(index === 0 ? before : []), ...words.slice(start, starts[index + 1])])
  if (!said.every(part => part.some(isWhat))) return undefined
  const parts = withShared(said, context)
  if ('why' in parts) return refused(parts.why)
  const drafts: StructureDraft[] = []
  for (const part of parts) {
    const last = drafts.at(-1)
    const found = read(part.join(' '), last === undefined ? context : { ...context, ...viewOf(last) })
    if (!found.ok) return found
    drafts.push(found.value)
  }
  if (drafts.some(draft => draft.price !== undefined)) return refused(priceOfWhole)
  const sizes = drafts.map(draft => draft.quantity)
  const ratios = ratiosOf(sizes)
  if (ratios === undefined) return refused('Say a size for each leg, or one for the whole.')
  const legs = together(
    ...drafts.map((draft, index) => withRatio(draft.legs, sideSign(draft.side ?? 'buy') * (ratios.each[index] ?? 1))),
  )
  const notes = drafts.flatMap(draft => draft.notes ?? [])
  return merged(legs, {
    legs: [],
    quantity: ratios.size,
    ...(notes.length === 0 ? {} : { notes: [...new Set(notes)] }),
  })
}

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
