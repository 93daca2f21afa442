/**
 * A structure in the words of a desk, read as far as the words themselves say it: "sell 10 dec 85/110 strangle 3500", "25d rr mar", "ic 10d/25d x5 rfq". The
 * order of words matters only for bare numbers: after "buy" or "sell" the size, else strikes while the structure lacks them, then the price. A word that is
 * not understood is named; nothing is skipped.
 */
import { opposite } from '../order.ts'
import { takeDate } from './phrase-dates.ts'
import { readAmount, readParts, readStrike } from './phrase-words.ts'
import {
  lower,
  type Phrase,
  type PhraseDraft,
  type PhraseListing,
  type Reader,
  repeated,
  sideOf,
  takeMarket,
  type WordsTaken,
  takeNumber,
  takePercentPrice,
  takePrice,
  takeQuotedSide,
  takeSize,
  takeSizeIn,
  takeVolatility,
  wordAt,
} from './phrase.ts'
import { type NamedStructure, nearestName, ratioOf, structureAt, unclearNames } from './structure-names.ts'

export type PhraseResult =
  | { readonly ok: true; readonly phrase: Phrase }
  /** `isPart`: some words are of a structure, so a structure was meant. */
  | { readonly ok: false; readonly why: string; readonly isPart: boolean }

const kinds: Readonly<Record<string, Partial<PhraseDraft>>> = {
  rfq: { mode: 'rfq' },
  quote: { mode: 'rfq' },
  'two-way': { mode: 'rfq', isTwoWay: true },
  firm: { mode: 'firm' },
  limit: { mode: 'firm', type: 'LIMIT' },
  lmt: { mode: 'firm', type: 'LIMIT' },
  market: { mode: 'firm', type: 'MARKET', tif: 'IOC' },
  mkt: { mode: 'firm', type: 'MARKET', tif: 'IOC' },
  ioc: { mode: 'firm', tif: 'IOC' },
  gtc: { mode: 'firm', tif: 'GTC' },
}
/** Words that add nothing. */
const fillers = new Set(
  (
    'a an the of at for in on and exp expiry strike strikes ' +
    "please pls plz thanks thx hi hello can could i we you me us get has got who who's where where's is what's need want px looking"
  ).split(' '),
)

const takers = [
  takeStructure,
  takeQuotedSide,
  takeSide,
  takeKind,
  takeHedge,
  takePercentPrice,
  takeVolatility,
  takeMarket,
  takePrice,
  takeSize,
  takeSizeIn,
  takeBase,
  takeDate,
  takeRatio,
  takeStrikes,
  takeNumber,
]

/** What the word at `at` says; how many words were taken. */
function takeWord(reader: Reader, at: number): WordsTaken {
  for (const take of takers) {
    const taken = take(reader, at)
    if (taken !== undefined) return taken
  }
  return fillers.has(lower(reader, at)) ? 1 : undefined
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
  if (whole === undefined) return why === undefined ? repeated('The structure', words.join(' ')) : { why }
  reader.found.said = [...(said ?? []), ...words]
  reader.found.structure = whole
  return count
}

/** The structure that all these words name together; "put put" is a put. */
function namedBy(words: readonly string[]): NamedStructure | undefined {
  const named = structureAt(words, 0)
  if (named?.words === words.length) return named.structure
  return new Set(words.map(word => word.toLowerCase())).size === 1 ? named?.structure : undefined
}

function takeSide(reader: Reader, at: number): WordsTaken {
  const side = sideOf(wordAt(reader, at))
  if (side === undefined) return undefined
  if (reader.found.side !== undefined) return repeated('The side', wordAt(reader, at))
  reader.found.side = side
  return 1
}

function takeKind(reader: Reader, at: number): WordsTaken {
  const kind = kinds[lower(reader, at)]
  if (kind === undefined) return undefined
  const { found } = reader
  if (found.mode !== undefined && kind.mode !== found.mode)
    return { why: `An RFQ or a firm order? “${wordAt(reader, at)}” says the other.` }
  Object.assign(found, kind)
  return 1
}

/** "dh 97800", "vs 97800": with a delta hedge at that reference. */
function takeHedge(reader: Reader, at: number): WordsTaken {
  const word = lower(reader, at)
  const reference = readAmount(wordAt(reader, at + 1))
  if (word !== 'dh' && !(word === 'vs' && reference !== undefined)) return undefined
  reader.found.hedge = reference === undefined ? {} : { reference }
  return reference === undefined ? 1 : 2
}

function takeBase(reader: Reader, at: number): WordsTaken {
  const base = wordAt(reader, at).toUpperCase()
  if (!reader.listing.bases.includes(base)) return undefined
  if (reader.found.base !== undefined && reader.found.base !== base) return repeated('The underlying', wordAt(reader, at))
  reader.found.base = base
  return 1
}

/** "1x2": of the calls or puts that are named elsewhere. */
function takeRatio(reader: Reader, at: number): WordsTaken {
  const text = wordAt(reader, at)
  if (!/^[1-9](?:x[1-9]){1,2}$/i.test(text)) return undefined
  if (reader.found.ratio !== undefined) return repeated('The ratio', text)
  reader.found.ratio = { text, ratios: text.toLowerCase().split('x').map(Number) }
  return 1
}

/** "85/110", "100-110", and "100,110" where the two are listed. */
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

/** The words of a line (`wordsOf`), read with what the venue lists. */
export function readPhrase(words: readonly string[], listing: PhraseListing): PhraseResult {
  const found: PhraseDraft = {
    side: undefined,
    size: undefined,
    price: undefined,
    market: undefined,
    hedge: undefined,
    isTwoWay: false,
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
    const taken = takeWord(reader, at)
    const isPart = found.structure !== undefined || found.strikes.length + found.dates.length > 0 || found.side !== undefined
    if (taken === undefined) return { ok: false, why: notUnderstood(words[at] ?? ''), isPart }
    if (typeof taken !== 'number') return { ok: false, why: taken.why, isPart }
    at += taken
  }
  const [first] = words
  if (first !== undefined && words.every(word => fillers.has(word.toLowerCase())))
    return { ok: false, why: notUnderstood(first), isPart: false }
  const structure = ratioOf(found)
  if (structure !== undefined && 'why' in structure) return { ok: false, why: structure.why, isPart: true }
  const { side, ratio: _, said: __, ...phrase } = found
  // "Bear call spread" is a spread sold; sold once more it is bought.
  return { ok: true, phrase: { ...phrase, structure, side: structure?.side === 'sell' ? opposite(side ?? 'buy') : side } }
}

function notUnderstood(word: string): string {
  const near = nearestName(word)
  return `Not understood: “${word}”.${near === undefined ? '' : ` Did you mean “${near}”?`}`
}
