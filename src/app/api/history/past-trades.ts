/**
 * Reads the venue's trade history into the journal whenever the socket is live. This adds fills from before the
 * account was first seen and while no page was open. Without a trade list that time stays unknown.
 */
import { systemTimers } from '../../../core/client/timers.ts'
import { type Owner, ownerKey } from '../../../core/domain/owner.ts'
import type { FillsKnown } from '../../../core/domain/trade-story/trade-count.ts'
import { dayMs, minuteMs } from '../../../core/domain/time.ts'
import { readTradeHistory } from '../../../core/history/trade-history.ts'
import { createStore, useStore } from '../browser/store.ts'
import { publishEvidence } from '../evidence/evidence.ts'
import { feedIsLive, type FeedState, feedState } from '../feed/feed-state.ts'
import { askPastTrades } from '../feed/feed.ts'
import { erasedAtMs } from '../journal/erase.ts'
import { filledJournalOrders, journalOrders } from '../journal/journal-store.ts'
import { journalWriter, lookUp } from '../journal/journal.ts'
import { readInstruments } from '../market/instruments.ts'
import { serverClock, serverNowMs } from '../venue/clock.ts'
import { eachSession } from '../venue/owner.ts'

/** `whole`: the journal has every fill that the venue lists. */
export type PastTrades = 'reading' | 'whole' | 'unknown'

interface History {
  /** Start of this session, ms since 1970 UTC. */
  readonly begunMs: number
  readonly past: PastTrades
  readonly fills: FillsKnown
}
const history = createStore<History>({ begunMs: 0, past: 'unknown', fills: { kind: 'unreported' } })
const amend = (change: Partial<History>): void => history.set({ ...history.get(), ...change })

/** The venue's clock is known to a fraction of a second, and a new practice account starts with fills at sign-in. */
const clockSlackMs = 1_000
/**
 * True for a fill older than this session. `atMs` is by the venue's clock; until that is known every fill counts as
 * old.
 */
export function isReadFromPast(atMs: number): boolean {
  const offsetMs = serverClock.offsetMs()
  const { begunMs, past } = history.get()
  return past === 'reading' && (offsetMs === undefined || atMs < begunMs + offsetMs + clockSlackMs)
}
export const usePastTrades = (): PastTrades => useStore(history).past

/** False while the venue may still report fills of other devices and programs. */
export const areFillsKnown = (): boolean => ['now', 'unreported'].includes(history.get().fills.kind)
export const useFillsKnown = (): FillsKnown => useStore(history).fills

const overlapMs = minuteMs
const retryMs = 5_000
const mostFailures = 2
/** Maximum age of ended orders that may have filled a live RFQ. */
const endedWithinMs = 30 * dayMs

export const startPastTrades = (hasFeed: boolean): (() => void) => eachSession(owner => begin(owner, hasFeed))

function withoutFeed(state: FeedState, before: FillsKnown): FillsKnown {
  if (before.kind === 'now') return { kind: 'until', atMs: serverNowMs() }
  if (before.kind === 'until') return before
  const isHopeless =
    state.kind === 'absent' || state.kind === 'refused' || (state.kind === 'waiting' && state.failures >= mostFailures)
  return isHopeless ? { kind: 'unreported' } : before
}

function begin(owner: Owner, hasFeed: boolean): () => void {
  let isOver = false
  let cancelRetry = (): void => undefined
  history.set({
    begunMs: systemTimers.wallMs(),
    past: 'unknown',
    fills: { kind: hasFeed ? 'reading' : 'unreported' },
  })
  const read = async (): Promise<void> => {
    const past = await readPast(owner)
    if (isOver || !feedIsLive()) return
    amend({ past: past === 'whole' ? 'whole' : 'unknown' })
    if (past !== 'failed') return amend({ fills: { kind: past === 'unsupported' ? 'unreported' : 'now' } })
    cancelRetry = systemTimers.after(retryMs, () => void read())
  }
  const take = async (state: FeedState): Promise<void> => {
    const { kind } = state
    cancelRetry()
    // Past trades that were read stay known without the socket.
    const { past, fills } = history.get()
    if (past !== 'whole') amend({ past: kind === 'live' || kind === 'connecting' ? 'reading' : 'unknown' })
    if (kind === 'live') return await read()
    amend({ fills: withoutFeed(state, fills) })
  }
  const end = feedState.subscribe(() => void take(feedState.get()))
  const start = async (): Promise<void> => {
    await publishEnded(owner)
    if (!isOver) await take(feedState.get())
  }
  void start()
  return () => {
    isOver = true
    cancelRetry()
    end()
  }
}

async function publishEnded(owner: Owner): Promise<void> {
  try {
    const sinceMs = serverNowMs() - endedWithinMs
    const orders = (await filledJournalOrders(ownerKey(owner))).filter(order => (order.firstFillMs ?? 0) > sinceMs)
    if (orders.length > 0) publishEvidence({ kind: 'journal', orders }, owner)
  } catch {
    // The journal writer reports database errors.
  }
}

/**
 * Reads from the journal's last fill on, or everything. `partly`: some fills are of orders that the venue has
 * forgotten, too old for a live RFQ.
 */
async function readPast(owner: Owner): Promise<'whole' | 'partly' | 'unsupported' | 'failed'> {
  const key = ownerKey(owner)
  try {
    const fills = (await filledJournalOrders(key)).flatMap(order => order.executions)
    const last = fills.reduce<(typeof fills)[number] | undefined>(
      (newest, each) => (newest === undefined || each.utc_timestamp > newest.utc_timestamp ? each : newest),
      undefined,
    )
    const sinceMs = last === undefined ? 0 : last.utc_timestamp / 1_000 - overlapMs
    const read = await readTradeHistory(
      {
        ask: askPastTrades,
        ordersById: async ids => [...(await journalOrders(key, ids)).values()],
        listing: () => Promise.resolve(readInstruments().index),
        lookUp: id => lookUp(owner, id),
        note: seen => journalWriter.note(key, seen),
        flush: () => journalWriter.settled(),
      },
      Math.max(sinceMs, erasedAtMs(key)),
      last?.trade_id,
    )
    if (read === 'unsupported') return read
    return read.isWhole ? (read.lost === 0 ? 'whole' : 'partly') : 'failed'
  } catch {
    // The journal writer reports database errors.
    return 'failed'
  }
}
