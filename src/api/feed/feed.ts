/**
 * The page's socket: connects while somebody is signed in and the page is seen, and lays what is pushed into the same places as polls do. A
 * push is evidence for the order desk, is noted in the journal, and makes the account be asked anew. Nothing here is needed: without it polls
 * find out the same, later.
 */
import { type FeedMessage, feedPath } from '../../contract/feed.ts'
import { eq } from '../../domain/decimal.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import type { OrderRecord } from '../../domain/order.ts'
import { call } from '../venue/client.ts'
import { withDistinctExecutions } from '../order-desk/distinct-executions.ts'
import { isVisible, subscribeBeat } from '../browser/heartbeat.ts'
import { noteNotLookedUp, noteRecord } from '../journal/journal.ts'
import { desk } from '../order-desk/desk.ts'
import { accountKey, queryClient, refreshAccount } from '../polling/query-client.ts'
import type { Loaded } from '../polling/resource.ts'
import { type Credentials, credentials, subscribeSession } from '../venue/session.ts'
import { browserTimers } from '../browser/timers.ts'
import { onOtherVenue, otherVenue } from '../venue/other-venue.ts'
import { onVenueChange, readVenue, servesFeed } from '../venue/venue.ts'
import { coalesced } from './coalesced.ts'
import { FeedLine, type OpenSocket, type Probed } from './feed-line.ts'
import { type FeedState, feedState } from './feed-state.ts'
import { createLookUps } from './look-ups.ts'
import { takePush } from './take-push.ts'
import { filledQuantity, isFilled } from '../../domain/order-state.ts'
import { type EndPush, heardEnds, heardOrders } from '../account/heard-orders.ts'

const hiddenMs = 60_000

const socketUrl = (base: string): string => base.replace(/^http/, 'ws') + feedPath

/** A browser sends no header of ours with a socket, so the page names its venue in the address; to its own server alone. */
function address(): string {
  const { feedUrl, baseUrl, key } = readVenue()
  if (feedUrl !== undefined) return feedUrl
  return baseUrl === '' ? `${socketUrl(location.origin)}?venue=${encodeURIComponent(key)}` : socketUrl(baseUrl)
}

const presentCredentials = (): Credentials | undefined => (otherVenue() === undefined ? credentials() : undefined)

/** The server of the page says in the page whether there is a socket beside it; of another address only opening one tells. */
function probe(): Probed {
  const { feedUrl, baseUrl } = readVenue()
  if (feedUrl !== undefined || baseUrl !== '') return 'unclear'
  return servesFeed() ? 'present' : 'absent'
}

const refreshSoon = coalesced(refreshAccount, browserTimers)

/** Open orders as shown, brought up to what was just heard. */
function amendOpenOrders(owner: Credentials, heardMs: number): readonly OrderRecord[] {
  const queryKey = [accountKey, owner.venueKey, owner.serial, 'open_orders']
  const before = queryClient.getQueryData<Loaded<readonly OrderRecord[]>>(queryKey)
  if (before === undefined) return []
  const data = heardOrders.upToDate(before.data, heardMs)
  if (data !== before.data) queryClient.setQueryData<Loaded<readonly OrderRecord[]>>(queryKey, { ...before, data })
  return before.data
}

/** Ends remembered, the newest: screens ask of orders that were just shown. */
const mostEnds = 2_000
let lookUpOwner: Credentials | undefined
const lookUps = createLookUps({
  timers: browserTimers,
  dropped: orders => lookUpOwner !== undefined && noteNotLookedUp(orders, lookUpOwner),
})

/** Asks the venue for the order's record, for the journal; one that cannot be had now is found by the poll that misses the order. */
function lookUp(id: ClientOrderId, owner: Credentials): void {
  lookUpOwner = owner
  lookUps.ask(id, () => noteFound(id, owner))
}

async function noteFound(id: ClientOrderId, owner: Credentials): Promise<void> {
  const answered = await call('orderDetails', { query: { client_order_id: id }, owner, lane: 'poll' })
  if (!answered.ok) return
  const details = answered.answer.query_order_response
  if ('client_order_id' in details) noteRecord(heardOrders.complete(withDistinctExecutions(details as OrderRecord)), owner)
}

/** The record that the journal notes: as it was listed with what was heard where that is all there is to know, else the venue's own. */
function noteHeard(id: ClientOrderId, owner: Credentials, listed: readonly OrderRecord[], end?: EndPush): void {
  const known = listed.find(record => record.client_order_id === id)
  const record = known === undefined ? undefined : heardOrders.complete(known)
  if (record === undefined) return lookUp(id, owner)
  if (end === undefined) return record.order_state === 'filled' && !isFilled(record) ? lookUp(id, owner) : noteRecord(record, owner)
  // An order that could not be cancelled, since it was filled, is told of like one that was.
  const { filled_quantity } = end
  if (isFilled(record) || filled_quantity === undefined || !eq(filledQuantity(record), filled_quantity)) return lookUp(id, owner)
  noteRecord({ ...record, cancel_state: end.reason }, owner)
}

function heard(message: FeedMessage, owner: Credentials): void {
  const nowMs = browserTimers.monotonicMs()
  const taken = takePush(message, owner, { desk, orders: heardOrders, nowMs })
  if (taken?.isOver === true) heardEnds.set(new Set([...[...heardEnds.get()].slice(-mostEnds), taken.id]))
  if (taken?.isUnclear === true) lookUp(taken.id, owner)
  else if (taken !== undefined) noteHeard(taken.id, owner, amendOpenOrders(owner, nowMs), taken.end)
  refreshSoon()
}

/** Polls were slow while the socket was well; whatever it missed before or after, one look at everything tells. */
function changed(state: FeedState): void {
  const before = feedState.get()
  feedState.set(state)
  if ((before.kind === 'live') !== (state.kind === 'live')) refreshSoon()
}

/** Connects whenever there is reason to; the answer ends it. */
export function startFeed(open: OpenSocket): () => void {
  const line = new FeedLine({
    timers: browserTimers,
    open,
    address,
    probe,
    credentials: presentCredentials,
    heard,
    unread: refreshSoon,
    changed,
  })
  let hiddenSinceMs: number | undefined
  const watchSight = (): void => {
    const nowMs = browserTimers.monotonicMs()
    if (isVisible()) {
      if (hiddenSinceMs !== undefined && line.state().kind === 'off' && credentials() !== undefined) line.restart()
      hiddenSinceMs = undefined
    } else {
      hiddenSinceMs ??= nowMs
      if (nowMs - hiddenSinceMs > hiddenMs && line.state().kind !== 'off') line.rest()
    }
  }
  let serial = credentials()?.serial
  const sessionChanged = (): void => {
    const held = credentials()
    if (held?.serial === serial) return
    serial = held?.serial
    lookUps.clear()
    heardOrders.clear()
    heardEnds.set(new Set())
    line.restart()
  }
  const rest = (): void => line.rest()
  const ends = [
    subscribeBeat(watchSight),
    subscribeSession(sessionChanged),
    onVenueChange(() => line.forget()),
    onOtherVenue(() => line.restart()),
  ]
  // An open socket keeps a page out of the back-forward cache, and a frozen page hears nothing.
  window.addEventListener('pagehide', rest)
  document.addEventListener('freeze', rest)
  line.restart()
  page = line
  return () => {
    for (const end of ends) end()
    window.removeEventListener('pagehide', rest)
    document.removeEventListener('freeze', rest)
    page = undefined
    line.rest()
  }
}

let page: FeedLine | undefined

/** The page slept: the socket it had is dead or lies, so a new one is opened. */
export const wakeFeed = (): void => page?.restart()
