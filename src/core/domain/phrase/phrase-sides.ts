/**
 * Determines the side: "buy", "sellers of", "1200 bid", "can you bid", "need an offer". Requesting a bid means to sell.
 * An ambiguous line is refused.
 */
import type { Side } from '../order.ts'
import { opposite } from '../order.ts'
import { readAmount } from './phrase-words.ts'
import {
  isComplete,
  isFiller,
  isNothingYet,
  isVolatility,
  lower,
  type Reader,
  repeated,
  setMarket,
  setPrice,
  setSize,
  sideOf,
  wordAt,
  type WordsTaken,
} from './phrase.ts'

const isQuote = (word: string): boolean => /^(?:bids?|bidding|offers?|offered|offering)$/.test(word)
const quotedSide = (word: string): Side => (word.startsWith('b') ? 'buy' : 'sell')
const isPolite = (word: string): boolean => /^(?:pls|plz|please|thx|tks|thanks|ty)$/.test(word)

const unclear = (word: string): { readonly why: string } => ({
  why: `Is “${word}” your own or asked for? Write buy or sell, or the price beside it after the structure.`,
})

/** Filler words before `at`, the nearest first. */
function leadIn(reader: Reader, at: number): readonly string[] {
  const before = reader.words.slice(0, at).map(word => word.toLowerCase())
  return before.slice(before.findLastIndex(word => !isFiller(word)) + 1).toReversed()
}

const isOwn = (word: string): boolean => /^(?:i|i'm|i'd|i'll|we|we're|we'd|client|customer|cust)$/.test(word)
const isOther = (word: string): boolean => /^(?:you|who|who's)$/.test(word)

/** "buy", "buyers of". Opposite if asked of others: "can you sell", "need a seller". */
export function takeSide(reader: Reader, at: number): WordsTaken {
  const word = wordAt(reader, at)
  const side = sideOf(word)
  if (side === undefined) return undefined
  const before = leadIn(reader, at)
  const isSought =
    /ers?$/i.test(word) &&
    /^(?:for|needs?|get|show|wants?|make|give|any)$/.test(before.find(each => !/^(?:an?|some|the)$/.test(each)) ?? '')
  if (
    isSought ||
    isOther(before.find(each => isOther(each) || isOwn(each)) ?? '') ||
    /^(?:me|us)$/.test(lower(reader, at + 1))
  )
    return { why: `Is “${word}” your own side? Write buy or sell without the other's.` }
  return setSide(reader, side, word)
}

function setSide(reader: Reader, side: Side, word: string): WordsTaken {
  if (reader.found.side !== undefined) return repeated('The side', word)
  reader.found.side = side
  return 1
}

/** True if the quote is requested from others: "need a bid", "can you offer me", "bid for 25 … pls". */
function isAsked(reader: Reader, at: number): boolean {
  const before = leadIn(reader, at)
  const [nearest = ''] = before.filter(each => !/^(?:an?|some|me|us)$/.test(each))
  if (/^(?:your|you|needs?|get|wants?|show|give|make|for)$/.test(nearest) || isPolite(nearest)) return true
  return (
    before.length === 0 &&
    at === 0 &&
    /^(?:for|on|in)$/.test(lower(reader, at + 1)) &&
    reader.words.some(word => isPolite(word.toLowerCase()))
  )
}

/** A price: "bid 1200 for 50"; after the structure "offer 1200", "offered at 1200", "1200 bid". */
export function takeQuotedSide(reader: Reader, at: number): WordsTaken {
  const first = readAmount(wordAt(reader, at))
  if (first !== undefined) return takeQuoteAfter(reader, at, first)
  const word = lower(reader, at)
  if (!isQuote(word)) return undefined
  const asked = isAsked(reader, at)
  if (isVolatility(wordAt(reader, at - 1)) && !asked) return setSide(reader, quotedSide(word), word)
  const from = /^(?:at|@)$/.test(lower(reader, at + 1)) ? at + 2 : at + 1
  const text = wordAt(reader, from)
  const price = readAmount(text.replace(/^@/, ''))
  if (asked || price === undefined) {
    if (isVolatility(text) && !asked) return withWords(setSide(reader, quotedSide(word), word), from - at)
    if (asked && price === undefined && /^(?:bid|offer)s?$/.test(word)) {
      reader.found.asked = word
      return setSide(reader, opposite(quotedSide(word)), word)
    }
    const isOwnNow = word.endsWith('ing') && !asked && !leadIn(reader, at).some(isOther)
    return isOwnNow ? setSide(reader, quotedSide(word), word) : unclear(wordAt(reader, at))
  }
  const count =
    lower(reader, from + 1) === 'for' ? readAmount(wordAt(reader, from + 2).replace(/^x|x$/i, '')) : undefined
  const isSized = reader.words.some(each => /^(?:x[\d.]+k?|[\d.]+k?x)$/i.test(each))
  const isOfBoth = word === 'bid' && /^(?:offer(?:ed)?|ask)$/.test(lower(reader, from + 1)) && isComplete(reader)
  const ask = isOfBoth ? readAmount(wordAt(reader, from + 2).replace(/^@/, '')) : undefined
  if (ask !== undefined) return setMarket(reader, { bid: price, ask, isVolatility: false }, text, from + 3 - at)
  if (isSizeFirst(reader, at)) return setSide(reader, quotedSide(word), word)
  if (count === undefined && !isSized && !isComplete(reader)) return unclear(wordAt(reader, at))
  const priced = setQuote(reader, word, price, from, from + 1 - at)
  return count === undefined || typeof priced !== 'number'
    ? priced
    : setSize(reader, count, wordAt(reader, from + 2), priced + 2)
}

/** "Offer 20 dec 85/110 strangle at 900": the price comes last, so the first number is the size. */
function isSizeFirst(reader: Reader, at: number): boolean {
  const rest = reader.words.slice(at + 2)
  const isPriced = rest.some(
    (word, index) =>
      /^@[\d.]+k?$/i.test(word) || (/^at$/i.test(word) && readAmount(rest[index + 1] ?? '') !== undefined),
  )
  return (
    isNothingYet(reader) && isPriced && !rest.some(word => isPolite(word.toLowerCase()) || /^for$/i.test(rest[0] ?? ''))
  )
}

const withWords = (taken: WordsTaken, count: number): WordsTaken => (typeof taken === 'number' ? count : taken)

/** "1200 bid", "1200 bid for 50" at the start, and the market "1200 bid at 1250 offer". */
function takeQuoteAfter(reader: Reader, at: number, price: NonNullable<ReturnType<typeof readAmount>>): WordsTaken {
  const word = lower(reader, at + 1)
  const isFirst = isNothingYet(reader) && lower(reader, at + 2) === 'for'
  if (!isQuote(word) || (!isComplete(reader) && !isFirst)) return undefined
  if (isAsked(reader, at)) return unclear(word)
  const next = /^(?:at|@)$/.test(lower(reader, at + 2)) ? at + 3 : at + 2
  const other = readAmount(wordAt(reader, next).replace(/^@/, ''))
  const isOffered = /^(?:offer(?:ed)?|ask)$/.test(lower(reader, next + 1))
  if (word === 'bid' && other !== undefined && (isOffered || next === at + 3))
    return setMarket(
      reader,
      { bid: price, ask: other, isVolatility: false },
      wordAt(reader, at),
      next + (isOffered ? 2 : 1) - at,
    )
  return setQuote(reader, word, price, at, 2)
}

function setQuote(
  reader: Reader,
  word: string,
  value: NonNullable<ReturnType<typeof readAmount>>,
  at: number,
  count: number,
): WordsTaken {
  const side = setSide(reader, quotedSide(word), word)
  return typeof side === 'number' ? setPrice(reader, { value, isSigned: false }, wordAt(reader, at), count) : side
}
