/**
 * A structure in the words of a desk, read as far as the words alone say it: "sell 10 dec 85/110 strangle 3500", "25d rr mar", "ic 10d/25d x5 rfq". What stands
 * where does not matter but for bare numbers: after "buy" or "sell" the size, else strikes while the structure lacks them, then the price. A word that is not
 * understood is named; nothing is skipped.
 */
import { type Decimal, sign } from '../decimal.ts'
import { type Side, opposite } from '../order.ts'
import { type DateWord, type StrikeWord, readAmount, readDate, readParts, readStrike } from './phrase-words.ts'
import { type NamedStructure, ratioSpread, structureAt } from './structure-names.ts'

export interface PhrasePrice {
  readonly value: Decimal
  /** Said by a word; a sign is in the value. */
  readonly effect?: 'debit' | 'credit'
  readonly isSigned: boolean
}

export interface Bare {
  readonly text: string
  readonly value: Decimal
  /** Right after "buy" or "sell", or the first of all: a size, unless the structure lacks a strike. */
  readonly isLeading: boolean
  readonly isAfterSide: boolean
  /** "10 dec" after a side: a size, unless the 10th of December is listed. */
  readonly dayOf?: DateWord
}

export interface Phrase {
  readonly side: Side | undefined
  readonly size: Decimal | undefined
  readonly price: PhrasePrice | undefined
  readonly mode: 'rfq' | 'firm' | undefined
  readonly type: 'LIMIT' | 'MARKET' | undefined
  readonly tif: 'GTC' | 'IOC' | undefined
  readonly base: string | undefined
  readonly dates: readonly DateWord[]
  readonly structure: NamedStructure | undefined
  readonly strikes: readonly StrikeWord[]
  readonly bare: readonly Bare[]
}

export type PhraseResult =
  | { readonly ok: true; readonly phrase: Phrase }
  /** `isPart`: some of it is of a structure, so that a structure was meant. */
  | { readonly ok: false; readonly why: string; readonly isPart: boolean }

type Draft = { -readonly [Name in keyof Phrase]: Phrase[Name] extends readonly (infer Item)[] ? Item[] : Phrase[Name] } & {
  /** The words that named the structure. */
  said?: readonly string[]
  ratio?: { readonly text: string; readonly bought: number; readonly sold: number }
}

const sides: Readonly<Record<string, Side>> = { buy: 'buy', sell: 'sell', long: 'buy', short: 'sell', bid: 'buy', offer: 'sell' }
const kinds: Readonly<Record<string, Partial<Draft>>> = {
  rfq: { mode: 'rfq' },
  quote: { mode: 'rfq' },
  firm: { mode: 'firm' },
  limit: { mode: 'firm', type: 'LIMIT' },
  lmt: { mode: 'firm', type: 'LIMIT' },
  market: { mode: 'firm', type: 'MARKET', tif: 'IOC' },
  mkt: { mode: 'firm', type: 'MARKET', tif: 'IOC' },
  ioc: { mode: 'firm', tif: 'IOC' },
  gtc: { mode: 'firm', tif: 'GTC' },
}
const effects: Readonly<Record<string, 'debit' | 'credit'>> = {
  credit: 'credit',
  cr: 'credit',
  receive: 'credit',
  debit: 'debit',
  db: 'debit',
  dr: 'debit',
  pay: 'debit',
}
/** Words that add nothing. */
const fillers = new Set(['a', 'an', 'the', 'of', 'at', 'for', 'in', 'on', 'lots', 'contracts', 'and', 'exp', 'expiry', 'strike', 'strikes'])

/** The words, with "@ 120" and "x 10" joined and signs as keyboards have them. */
export function wordsOf(line: string): string[] {
  const text = line
    .replaceAll('−', '-')
    .replaceAll('×', 'x')
    .replace(/\s*\/\s*/g, '/')
    .replace(/@\s+/g, '@')
    .replace(/(^|\s)x\s+(?=\d)/gi, '$1x')
    .replace(/(\d)\s+x(?=\s|$)/gi, '$1x')
  return text.split(/\s+/).filter(word => word !== '')
}

interface Reader {
  readonly words: readonly string[]
  readonly bases: readonly string[]
  readonly found: Draft
}

type Taken = number | { readonly why: string } | undefined

/** What the word at `at` says; how many words were taken. */
function takeWord(reader: Reader, at: number): Taken {
  for (const take of [takeStructure, takeSide, takeKind, takePrice, takeSize, takeBase, takeDate, takeRatio, takeStrikes, takeNumber]) {
    const taken = take(reader, at)
    if (taken !== undefined) return taken
  }
  return fillers.has(reader.words[at]?.toLowerCase() ?? '') ? 1 : undefined
}

const wordAt = ({ words }: Reader, at: number): string => words[at] ?? ''
const lower = (reader: Reader, at: number): string => wordAt(reader, at).toLowerCase()
const twice = (what: string, word: string): Taken => ({ why: `${what} repeated: “${word}”.` })

function takeStructure(reader: Reader, at: number): Taken {
  const named = structureAt(reader.words, at)
  if (named === undefined) return undefined
  const words = reader.words.slice(at, at + named.words)
  const said = reader.found.said
  // The right may stand apart, before or after: "put 100 calendar", "calendar put".
  const whole = said === undefined ? named.structure : (namedBy([...said, ...words]) ?? namedBy([...words, ...said]))
  if (whole === undefined) return twice('The structure', words.join(' '))
  reader.found.said = [...(said ?? []), ...words]
  reader.found.structure = whole
  return named.words
}

/** The structure that all these words name together; "put put" is a put. */
function namedBy(words: readonly string[]): NamedStructure | undefined {
  const named = structureAt(words, 0)
  if (named?.words === words.length) return named.structure
  return new Set(words.map(word => word.toLowerCase())).size === 1 ? named?.structure : undefined
}

function takeSide(reader: Reader, at: number): Taken {
  const side = sides[lower(reader, at)]
  if (side === undefined) return undefined
  if (reader.found.side !== undefined) return twice('The side', wordAt(reader, at))
  reader.found.side = side
  return 1
}

function takeKind(reader: Reader, at: number): Taken {
  const kind = kinds[lower(reader, at)]
  if (kind === undefined) return undefined
  const { found } = reader
  if (found.mode !== undefined && kind.mode !== found.mode)
    return { why: `An RFQ or a firm order? “${wordAt(reader, at)}” says the other.` }
  Object.assign(found, kind)
  return 1
}

const withSign = /^@?([+-]?)([\d.,]+k?)(cr|credit|db|dr|debit)?$/i

function takePrice(reader: Reader, at: number): Taken {
  const word = wordAt(reader, at)
  const { found } = reader
  const [, mark, number = '', suffix] = withSign.exec(word) ?? []
  const amount = readAmount(number)
  if (amount !== undefined && (word.startsWith('@') || mark !== '' || suffix !== undefined)) {
    const after = effects[lower(reader, at + 1)]
    const effect = effects[suffix?.toLowerCase() ?? ''] ?? after
    return setPrice(
      reader,
      { value: mark === '-' ? (`-${amount}` as Decimal) : amount, isSigned: mark !== '', ...(effect === undefined ? {} : { effect }) },
      word,
      after === undefined ? 1 : 2,
    )
  }
  const effect = effects[word.toLowerCase()]
  if (effect === undefined) return undefined
  const next = readAmount(wordAt(reader, at + 1))
  if (next !== undefined) return setPrice(reader, { value: next, isSigned: false, effect }, word, 2)
  // "3500 credit": the number before it was the price.
  const before = found.bare.at(-1)
  if (before === undefined || reader.words[at - 1] !== before.text) return { why: `Say the price beside “${word}”: 120 ${word}.` }
  found.bare.pop()
  return setPrice(reader, { value: before.value, isSigned: false, effect }, word, 1)
}

function setPrice(reader: Reader, price: PhrasePrice, word: string, count: number): Taken {
  if (reader.found.price !== undefined) return twice('The price', word)
  reader.found.price = price
  return count
}

function takeSize(reader: Reader, at: number): Taken {
  const word = wordAt(reader, at)
  const [, before, after] = /^(?:x([\d.,]+k?)|([\d.,]+k?)x)$/i.exec(word) ?? []
  const value = before === undefined && after === undefined ? undefined : readAmount(before ?? after ?? '')
  if (value === undefined) return undefined
  if (reader.found.size !== undefined) return twice('The size', word)
  if (sign(value) <= 0) return { why: `The size must be above zero: “${word}”.` }
  reader.found.size = value
  return 1
}

function takeBase(reader: Reader, at: number): Taken {
  const base = wordAt(reader, at).toUpperCase()
  if (!reader.bases.includes(base)) return undefined
  if (reader.found.base !== undefined && reader.found.base !== base) return twice('The underlying', wordAt(reader, at))
  reader.found.base = base
  return 1
}

function takeDate(reader: Reader, at: number): Taken {
  const word = wordAt(reader, at)
  // "dec-mar" and "25dec/26mar" are two.
  const dates = /^\d{4}-/.test(word) ? undefined : readParts(word, readDate)
  const alone = readDate(word)
  if (dates === undefined && alone === undefined) return undefined
  const { found } = reader
  const before = found.bare.at(-1)
  const isDay = before !== undefined && reader.words[at - 1] === before.text && /^\d{1,2}$/.test(before.text) && alone?.kind === 'month'
  const day = isDay ? readDate(`${before.text}${word}`) : undefined
  if (before !== undefined && day !== undefined) {
    found.bare.pop()
    const isAfterSide = sides[lower(reader, at - 2)] !== undefined
    if (isAfterSide) found.bare.push({ ...before, dayOf: day })
    found.dates.push(isAfterSide && alone !== undefined ? alone : day)
    return 1
  }
  found.dates.push(...(alone === undefined ? (dates ?? []) : [alone]))
  return 1
}

/** "1x2": of the calls or puts that are named elsewhere. */
function takeRatio(reader: Reader, at: number): Taken {
  const [text, bought, sold] = /^([1-9])x([1-9])$/i.exec(wordAt(reader, at)) ?? []
  if (text === undefined || bought === undefined || sold === undefined) return undefined
  if (reader.found.ratio !== undefined) return twice('The ratio', text)
  reader.found.ratio = { text, bought: Number.parseInt(bought, 10), sold: Number.parseInt(sold, 10) }
  return 1
}

/** The structure with its ratio; a why where there is none to have it. */
function withRatio({ ratio, structure }: Draft): NamedStructure | { readonly why: string } | undefined {
  if (ratio === undefined) return structure
  const kinds = new Set(structure?.forms[0]?.legs.map(leg => leg.kind))
  if (structure === undefined || kinds.size !== 1 || kinds.has('U') || needsMore(structure))
    return { why: `“${ratio.text}” of what? Say call or put.` }
  return ratioSpread(kinds.has('C') ? 'call' : 'put', ratio.bought, ratio.sold)
}

const needsMore = ({ forms: [form] }: NamedStructure): boolean =>
  form === undefined || form.legs.length > 2 || form.legs.some(leg => leg.expiry === 'T2')

function takeStrikes(reader: Reader, at: number): Taken {
  const word = wordAt(reader, at)
  if (readAmount(word) !== undefined) return undefined
  const strikes = readParts(word, readStrike)
  if (strikes === undefined) return undefined
  reader.found.strikes.push(...strikes)
  return 1
}

function takeNumber(reader: Reader, at: number): Taken {
  const value = readAmount(wordAt(reader, at))
  if (value === undefined) return undefined
  const isAfterSide = sides[lower(reader, at - 1)] !== undefined
  reader.found.bare.push({ text: wordAt(reader, at), value, isLeading: at === 0 || isAfterSide, isAfterSide })
  return 1
}

/** Words of a structure; `bases` are the underlyings that are listed. */
export function readPhrase(line: string, bases: readonly string[]): PhraseResult {
  const words = wordsOf(line)
  const found: Draft = {
    side: undefined,
    size: undefined,
    price: undefined,
    mode: undefined,
    type: undefined,
    tif: undefined,
    base: undefined,
    dates: [],
    structure: undefined,
    strikes: [],
    bare: [],
  }
  const reader = { words, bases, found }
  for (let at = 0; at < words.length; ) {
    const taken = takeWord(reader, at)
    const isPart = found.structure !== undefined || found.strikes.length + found.dates.length > 0 || found.side !== undefined
    if (taken === undefined) return { ok: false, why: `Not understood: “${words[at]}”.`, isPart }
    if (typeof taken !== 'number') return { ok: false, why: taken.why, isPart }
    at += taken
  }
  const structure = withRatio(found)
  if (structure !== undefined && 'why' in structure) return { ok: false, why: structure.why, isPart: true }
  const { side, ratio: _, said: __, ...phrase } = found
  // "Bear call spread" is a spread sold; sold once more it is bought.
  return { ok: true, phrase: { ...phrase, structure, side: structure?.side === 'sell' ? opposite(side ?? 'buy') : side } }
}
