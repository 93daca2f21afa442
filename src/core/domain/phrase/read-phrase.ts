/**
 * Reads a structure in the words of a desk: "sell 10 dec 85/110 strangle 3500", "25d rr mar", "ic 10d/25d x5 rfq". Word
 * order matters only for bare numbers: after "buy" or "sell" the size, else strikes while the structure lacks them,
 * then the price. An unknown word is reported, never skipped.
 */
import { opposite } from '../order.ts'
import { takeDate } from './phrase-dates.ts'
import { readAmount, readParts, readStrike } from './phrase-words.ts'
import {
  isComplete,
  isFiller,
  isSideWord,
  lower,
  type Phrase,
  type PhraseDraft,
  type PhraseListing,
  type Reader,
  repeated,
  takeMarket,
  type WordsTaken,
  takeNumber,
  takePercentPrice,
  takePrice,
  takePriceAt,
  takeSize,
  takeSizeIn,
  takeVolatility,
  whichNumber,
  wordAt,
} from './phrase.ts'
import { takeQuotedSide, takeSide } from './phrase-sides.ts'
import { takeTerm } from './phrase-terms.ts'
import { isNameWord, type NamedStructure, nearestName, ratioOf, structureAt, unclearNames } from './structure-names.ts'

export type PhraseResult =
  | { readonly ok: true; readonly phrase: Phrase }
  /** `isPart`: some words name a structure, so a structure was meant. */
  | { readonly ok: false; readonly why: string; readonly isPart: boolean }

const kinds: Readonly<Record<string, Partial<PhraseDraft>>> = {
  rfq: { mode: 'rfq' },
  quote: { mode: 'rfq' },
  quotes: { mode: 'rfq' },
  indication: { mode: 'rfq' },
  indic: { mode: 'rfq' },
  indicative: { mode: 'rfq' },
  'two-way': { mode: 'rfq', isTwoWay: true },
  firm: { mode: 'firm' },
  limit: { mode: 'firm', type: 'LIMIT' },
  lmt: { mode: 'firm', type: 'LIMIT' },
  'at-market': { mode: 'firm', type: 'MARKET', tif: 'IOC' },
  ioc: { mode: 'firm', tif: 'IOC' },
  gtc: { mode: 'firm', tif: 'GTC' },
}
/** Words that request a market. */
const asking = /^(?:pls|please|plz|where|where's|what|what's|who|who's|show|need|needs|get|can|could|price|px)$/

const takers = [
  takeGive,
  takeTerm,
  takeStructure,
  takeQuotedSide,
  takeSide,
  takeKind,
  takeMarketWord,
  takeHedge,
  takePercentPrice,
  takeVolatility,
  takeMarket,
  takePriceAt,
  takePrice,
  takeSize,
  takeSizeIn,
  takeBase,
  takeDate,
  takeRatio,
  takeStrikes,
  takeNumber,
]

/** Reads the word at `at`. Returns the number of words consumed. */
function takeWord(reader: Reader, at: number): WordsTaken {
  for (const take of takers) {
    const taken = take(reader, at)
    if (taken !== undefined) return taken
  }
  return isFiller(wordAt(reader, at)) ? 1 : undefined
}

function takeStructure(reader: Reader, at: number): WordsTaken {
  const named = structureAt(reader.words, at)
  const why = named === undefined ? unclearNames[lower(reader, at)] : undefined
  if (named === undefined && why === undefined) return undefined
  const count = named?.words ?? 1
  const words = reader.words.slice(at, at + count)
  const { said } = reader.found
  // The right may stand apart, before or after: "put 100 calendar", "calendar put".
  const whole = said === undefined ? named?.structure : (namedBy([...said, ...words]) ?? namedBy([...words, ...said]))
  if (
    whole === undefined &&
    (said !== undefined || reader.words.every(word => readStrike(word.split('/')[0] ?? '')?.right === undefined))
  )
    return why === undefined ? repeated('The structure', words.join(' ')) : { why }
  reader.found.said = [...(said ?? []), ...words]
  reader.found.structure = whole
  return count
}

/** Returns the structure that all these words name together; "put put" is a put. */
function namedBy(said: readonly string[]): NamedStructure | undefined {
  const words = said.map(word => (/^c(?:alls?)?$/i.test(word) ? 'call' : /^p(?:uts?)?$/i.test(word) ? 'put' : word))
  const named = structureAt(words, 0)
  if (named?.words === words.length) return named.structure
  return new Set(words.map(word => word.toLowerCase())).size === 1 ? named?.structure : undefined
}

/** Refuses "give 1200": a seller states a price by it, a requester a size. */
function takeGive(reader: Reader, at: number): WordsTaken {
  const number = wordAt(reader, at + 1)
  if (!/^(?:gives?|giving|taking)$/.test(lower(reader, at)) || readAmount(number) === undefined) return undefined
  return {
    why: `What is “${wordAt(reader, at)} ${number}”? Write buy or sell, x${number} for the size, @${number} for the price.`,
  }
}

function takeKind(reader: Reader, at: number): WordsTaken {
  const kind = kinds[lower(reader, at)]
  return kind === undefined ? undefined : setKind(reader, at, kind)
}

function setKind({ found, ...reader }: Reader, at: number, kind: Partial<PhraseDraft>): WordsTaken {
  if (found.mode !== undefined && kind.mode !== found.mode)
    return { why: `An RFQ or a firm order? “${reader.words[at] ?? ''}” says the other.` }
  Object.assign(found, kind)
  return 1
}

/**
 * "mkt": with a side, a market order. In a request for a market, a quote of both sides. Otherwise a question is
 * returned.
 */
function takeMarketWord(reader: Reader, at: number): WordsTaken {
  const word = lower(reader, at)
  if (word !== 'mkt' && word !== 'market' && word !== 'markets') return undefined
  const isOrder = reader.words.some(isSideWord)
  const isRequest =
    reader.words.some(each => asking.test(each.toLowerCase()) || each === 'two-way') ||
    /^(?:in|on|for)$/.test(lower(reader, at + 1))
  if (isOrder === isRequest)
    return { why: `Is “${wordAt(reader, at)}” an order at the market or a request? Write “at market” or “two-way”.` }
  return setKind(reader, at, kinds[isOrder ? 'at-market' : 'two-way'] ?? {})
}

/** "dh at 97800", "vs 97800", "ref 97800": a delta hedge at that reference price. "dhf": in the future. */
function takeHedge(reader: Reader, at: number): WordsTaken {
  const word = lower(reader, at)
  const isHedge = word === 'dh' || word === 'dhf'
  const from = isHedge && /^(?:at|on|of|to)$/.test(lower(reader, at + 1)) ? at + 2 : at + 1
  const text = wordAt(reader, from).replace(isHedge ? /^@/ : '', '')
  const reference = readAmount(text)
  if (!isHedge && !(/^(?:vs|ref)$/.test(word) && reference !== undefined)) return undefined
  if (word === 'dhf') reader.found.hedge = { ...reader.found.hedge, isInFuture: true }
  if (reference === undefined) {
    reader.found.hedge ??= {}
    return 1
  }
  if (reader.found.hedge?.reference !== undefined) return repeated('The reference', text)
  if (reader.listing.isReference?.(reference) === false)
    return { why: `“${text}” is far from the underlying: is it the reference of the hedge or a price?` }
  const delta = hedgeDelta(reader, from + 1)
  reader.found.hedge = { ...reader.found.hedge, reference, ...(delta === undefined ? {} : { delta: delta.text }) }
  return from + 1 - at + (delta?.count ?? 0)
}

/** "30d" or "25%" after the reference price of a complete structure: the delta to hedge. */
function hedgeDelta(reader: Reader, at: number): { readonly text: string; readonly count: number } | undefined {
  if (!isComplete(reader)) return undefined
  const fillers = [at, at + 1].findIndex(place => !/^(?:on|at|a|an|with|by|for)$/.test(lower(reader, place)))
  const place = fillers < 0 ? at + 2 : at + fillers
  const [, number = ''] = /^(\d{1,2})(?:d|%)$/.exec(lower(reader, place)) ?? []
  return number === '' ? undefined : { text: number, count: place + 1 - at }
}

function takeBase(reader: Reader, at: number): WordsTaken {
  const base = wordAt(reader, at).toUpperCase()
  if (!reader.listing.bases.includes(base)) return undefined
  if (reader.found.base !== undefined && reader.found.base !== base)
    return repeated('The underlying', wordAt(reader, at))
  reader.found.base = base
  return 1
}

const ratioForm = /^[1-9](?:x[1-9]){1,2}$/i

/** "1x2": a ratio of the calls or puts that other words name. */
function takeRatio(reader: Reader, at: number): WordsTaken {
  const text = wordAt(reader, at)
  // "ratio call spread 1x2": the numbers say it.
  if (lower(reader, at) === 'ratio' && reader.words.some(word => ratioForm.test(word))) return 1
  if (!ratioForm.test(text)) return undefined
  if (reader.found.ratio !== undefined) return repeated('The ratio', text)
  reader.found.ratio = { text, ratios: text.toLowerCase().split('x').map(Number) }
  return 1
}

/** "85/110", "100-110", and "100,110" if both are listed strikes. */
function takeStrikes(reader: Reader, at: number): WordsTaken {
  const word = wordAt(reader, at)
  const { isStrike } = reader.listing
  const parts = word.split(',').map(readAmount)
  const isList = parts.length > 1 && isStrike !== undefined && parts.every(part => part !== undefined && isStrike(part))
  if (readAmount(word) !== undefined && !isList) return undefined
  const strikes = readParts(isList ? word.replaceAll(',', '/') : word, readStrike)
  if (strikes === undefined) return undefined
  reader.found.strikes.push(...strikes)
  if (strikes.length > 1) reader.found.areStrikesSeparate = false
  return 1
}

/** Counts the numbers that only the listing or the whole line can explain. */
const countOf = ({ strikes, dates, bare, hedge }: PhraseDraft): number =>
  strikes.length + dates.length + bare.length + (hedge?.reference === undefined ? 0 : 1)

/** Returns a question if the size or price has two readings. */
function asked({ words, found }: Reader, at: number, before: number, taken: WordsTaken): WordsTaken {
  if (typeof taken !== 'number' || countOf(found) > before) return taken
  return whichNumber(...words.slice(at, at + taken)) ?? taken
}

/** Reads the words of a line (`splitWords`) with the venue's listing. */
export function readPhrase(words: readonly string[], listing: PhraseListing): PhraseResult {
  const found: PhraseDraft = {
    side: undefined,
    size: undefined,
    price: undefined,
    effect: undefined,
    market: undefined,
    hedge: undefined,
    isTwoWay: false,
    width: undefined,
    minimum: undefined,
    mode: undefined,
    type: undefined,
    tif: undefined,
    base: undefined,
    dates: [],
    structure: undefined,
    strikes: [],
    areStrikesSeparate: true,
    bare: [],
  }
  const reader = { words, listing, found }
  for (let at = 0; at < words.length; ) {
    const before = countOf(found)
    const taken = asked(reader, at, before, takeWord(reader, at))
    const isPart =
      found.structure !== undefined || found.strikes.length + found.dates.length > 0 || found.side !== undefined
    if (taken === undefined) return { ok: false, why: notUnderstood(words[at] ?? ''), isPart }
    if (typeof taken !== 'number') return { ok: false, why: taken.why, isPart }
    at += taken
  }
  const [first] = words
  if (first !== undefined && words.every(isFiller)) return { ok: false, why: notUnderstood(first), isPart: false }
  if (found.asked !== undefined && found.price !== undefined)
    return { ok: false, why: `Is the price your own? Write buy or sell in place of “${found.asked}”.`, isPart: true }
  placeDays(found)
  const right = rightOf(found)
  const named = found.said ?? []
  if (named.length > 0 && right !== undefined && (found.structure === undefined || right === 'put'))
    found.structure = namedBy([right, ...named]) ?? found.structure
  const [unclear = ''] = named
  if (found.structure === undefined && named.length > 0)
    return { ok: false, why: unclearNames[unclear.toLowerCase()] ?? notUnderstood(unclear), isPart: true }
  const structure = ratioOf(found)
  if (structure !== undefined && 'why' in structure) return { ok: false, why: structure.why, isPart: true }
  const { side, ratio: _, said: __, asked: ___, ...phrase } = found
  // "Bear call spread" is a spread sold; sold once more it is bought.
  return {
    ok: true,
    phrase: { ...phrase, structure, side: structure?.side === 'sell' ? opposite(side ?? 'buy') : side },
  }
}

/** "10 dec" beside another size is the 10th of December. */
function placeDays(found: PhraseDraft): void {
  const day =
    found.size === undefined
      ? undefined
      : found.bare.find(each => each.dayOf !== undefined && !each.text.includes('.'))?.dayOf
  const at = day?.kind === 'day' ? found.dates.findIndex(date => date.kind === 'month' && date.month === day.month) : -1
  const month = found.dates[at]
  if (day?.kind !== 'day' || month?.kind !== 'month') return
  found.dates[at] = month.year === undefined ? day : { ...day, year: month.year }
  found.bare = found.bare.filter(each => each.dayOf !== day)
}

/** Returns the right of all strikes. It applies to a structure whose name states none. */
function rightOf({ strikes }: PhraseDraft): 'call' | 'put' | undefined {
  const [first] = strikes
  return first?.right !== undefined && strikes.every(each => each.right === first.right) ? first.right : undefined
}

/** Words of lines with two structures, and of quotes. */
const others =
  /^(?:vs?\.?|versus|against|roll(?:ing)?|into|up|down|out|forward|dhf?|vs|ref|mkt|market|size|qty|quantity|bids?|bidding|offers?|offering|offered)$/i

/** True if the word has a meaning in some line. */
export function isKnownWord(word: string, listing: PhraseListing): boolean {
  if (/\d|^giving$/i.test(word) || others.test(word) || word.toLowerCase() in unclearNames || isNameWord(word))
    return true
  const alone = readPhrase([word], listing)
  return alone.ok || isFiller(word) || alone.why !== notUnderstood(word)
}

function notUnderstood(word: string): string {
  const near = nearestName(word)
  return `Not understood: “${word}”.${near === undefined ? '' : ` Did you mean “${near}”?`}`
}
