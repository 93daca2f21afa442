/** The draft of a typed phrase, before instruments are looked up, and its reader. */
import { dec, type Decimal, sign } from '../decimal.ts'
import type { Side } from '../order.ts'
import { countNeeded } from '../structures/instantiate.ts'
import { numberText, readNumber } from '../typed-number.ts'
import { type DateWord, readAmount, readDate, type StrikeWord } from './phrase-words.ts'
import type { NamedStructure } from './structure-names.ts'

export interface PhrasePrice {
  readonly value: Decimal
  /** Set if a word states the effect. The value keeps its own sign. */
  readonly effect?: 'debit' | 'credit'
  /** "paying", "receiving": these verbs also determine the side. */
  readonly isVerb?: true
  readonly isSigned: boolean
  /** A number without a word and without a separate size: it could be the size. */
  readonly isBare?: boolean
  /** The size is also a number without a word. */
  readonly isBesideSize?: boolean
  /** The value is a volatility in points. */
  readonly isVolatility?: true
  /** "Zero cost", with explicit strikes. */
  readonly isZeroCost?: true
  /** "At mid": the current mid. */
  readonly isMid?: true
}

export interface Bare {
  readonly text: string
  readonly value: Decimal
  /** Follows "buy" or "sell", or precedes the structure: a size, unless the structure lacks a strike. */
  readonly isLeading: boolean
  readonly isAfterSide: boolean
  /** Right before the underlying ("50 btc"): a size, unless the structure lacks a strike. */
  readonly isBeforeBase: boolean
  /** "10 dec" in place of a size, and "25.12": a number, unless that day is listed. */
  readonly dayOf?: DateWord
}

export interface Phrase {
  readonly side: Side | undefined
  readonly size: Decimal | undefined
  readonly price: PhrasePrice | undefined
  /** "For credit" of an iron structure, without an amount. */
  readonly effect: 'debit' | 'credit' | undefined
  readonly market: { readonly bid: Decimal; readonly ask: Decimal; readonly isVolatility: boolean } | undefined
  readonly hedge: { readonly reference?: Decimal; readonly isInFuture?: true; readonly delta?: string } | undefined
  readonly isTwoWay: boolean
  readonly width: { readonly text: string; readonly value: Decimal } | undefined
  readonly minimum: { readonly text: string; readonly value: Decimal } | undefined
  readonly mode: 'rfq' | 'firm' | undefined
  readonly type: 'LIMIT' | 'MARKET' | undefined
  readonly tif: 'GTC' | 'IOC' | undefined
  readonly base: string | undefined
  readonly dates: readonly DateWord[]
  readonly structure: NamedStructure | undefined
  readonly strikes: readonly StrikeWord[]
  readonly areStrikesSeparate: boolean
  readonly bare: readonly Bare[]
}

export interface PhraseListing {
  readonly bases: readonly string[]
  /** True if this day is an expiry. `month` from 0; without `year` any year matches. */
  readonly isExpiry?: (day: number, month: number, year?: number) => boolean
  readonly isStrike?: (value: Decimal) => boolean
  readonly isReference?: (value: Decimal) => boolean
}

export type PhraseDraft = {
  -readonly [Name in keyof Phrase]: Phrase[Name] extends readonly (infer Item)[] ? Item[] : Phrase[Name]
} & {
  /** Words that named the structure. */
  said?: readonly string[]
  /** Requested bid or offer. */
  asked?: string
  ratio?: { readonly text: string; readonly ratios: readonly number[] }
}

export interface Reader {
  readonly words: readonly string[]
  readonly listing: PhraseListing
  readonly found: PhraseDraft
}

/** Number of words consumed, a reason for refusal, or undefined if the words mean something else. */
export type WordsTaken = number | { readonly why: string } | undefined

export const wordAt = ({ words }: Reader, at: number): string => words[at] ?? ''
export const lower = (reader: Reader, at: number): string => wordAt(reader, at).toLowerCase()
const sides: Readonly<Record<string, Side>> = {
  buy: 'buy',
  sell: 'sell',
  b: 'buy',
  s: 'sell',
  long: 'buy',
  short: 'sell',
  buyer: 'buy',
  seller: 'sell',
  buying: 'buy',
  selling: 'sell',
  buys: 'buy',
  sells: 'sell',
  buyers: 'buy',
  sellers: 'sell',
  wtb: 'buy',
  wts: 'sell',
  lift: 'buy',
  lifting: 'buy',
  hit: 'sell',
  hitting: 'sell',
}
export const sideOf = (word: string): Side | undefined =>
  Object.hasOwn(sides, word.toLowerCase()) ? sides[word.toLowerCase()] : undefined
export const isSideWord = (word: string): boolean => sideOf(word) !== undefined
export const repeated = (what: string, word: string): WordsTaken => ({ why: `${what} repeated: “${word}”.` })

export function whichNumber(...words: readonly string[]): { readonly why: string } | undefined {
  const [text] = words
    .flatMap(word => word.match(/[\d.,]+k?(?![\d.,v])/gi) ?? [])
    .filter(number => readNumber(number)?.kind === 'ambiguous')
  const read = text === undefined ? undefined : readNumber(text)
  return read?.kind !== 'ambiguous'
    ? undefined
    : { why: `Is “${text}” ${read.readings.join(' or ')}? Write ${read.readings.map(numberText).join(' or ')}.` }
}

const fillers = new Set(
  (
    'a an the of at for in on and to my our some also exp expiry strike strikes price prices pricing lvl lvls level levels thoughts indications ' +
    "please pls plz thanks thx tks ty cheers hi hey hello morning gm guys team mate can could cld will would wld i'm i'd i'll i we we're you your me us " +
    "get has got have who who's where where's how how's is are do see what what's whats worth check show need needs make give want wants like love px " +
    'looking interested client cust customer live'
  ).split(' '),
)
export const isFiller = (word: string): boolean => fillers.has(word.toLowerCase())

/** Structures that books name in both directions: by the wings bought, or by the credit received. */
export const isIron = (structure: NamedStructure | undefined): boolean => structure?.name.startsWith('iron ') === true

/** Sizes and prices: "x10", "in 100", "@120", "3500 credit", "bid 1200 for 50", "1200/1250", "55v". */
const effects: Readonly<Record<string, 'debit' | 'credit'>> = {
  credit: 'credit',
  cr: 'credit',
  receive: 'credit',
  receiving: 'credit',
  collecting: 'credit',
  debit: 'debit',
  db: 'debit',
  dr: 'debit',
  pay: 'debit',
  paying: 'debit',
}
const verbs = new Set(['pay', 'paying', 'receive', 'receiving', 'collecting'])
const amountForm = /^@?([+-]?)([\d.,]+k?)(cr|credit|db|dr|debit)?$/i

export function takePrice(reader: Reader, at: number): WordsTaken {
  const word = wordAt(reader, at)
  if (word === 'zero-cost') return setPrice(reader, { value: dec('0'), isSigned: false, isZeroCost: true }, word, 1)
  const [, mark, number = '', suffix] = amountForm.exec(word) ?? []
  const amount = readAmount(number)
  if (amount !== undefined && (word.startsWith('@') || mark !== '' || suffix !== undefined)) {
    if (mark !== '' && !word.startsWith('@') && isNothingYet(reader) && reader.found.side === undefined)
      return { why: `Is “${word}” the size or a price? Write x${number} for the size, @${word} for the price.` }
    if (mark === '-' && !word.startsWith('@') && isSideWord(lower(reader, at - 1)))
      return { why: `A size is positive: “${word}”.` }
    const after = effects[lower(reader, at + 1)]
    const effect = effects[suffix?.toLowerCase() ?? ''] ?? after
    const value = mark === '-' ? (`-${amount}` as Decimal) : amount
    const price = { value, isSigned: mark !== '', ...(effect === undefined ? {} : { effect }) }
    return setPrice(reader, price, word, after === undefined ? 1 : 2)
  }
  return takeEffect(reader, at)
}

/** "3500 credit", "pay 250". */
function takeEffect(reader: Reader, at: number): WordsTaken {
  const { found } = reader
  const word = lower(reader, at)
  const effect = effects[word]
  if (effect === undefined) return undefined
  const how = { isSigned: false, effect, ...(verbs.has(word) ? { isVerb: true as const } : {}) }
  const next = readAmount(wordAt(reader, at + 1))
  if (next !== undefined) return setPrice(reader, { value: next, ...how }, word, 2)
  const before = found.bare.at(-1)
  const isBeside = before !== undefined && reader.words[at - 1] === before.text
  if (!isBeside && isIron(found.structure)) {
    found.effect = effect
    return 1
  }
  if (!isBeside) return { why: `Say the price beside “${word}”: 120 ${word}.` }
  found.bare.pop()
  return whichNumber(before.text) ?? setPrice(reader, { value: before.value, ...how }, word, 1)
}

export function setPrice(reader: Reader, price: PhrasePrice, word: string, count: number): WordsTaken {
  if (reader.found.price !== undefined) return repeated('The price', word)
  reader.found.price = price
  return count
}

export function takePriceAt(reader: Reader, at: number): WordsTaken {
  const value = lower(reader, at) === 'at' && isComplete(reader) ? readAmount(wordAt(reader, at + 1)) : undefined
  if (value === undefined || isBaseAt(reader, at + 2)) return undefined
  const effect = effects[lower(reader, at + 2)]
  return setPrice(
    reader,
    { value, isSigned: false, ...(effect === undefined ? {} : { effect }) },
    wordAt(reader, at + 1),
    effect === undefined ? 2 : 3,
  )
}

/** "@55v", "55v": a volatility in points. */
export function takeVolatility(reader: Reader, at: number): WordsTaken {
  const [, number = ''] = /^@?(\d+(?:\.\d+)?)v$/i.exec(wordAt(reader, at)) ?? []
  const value = readAmount(number)
  return value === undefined
    ? undefined
    : setPrice(reader, { value, isSigned: false, isVolatility: true }, wordAt(reader, at), 1)
}

/** "3.2%" of the underlying, a price notation of other exchanges. */
export function takePercentPrice(reader: Reader, at: number): WordsTaken {
  const [, number = ''] = /^@?(\d+(?:\.\d+)?)%$/.exec(wordAt(reader, at)) ?? []
  const isPrice = wordAt(reader, at).startsWith('@') || lower(reader, at - 1) === 'at'
  return isPrice && number !== ''
    ? { why: `A price in percent is not read: “${number}%”. Write the price of one package.` }
    : undefined
}

export const isNothingYet = ({ found: { structure, strikes, dates, bare, size } }: Reader): boolean =>
  structure === undefined && size === undefined && strikes.length + dates.length + bare.length === 0

/** Structures defined by one strike and a width: the bought strike of a spread, the body of an iron butterfly. */
export const byWidth: Readonly<Record<string, readonly number[]>> = {
  'bull call spread': [0, 1],
  'bear put spread': [-1, 0],
  'iron butterfly': [-1, 0, 1],
}

export function strikesWanted({ structure, width, strikes }: Pick<Phrase, 'structure' | 'width' | 'strikes'>): number {
  const [form] = structure?.forms ?? []
  if (form === undefined) return 0
  const isByWidth = width !== undefined && strikes.length < 2 && Object.hasOwn(byWidth, structure?.name ?? '')
  return isByWidth ? 1 : countNeeded(form).strikes
}

export const isVolatility = (word: string): boolean => /^@?\d+(?:\.\d+)?v$/i.test(word)

export function isComplete({ found }: Reader): boolean {
  const { structure, strikes, bare } = found
  if (structure === undefined) return strikes.length > 0 && strikes.every(each => each.right !== undefined)
  const wanted = strikesWanted(found)
  return strikes.length + bare.length >= wanted || (strikes.length > 0 && strikes.every(each => each.kind !== 'price'))
}

/** "1200/1250" or "1200@1250" after a complete structure is a market; "54/56v" is in volatility. */
export function takeMarket(reader: Reader, at: number): WordsTaken {
  const [, low = '', high = '', points] = /^@?([\d.,]+k?)[/@]([\d.,]+k?)(v)?$/i.exec(wordAt(reader, at)) ?? []
  const [bid, ask] = [readAmount(low), readAmount(high)]
  if (bid === undefined || ask === undefined || !isComplete(reader)) return undefined
  return setMarket(reader, { bid, ask, isVolatility: points !== undefined }, wordAt(reader, at), 1)
}

export function setMarket(
  reader: Reader,
  market: NonNullable<Phrase['market']>,
  word: string,
  count: number,
): WordsTaken {
  if (reader.found.market !== undefined) return repeated('The market', word)
  reader.found.market = market
  return count
}

export function takeSize(reader: Reader, at: number): WordsTaken {
  const word = wordAt(reader, at)
  const [, sign_ = '', before, after] = /^(?:x(-?)([\d.,]+k?)|([\d.,]+k?)x)$/i.exec(word) ?? []
  const number = before ?? after
  const value = number === undefined ? undefined : readAmount(number)
  if (number === undefined || value === undefined) return undefined
  if (sign_ !== '') return { why: `A size is positive: “${word}”.` }
  return setSize(reader, value, word, 1)
}

export function setSize(reader: Reader, value: Decimal, word: string, count: number): WordsTaken {
  if (reader.found.size !== undefined) return repeated('The size', word)
  if (sign(value) <= 0) return { why: `The size must be above zero: “${word}”.` }
  reader.found.size = value
  return count
}

const sizeWords = new Set(['size', 'qty', 'quantity', 'in'])

/** "in 100", "in 50s", "size 50": a quantity. */
export function takeSizeIn(reader: Reader, at: number): WordsTaken {
  const text = wordAt(reader, at + 1)
  const value = sizeWords.has(lower(reader, at)) ? readAmount(text.replace(/(?<=\d)s$/i, '')) : undefined
  if (value === undefined || readDate(text) !== undefined) return undefined
  return setSize(reader, value, text, 2)
}

const isBaseAt = (reader: Reader, at: number): boolean =>
  reader.listing.bases.includes(wordAt(reader, at).toUpperCase())

export function takeNumber(reader: Reader, at: number): WordsTaken {
  const value = readAmount(wordAt(reader, at))
  if (value === undefined) return undefined
  const text = wordAt(reader, at)
  const isAfterSide = isSideWord(lower(reader, lower(reader, at - 1) === 'of' ? at - 2 : at - 1))
  const day = dayWithPoint(text, reader.listing)
  reader.found.bare.push({
    text,
    value,
    isLeading: isNothingYet(reader) || isAfterSide,
    isAfterSide,
    isBeforeBase: isBaseAt(reader, at + 1),
    ...(day === undefined ? {} : { dayOf: day }),
  })
  return 1
}

function dayWithPoint(text: string, { isExpiry }: PhraseListing): DateWord | undefined {
  const [, day = '', month = ''] = /^(\d{1,2})\.(\d{1,2})$/.exec(text) ?? []
  const date = { day: Number.parseInt(day, 10), month: Number.parseInt(month, 10) - 1 }
  return isExpiry?.(date.day, date.month) === true ? { kind: 'day', text: `${day}/${month}`, ...date } : undefined
}
