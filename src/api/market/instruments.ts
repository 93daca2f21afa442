/**
 * What the venue lists: shown at once from what this browser kept, revalidated behind. A text that lists the same is not parsed again.
 */
import { type ApiFault, statusFault } from '../../client/fault.ts'
import { backOffMs, jittered, systemTimers } from '../../client/timers.ts'
import { endpoints } from '../../contract/endpoints.ts'
import type { BadRow } from '../../contract/rows.ts'
import { indexInstruments, type InstrumentIndex } from '../../domain/instrument-index.ts'
import { dayMs, hourMs, settlementHourUtc } from '../../domain/time.ts'
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
  /** `cache` until the venue confirmed it or answered again. */
  readonly source: 'cache' | 'venue' | undefined
  readonly setAside: readonly BadRow[]
  readonly fault?: ApiFault | undefined
}

const nothing: Instruments = { status: 'waiting', index: undefined, source: undefined, setAside: [] }
const shown = createStore<Instruments>(nothing)

/** @example const { index } = useInstruments() */
export const useInstruments = (): Instruments => useStore(shown)
export const readInstruments = (): Instruments => shown.get()

const everyMs = 300_000
const retryMs = 5_000
/** A listing of tens of thousands may take its time; it waits in no order's way. */
const timeoutMs = 30_000
/** How long the venue is not asked, for what is kept to be shown and spare the asking. */
const cacheFirstMs = 1_000
/** After the hour at which expired instruments leave the listing. */
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

/** Asks for the listing at once, by the trader's word. */
export function retryInstruments(): void {
  if (cached !== undefined) void revalidate(cached)
}

/** Begins to hold the present venue's listing; the answer stops it. */
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
  const mine: CachedListing = { venueKey: readVenue().key, cached: undefined, failures: 0, dueMs: Number.POSITIVE_INFINITY, isBusy: false }
  cached = mine
  shown.set(nothing)
  const shownFromCache = showCached(mine)
  // What is kept is usually there at once and spares the whole listing; a database that does not answer holds nothing up, nor one that is
  // being made while the listing is on its way.
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

/** Parses and shows; false when it could not be read. */
async function show(mine: CachedListing, text: string, source: 'cache' | 'venue'): Promise<boolean> {
  const read = await readListing(text)
  if (!isCurrent(mine)) return false
  if (!read.ok) {
    if (source === 'venue') fail(mine, read.fault)
    return false
  }
  const index = indexInstruments(read.answer.instruments)
  // Its tables are made at the first look, of tens of thousands not in the midst of drawing a screen.
  for (const look of [() => index.bases(), () => index.bySymbol('')]) {
    await yieldToPage()
    look()
  }
  await yieldToPage()
  // The venue's own answer may have come first where what was kept came late.
  if (!isCurrent(mine) || (source === 'cache' && shown.get().source === 'venue')) return false
  shown.set({ status: 'ready', index, source, setAside: read.answer.setAside })
  return true
}

function fail(mine: CachedListing, fault: ApiFault): void {
  if (!isCurrent(mine)) return
  mine.failures += 1
  mine.dueMs = systemTimers.monotonicMs() + Math.max(backOffMs(retryMs, mine.failures, systemTimers.random()), fault.retryAfterMs ?? 0)
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
    shown.set({ status: 'ready', index: before.index, source: 'venue', setAside: before.setAside })
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
    } else if (answered.answer.status !== 200) fail(mine, statusFault(answered.answer.status, false, undefined, undefined))
    else await take(mine, { text: answered.answer.text, etag: answered.answer.header('etag'), savedAtMs: serverNowMs() })
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
  // The text of tens of thousands takes a task of its own to hand over; what is shown of it is drawn first.
  await yieldToPage()
  await save(mine.venueKey, toSave)
}

/** So that the next page asks for the listing before its program is there, and only if it is another. */
function noteTag(venueKey: string, { etag }: CachedText): void {
  const venue = readVenue()
  if (venue.baseUrl === '' && venue.key === venueKey) writeListingTag(venueKey, etag)
}

async function save(venueKey: string, cached: CachedText): Promise<void> {
  try {
    await saveCachedListing(venueKey, cached)
    noteTag(venueKey, cached)
  } catch {
    // The listing is only kept to start faster.
  }
}

/** The listing as this browser keeps it, to be shown at once by the next page. */
const textKey = (venueKey: string): string => `${venueKey} exchangeInfo`

async function readCachedListing(venueKey: string): Promise<CachedText | undefined> {
  try {
    return await timely(database().then(db => db.get('texts', textKey(venueKey))))
  } catch {
    // A browser that keeps nothing starts from the venue.
    return undefined
  }
}

/** Rejects where the browser keeps nothing. */
async function saveCachedListing(venueKey: string, cached: CachedText): Promise<void> {
  await (await database()).put('texts', cached, textKey(venueKey))
}
