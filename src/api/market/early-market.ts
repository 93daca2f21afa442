/**
 * The listing and the market summary of the answers that set out with the page, for what is shown before the program is there: read in full, or not
 * at all. A row that is not as it should be, an answer that is none, a listing of tens of thousands: all that is for the program.
 */
import { jsonOf } from '../../contract/plain-scalars.ts'
import type { Instrument } from '../../domain/instrument.ts'
import { type InstrumentIndex, indexInstruments } from '../../domain/instrument-index.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { parseMicros } from '../../domain/time.ts'
import { readCachedListing } from './listing-cache.ts'
import { earlyPaths } from '../venue/early-paths.ts'
import { isWholeOnItsWay, peekEarly } from '../venue/early-requests.ts'
import { servedVenue } from '../venue/served-venue.ts'
import { dropNulls, isPlainSummary } from './plain-summary.ts'
import { isPlainSymbol } from './plain-symbol.ts'

/** Characters that are parsed in one go: some milliseconds' work. */
const longest = 2_000_000

const shortJson = (text: string): unknown => (text.length > longest ? undefined : jsonOf(text))

/** Instruments of a listing's text; undefined where a row or the envelope is in doubt. */
export function readPlainListing(text: string): readonly Instrument[] | undefined {
  const answer = shortJson(text) as { readonly entities_and_rules_response?: Readonly<Record<string, unknown>> } | null | undefined
  const inner = answer?.entities_and_rules_response
  const { symbols, server_utc_timestamp: at } = inner ?? {}
  if (!Array.isArray(symbols) || typeof at !== 'string' || parseMicros(at) === undefined) return undefined
  let above: Instrument | undefined
  for (const row of symbols as readonly unknown[]) {
    if (!isPlainSymbol(row, above)) return undefined
    above = row
  }
  return symbols as readonly Instrument[]
}

/** Summaries by symbol; undefined where a row is in doubt. */
export function readPlainSummary(text: string): ReadonlyMap<string, MarketSummary> | undefined {
  const values = shortJson(text)
  if (!Array.isArray(values)) return undefined
  const rows = new Map<string, MarketSummary>()
  for (const value of values as readonly unknown[]) {
    const row = dropNulls(value)
    if (!isPlainSummary(row)) return undefined
    rows.set(row.symbol, row)
  }
  return rows
}

/** The listing that this browser keeps of the page's venue, asked for where the venue may say that it is still the one. */
export function cachedListing(): ReturnType<typeof readCachedListing> {
  if (peekEarly(earlyPaths.listing) === undefined || isWholeOnItsWay(earlyPaths.listing)) return Promise.resolve(undefined)
  return readCachedListing(servedVenue())
}

/** Of the answer that is on its way; where the venue says that the listing is the one that this browser keeps, of that. */
export async function earlyListing(cached: ReturnType<typeof cachedListing>): Promise<InstrumentIndex | undefined> {
  const answer = await peekEarly(earlyPaths.listing)?.catch(() => undefined)
  const text = answer?.status === 200 ? answer.text : answer?.status === 304 ? (await cached)?.text : undefined
  const instruments = text === undefined ? undefined : readPlainListing(text)
  return instruments === undefined ? undefined : indexInstruments(instruments)
}

export async function earlySummary(): Promise<ReadonlyMap<string, MarketSummary> | undefined> {
  const answer = await peekEarly(earlyPaths.summary)?.catch(() => undefined)
  return answer?.status === 200 ? readPlainSummary(answer.text) : undefined
}
