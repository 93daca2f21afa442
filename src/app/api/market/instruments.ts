/** The venue's listing: shown from the cache and revalidated. An equal text is not parsed again. */
import { type ApiFault, statusFault } from '../../../core/client/fault.ts'
import { backOffMs, jittered, systemTimers } from '../../../core/client/timers.ts'
import { endpoints } from '../../../core/contract/endpoints.ts'
import type { BadRow } from '../../../core/contract/rows.ts'
import { indexInstruments, type InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import { dayMs, hourMs, settlementHourUtc } from '../../../core/domain/time.ts'
import { type CachedText, database, timely } from '../browser/db.ts'
import { isVisible, onWake, subscribeBeat } from '../browser/heartbeat.ts'
import { yieldToPage } from '../browser/pause.ts'
import { createStore, useStore } from '../browser/store.ts'
import { client } from '../venue/client.ts'
import { serverNowMs } from '../venue/clock.ts'
import { isWholeOnItsWay, writeListingTag } from '../venue/early-requests.ts'
import { onVenueChange, readVenue } from '../venue/venue.ts'
import { isSameListing, readListing } from './exchange-info.ts'

export interface Instruments {
  readonly status: 'waiting' | 'ready' | 'failed'
  readonly index: InstrumentIndex | undefined
  /** `cache` until the venue confirms it or sends another. */
  readonly source: 'cache' | 'venue' | undefined
  readonly rejectedRows: readonly BadRow[]
  readonly fault?: ApiFault | undefined
}

const nothing: Instruments = { status: 'waiting', index: undefined, source: undefined, rejectedRows: [] }
const shown = createStore<Instruments>(nothing)

/** @example const { index } = useInstruments() */
export const useInstruments = (): Instruments => useStore(shown)
export const readInstruments = (): Instruments => shown.get()

const everyMs = 300_000
const retryMs = 5_000
/** A listing of tens of thousands may take long; orders do not wait for it. */
const timeoutMs = 30_000
const cacheFirstMs = 1_000
/** Shortly after the hour, when expired instruments leave the listing. */
const afterRollMs = 10_000

interface CachedListing {
  readonly venueKey: string
  cached: CachedText | undefined
  failures: number
  dueMs: number
  isBusy: boolean
}
let cached: CachedListing | undefined

const isCurrent = (mine: CachedListing): boolean => cached === mine

export function retryInstruments(): void {
  if (cached !== undefined) void revalidate(cached)
}

export function startInstruments(): () => void {
  void begin()
  const ends = [
    onVenueChange(() => void begin()),
    onWake(() => {
      if (cached !== undefined) cached.dueMs = systemTimers.monotonicMs() + 1_000
    }),
    subscribeBeat(() => {
      if (cached !== undefined && isVisible() && systemTimers.monotonicMs() >= cached.dueMs) void revalidate(cached)
    }),
  ]
  return () => {
    for (const end of ends) end()
    cached = undefined
    shown.set(nothing)
  }
}

async function begin(): Promise<void> {
  const mine: CachedListing = {
    venueKey: readVenue().key,
    cached: undefined,
    failures: 0,
    dueMs: Number.POSITIVE_INFINITY,
    isBusy: false,
  }
  cached = mine
  shown.set(nothing)
  const shownFromCache = showCached(mine)
  // The cache usually answers at once and may save the download. A database without an answer delays nothing, nor does
  // one being created while the listing is already loading.
  if (!isWholeOnItsWay(endpoints.exchangeInfo.path)) await Promise.race([shownFromCache, paused(cacheFirstMs)])
  if (isCurrent(mine)) await revalidate(mine)
}

async function showCached(mine: CachedListing): Promise<void> {
  const cached = await readCachedListing(mine.venueKey)
  if (cached === undefined || !isCurrent(mine) || mine.cached !== undefined) return
  if (await show(mine, cached.text, 'cache')) mine.cached ??= cached
}

const paused = (ms: number): Promise<void> =>
  new Promise(resolve => {
    systemTimers.after(ms, resolve)
  })

async function show(mine: CachedListing, text: string, source: 'cache' | 'venue'): Promise<boolean> {
  const read = await readListing(text)
  if (!isCurrent(mine)) return false
  if (!read.ok) {
    if (source === 'venue') fail(mine, read.fault)
    return false
  }
  const index = indexInstruments(read.answer.instruments)
  // The index builds its tables on first use; with tens of thousands that must not happen during a render.
  for (const look of [() => index.bases(), () => index.bySymbol('')]) {
    await yieldToPage()
    look()
  }
  await yieldToPage()
  // The venue's answer may have arrived before the cache.
  if (!isCurrent(mine) || (source === 'cache' && shown.get().source === 'venue')) return false
  shown.set({ status: 'ready', index, source, rejectedRows: read.answer.rejectedRows })
  return true
}

function fail(mine: CachedListing, fault: ApiFault): void {
  if (!isCurrent(mine)) return
  mine.failures += 1
  mine.dueMs =
    systemTimers.monotonicMs() +
    Math.max(backOffMs(retryMs, mine.failures, systemTimers.random()), fault.retryAfterMs ?? 0)
  const before = shown.get()
  shown.set({ ...before, status: before.index === undefined ? 'failed' : 'ready', fault })
}

function confirmed(mine: CachedListing): void {
  mine.failures = 0
  const now = serverNowMs()
  const rollMs = settlementHourUtc * hourMs + afterRollMs
  const untilRoll = (((rollMs - (now % dayMs)) % dayMs) + dayMs) % dayMs || dayMs
  mine.dueMs = systemTimers.monotonicMs() + Math.min(jittered(everyMs, systemTimers.random()), untilRoll)
  const before = shown.get()
  if (before.index !== undefined && (before.source !== 'venue' || before.fault !== undefined)) {
    shown.set({ status: 'ready', index: before.index, source: 'venue', rejectedRows: before.rejectedRows })
  }
}

async function revalidate(mine: CachedListing): Promise<void> {
  if (mine.isBusy) return
  mine.isBusy = true
  try {
    const etag = readVenue().baseUrl === '' ? mine.cached?.etag : undefined
    const answered = await client.text('exchangeInfo', {
      timeoutMs,
      headers: etag === undefined ? {} : { 'if-none-match': etag },
      mayBeLong: true,
    })
    if (!isCurrent(mine)) return
    if (!answered.ok) fail(mine, answered.fault)
    else if (answered.answer.status === 304 && mine.cached !== undefined) {
      noteTag(mine.venueKey, mine.cached)
      confirmed(mine)
    } else if (answered.answer.status !== 200)
      fail(mine, statusFault(answered.answer.status, false, undefined, undefined))
    else
      await take(mine, { text: answered.answer.text, etag: answered.answer.header('etag'), savedAtMs: serverNowMs() })
  } finally {
    mine.isBusy = false
  }
}

async function take(mine: CachedListing, fresh: CachedText): Promise<void> {
  const isSame = mine.cached !== undefined && isSameListing(mine.cached.text, fresh.text)
  if (!isSame && !(await show(mine, fresh.text, 'venue'))) return
  if (!isCurrent(mine)) return
  confirmed(mine)
  if (isSame && mine.cached?.etag === fresh.etag) return
  mine.cached = isSame && mine.cached !== undefined ? { ...mine.cached, etag: fresh.etag } : fresh
  const toSave = mine.cached
  // Storing a long text gets its own task, after the first render.
  await yieldToPage()
  await save(mine.venueKey, toSave)
}

function noteTag(venueKey: string, { etag }: CachedText): void {
  const venue = readVenue()
  if (venue.baseUrl === '' && venue.key === venueKey) writeListingTag(venueKey, etag)
}

async function save(venueKey: string, cached: CachedText): Promise<void> {
  try {
    await saveCachedListing(venueKey, cached)
    noteTag(venueKey, cached)
  } catch {
    // The cached listing only speeds up the start.
  }
}

const textKey = (venueKey: string): string => `${venueKey} exchangeInfo`

async function readCachedListing(venueKey: string): Promise<CachedText | undefined> {
  try {
    return await timely(database().then(db => db.get('texts', textKey(venueKey))))
  } catch {
    // Without a cache, starts from the venue.
    return undefined
  }
}

async function saveCachedListing(venueKey: string, cached: CachedText): Promise<void> {
  await (await database()).put('texts', cached, textKey(venueKey))
}
