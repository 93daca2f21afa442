/**
 * Reads the venue's trade history into the journal whenever the page's socket is live: what was filled before this browser saw the account, and while it did not
 * look. Where the venue lists no trades, nothing is known of that time.
 */
import { systemTimers } from '../../client/timers.ts'
import { type Owner, ownerKey } from '../../domain/owner.ts'
import { minuteMs } from '../../domain/time.ts'
import { readTradeHistory } from '../../history/trade-history.ts'
import { createStore, useStore } from '../browser/store.ts'
import { type FeedState, feedState } from '../feed/feed-state.ts'
import { askPastTrades } from '../feed/feed.ts'
import { erasedAtMs } from '../journal/erase.ts'
import { filledJournalOrders, journalOrders } from '../journal/journal-store.ts'
import { journalWriter, lookUp } from '../journal/journal.ts'
import { readInstruments } from '../market/instruments.ts'
import { serverClock } from '../venue/clock.ts'
import { eachSession } from '../venue/owner.ts'

/** `whole`: every fill that the venue lists is in the journal. */
export type PastTrades = 'reading' | 'whole' | 'unknown'

const pastTrades = createStore<PastTrades>('unknown')
/** Of this page, ms since 1970 UTC. */
let begunMs = 0
/** The venue's clock is known to a part of a second, and signing in may itself make fills: those of a new practice account. */
const clockSlackMs = 1_000
/** A fill from before this session that is being read now. `atMs` is by the venue's clock; until that is known every fill is taken for one. */
export function isReadFromPast(atMs: number): boolean {
  const offsetMs = serverClock.offsetMs()
  return pastTrades.get() === 'reading' && (offsetMs === undefined || atMs < begunMs + offsetMs + clockSlackMs)
}
export const usePastTrades = (): PastTrades => useStore(pastTrades)

const overlapMs = minuteMs

export const startPastTrades = (): (() => void) => eachSession(begin)

function begin(owner: Owner): () => void {
  let isOver = false
  begunMs = systemTimers.wallMs()
  pastTrades.set('unknown')
  const take = async ({ kind }: FeedState): Promise<void> => {
    // What was read once is known, whatever becomes of the socket.
    if (pastTrades.get() !== 'whole') pastTrades.set(kind === 'live' || kind === 'connecting' ? 'reading' : 'unknown')
    if (kind !== 'live') return
    const read = await readPast(owner)
    if (!isOver) pastTrades.set(read)
  }
  const end = feedState.subscribe(() => void take(feedState.get()))
  void take(feedState.get())
  return () => {
    isOver = true
    end()
  }
}

/** From the last fill of the journal on, or all. */
async function readPast(owner: Owner): Promise<PastTrades> {
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
    return read !== 'unsupported' && read.isWhole && read.lost === 0 ? 'whole' : 'unknown'
  } catch {
    // The database, whose news the journal's writer gives.
    return 'unknown'
  }
}
