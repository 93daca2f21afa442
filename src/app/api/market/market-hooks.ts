/**
 * Public market data. Order book and market summary are extensions, requested unless the venue is known to lack them.
 */
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CallResult } from '../../../core/client/client-types.ts'
import { entityId } from '../../../core/domain/ids.ts'
import type { MarketSummary, OrderBook, Quotes } from '../../../core/domain/market-data.ts'
import type { LoadedRows } from '../../../core/domain/unread-row.ts'
import { publishEvidence } from '../evidence/evidence.ts'
import { type EndpointSpec, pollOf, resourceSpecOf, useEndpoint } from '../polling/endpoint-resource.ts'
import { paceFactor, usePollPace } from '../polling/poll-pace.ts'
import { queryClient } from '../polling/query-client.ts'
import {
  prefetchResource,
  queryOptionsOf,
  type Resource,
  type ResourceSpec,
  ingest,
  useResource,
} from '../polling/resource.ts'
import { shareRows } from '../polling/share-rows.ts'
import { learnCapability, readCapabilities, useCapabilities } from '../venue/capabilities.ts'
import { call, client } from '../venue/client.ts'
import { presentOwner } from '../venue/owner.ts'
import { readVenue, useVenue } from '../venue/venue.ts'
import { decodeAnswer } from '../../../core/client/create-client.ts'
import { driftFault } from '../../../core/client/fault.ts'
import type { HttpAnswer } from '../../../core/client/http.ts'
import { systemTimers } from '../../../core/client/timers.ts'
import { summaryKeyOf } from '../../../core/contract/answers.ts'
import { marketSummaryRecord } from '../../../core/contract/records.ts'
import { createRowList, rowReader } from '../../../core/contract/rows.ts'
import { forEachInSlices } from '../browser/pause.ts'
import { parseArray } from './parse-array.ts'

const readRow = rowReader(marketSummaryRecord)

async function readSummary(answer: HttpAnswer): Promise<CallResult<LoadedRows<Quotes>>> {
  const values = answer.status === 200 ? await parseArray(answer.text) : undefined
  if (values === undefined) {
    const decoded = decodeAnswer('marketSummary', answer, {}, systemTimers.wallMs())
    return decoded.ok ? { ok: false, fault: driftFault('', 'not a list') } : decoded
  }
  const list = createRowList(readRow, summaryKeyOf)
  await forEachInSlices(values, value => void list.take(value))
  const { rows, rejected: rejectedRows } = list.rows()
  if (rows.length === 0 && rejectedRows.length > 0)
    return { ok: false, fault: driftFault(rejectedRows[0]?.path ?? '', 'no row of it could be read') }
  return { ok: true, answer: { data: new Map(rows.map(row => [row.symbol, row])), rejectedRows } }
}

const bookIntervalMs = 1_000
const summaryIntervalMs = 3_000
/** Added to the poll interval for each row of a long summary. */
const summaryMsPerRow = 0.5
const summaryTimeoutMs = 10_000

const mostLegsAsked = 5
const legsAsked = new Map<string, Set<string>>()

/**
 * A 404 for a package's book does not prove that the call is missing: the package may have no quotes. Therefore the
 * book of one leg is requested, once per leg and only a few times.
 */
async function askOfOneLeg(venueKey: string, symbol: string, signal: AbortSignal | undefined): Promise<void> {
  const at = symbol.indexOf('@')
  if (at < 1 || readCapabilities().orderBook !== 'unknown') return
  const leg = symbol.slice(0, at)
  const asked = legsAsked.get(venueKey) ?? new Set<string>()
  if (asked.has(leg) || asked.size >= mostLegsAsked) return
  legsAsked.set(venueKey, asked.add(leg))
  await call('orderBook', { query: { symbol: leg, depth: 1 }, signal })
}

function bookSpec(symbol: string, depth: number, intervalMs = bookIntervalMs, enabled = true): EndpointSpec<OrderBook> {
  const options = { query: { symbol, depth }, intervalMs, enabled }
  const poll = pollOf('orderBook', answer => answer.orderbook_response, options)
  return {
    ...poll,
    async load({ signal, owner }) {
      const loaded = await poll.load({ signal, owner })
      const signedIn = presentOwner()
      if (loaded.ok && signedIn !== undefined) publishEvidence({ kind: 'book', book: loaded.answer.data }, signedIn)
      if (!loaded.ok && loaded.fault.status === 404) await askOfOneLeg(owner.venueKey, symbol, signal)
      return loaded
    },
  }
}

export const useOrderBook = (symbol: string | undefined, depth = 10, intervalMs?: number): Resource<OrderBook> =>
  useEndpoint(bookSpec(symbol ?? '', depth, intervalMs, symbol !== undefined))

const mostBooks = 10
const quotesIntervalMs = 3_000

/**
 * Best bid and ask of a few instruments from order books, if the venue has no market summary; undefined if it has one.
 */
export function useBookQuotes(symbols: readonly string[]): Quotes | undefined {
  const { marketSummary, orderBook } = useCapabilities()
  const isNeeded = marketSummary === 'absent' && orderBook !== 'absent'
  const asked = isNeeded ? [...new Set(symbols)].slice(0, mostBooks) : []
  const factor = paceFactor[usePollPace()]
  const books = useQueries(
    {
      queries: asked.map(symbol => queryOptionsOf(resourceSpecOf(bookSpec(symbol, 1, quotesIntervalMs)), factor)),
      combine: booksOf,
    },
    queryClient,
  )
  return useMemo(() => (isNeeded ? quotesOf(books) : undefined), [isNeeded, books])
}

const booksOf = (
  results: readonly { readonly data: LoadedRows<OrderBook> | undefined; readonly error: unknown }[],
): readonly OrderBook[] =>
  results.flatMap(({ data, error }) => (data === undefined || error !== null ? [] : [data.data]))

const quotesOf = (books: readonly OrderBook[]): Quotes =>
  new Map(
    books.map(({ symbol, buy, sell }) => [
      symbol,
      { id: noId, symbol, product_type: '', best_bid: buy[0]?.price, best_ask: sell[0]?.price } satisfies MarketSummary,
    ]),
  )
const noId = entityId('0')

export const summaryKey = (venueKey: string): readonly unknown[] => ['market_summary', venueKey]

/** By symbol. Unchanged rows keep their reference, and so does the map. */
const summarySpec = (venueKey: string, enabled: boolean): ResourceSpec<Quotes> => ({
  name: 'market summary',
  key: summaryKey(venueKey),
  intervalMs: summaryIntervalMs,
  intervalOf: data => Math.max(summaryIntervalMs, data.size * summaryMsPerRow),
  enabled,
  load: signal => loadSummary(venueKey, signal),
  share: shareMap,
})

/** The last summary by entity tag, so that the venue need not send it again. */
let lastSummary: { readonly venueKey: string; readonly etag: string; readonly loaded: LoadedRows<Quotes> } | undefined

export async function loadSummary(venueKey: string, signal?: AbortSignal): Promise<CallResult<LoadedRows<Quotes>>> {
  const cached = lastSummary?.venueKey === venueKey && readVenue().summaryUrl === '' ? lastSummary : undefined
  const answered = await client.text('marketSummary', {
    signal,
    timeoutMs: summaryTimeoutMs,
    headers: cached === undefined ? {} : { 'if-none-match': cached.etag },
    mayBeLong: true,
  })
  if (!answered.ok) return answered
  const { answer } = answered
  const etag = answer.header('etag')
  if (answer.status === 304 && cached !== undefined) return { ok: true, answer: cached.loaded }
  if (answer.status === 200) learnCapability('marketSummary', 'present')
  const read = await readSummary(answer)
  if (!read.ok && read.fault.kind === 'not_supported') learnCapability('marketSummary', 'absent')
  lastSummary = read.ok && etag !== undefined ? { venueKey, etag, loaded: read.answer } : undefined
  return read
}

export function useMarketSummary(enabled = true): Resource<Quotes> {
  const venueKey = useVenue().key
  const isLacking = useCapabilities().marketSummary === 'absent'
  return useResource(summarySpec(venueKey, enabled && !isLacking))
}

export const prefetchSummary = async (): Promise<void> =>
  await prefetchResource(summarySpec(readVenue().key, readCapabilities().marketSummary !== 'absent'))

export const ingestSummary = (venueKey: string, loaded: LoadedRows<Quotes>): void =>
  ingest(summarySpec(venueKey, true), loaded)

function shareMap(old: Quotes | undefined, fresh: Quotes): Quotes {
  if (old === undefined) return fresh
  const before = [...old.values()]
  const rows = shareRows(before, [...fresh.values()], ['symbol'])
  return rows === before ? old : new Map(rows.map(row => [row.symbol, row]))
}
