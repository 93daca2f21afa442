/** Answers each request of the socket. Private requests need a login; the token determines the account. */
import { successReason } from '../../../core/contract/answers.ts'
import type { FeedRequest, ReadFailure } from '../../../core/contract/feed.ts'
import { validRows } from '../../../core/contract/rows.ts'
import { wireText } from '../../../core/contract/wire.ts'
import type { OrderKey } from '../../../core/domain/ids.ts'
import { isRecord } from '../../../core/domain/json.ts'
import { type EpochMicros, msFromMicros } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import type { Account, AppliedCommand, Command, Exchange } from '../exchange.ts'
import { cancelledAll, notCancelled, notRefreshed, unknownToCancel } from '../http/command-reasons.ts'
import { nameInstrument } from '../http/name-instrument.ts'
import { orderAsDecoded, readNewOrder, type ReadOrder } from '../http/read-order.ts'
import type { TokenKeys } from '../http/tokens.ts'
import type { LeftOut } from '../left-out.ts'
import type { SandboxMarket } from '../market/create-market.ts'
import type { FeedSocket } from './hub-options.ts'
import {
  acceptance,
  ending,
  failed,
  failureCodes,
  type ListingMessage,
  rfqSnapshots,
  succeeded,
  tradeRow,
  write,
} from './messages.ts'

export interface Connection {
  readonly socket: FeedSocket
  account: Account | undefined
  expMs: number
  tokenId?: string | undefined
  /** Time since which it is not signed in, ms of the host's own clock. */
  strangerSinceMs: number
  wantsRfqs: boolean
  owed: number
  receivedMs: number
  cancelling?: { readonly user_tag: string | undefined } | undefined
}

export interface FeedVenue {
  readonly exchange: Exchange
  readonly market: SandboxMarket
  readonly clock: () => EpochMicros
  readonly listing: ListingMessage
  readonly leftOut: LeftOut
  readonly judge: TokenKeys['judge']
  send(connection: Connection, text: string): void
  apply(command: Command): AppliedCommand
  isFull(account: Account): boolean
}

type RequestOf<Name extends FeedRequest['name']> = Extract<FeedRequest, { name: Name }>['body']
type Say = (text: string) => void

const notLoggedIn = 'not logged in: send authenticate first'

export async function answerRequest(connection: Connection, request: FeedRequest, venue: FeedVenue): Promise<void> {
  const say: Say = text => venue.send(connection, text)
  if (request.name === 'authenticate') return await authenticate(connection, request.body, venue)
  if (request.name === 'entities_and_rules_request') return say(venue.listing(venue.clock(), request.body.user_tag))
  if (request.name === 'heartbeat') return
  const { account } = connection
  if (account === undefined) return say(failed(request.body.user_tag, failureCodes.notAuthenticated, notLoggedIn))
  answerPrivate(connection, account, request, venue, say)
}

export function answerUnread(
  connection: Connection,
  { reason, name, path = '', body }: ReadFailure,
  venue: FeedVenue,
): void {
  const say: Say = text => venue.send(connection, text)
  const user_tag = tagOf(body)
  if (reason === 'not_json') return say(failed(user_tag, failureCodes.invalidParameters, 'not JSON'))
  if (reason === 'not_a_message') return say(failed(user_tag, failureCodes.invalidParameters, 'not one named message'))
  if (reason === 'unknown_name') return say(failed(user_tag, failureCodes.invalidParameters, 'unknown message'))
  if (name !== 'new_order' || !isRecord(body)) {
    return say(
      failed(user_tag, failureCodes.invalidParameters, path === '' ? 'not an object' : `field ${path} is not right`),
    )
  }
  const { account } = connection
  if (account === undefined) return say(failed(user_tag, failureCodes.notAuthenticated, notLoggedIn))
  place(account, readNewOrder(body, venue.clock()), user_tag, venue, say)
}

async function authenticate(connection: Connection, body: RequestOf<'authenticate'>, venue: FeedVenue): Promise<void> {
  const { user_tag } = body
  const say: Say = text => venue.send(connection, text)
  const found = await venue.judge(body.credentials_secret, msFromMicros(venue.clock()), connection.socket.address)
  if ('kind' in found) {
    connection.socket.loginRefused?.()
    return say(failed(user_tag, found.code, found.text))
  }
  const { account, expMs, id } = found
  if (connection.account !== account && venue.isFull(account)) {
    return say(failed(user_tag, failureCodes.tooManySockets, 'too many sockets for this account'))
  }
  if (!venue.exchange.hasAccount(account)) venue.apply({ kind: 'open_account', account })
  connection.account = account
  connection.expMs = expMs
  connection.tokenId = id
  connection.socket.signedIn?.(true)
  say(succeeded(user_tag))
}

type PrivateRequest = Exclude<FeedRequest, { name: 'authenticate' | 'entities_and_rules_request' | 'heartbeat' }>

function answerPrivate(
  connection: Connection,
  account: Account,
  request: PrivateRequest,
  venue: FeedVenue,
  say: Say,
): void {
  const now = venue.clock()
  const { user_tag } = request.body
  switch (request.name) {
    case 'new_order':
      return place(account, orderAsDecoded(request.body), user_tag, venue, say)
    case 'new_bulk_order':
      return placeAll(account, request.body, venue, say)
    case 'cancel_order':
      return cancel(connection, account, request.body, venue)
    case 'cancel_all_orders':
      return cancelAll(account, request.body, venue, say)
    case 'refresh_interest':
      return refresh(account, request.body, venue, say)
    case 'balances':
      return say(
        write('balances', {
          server_utc_timestamp: now,
          user_tag,
          balances: validRows(venue.exchange.balances(account, now), venue.leftOut.of('balances')),
        }),
      )
    case 'positions':
      return say(
        write('positions', {
          server_utc_timestamp: now,
          user_tag,
          positions: validRows(venue.exchange.positions(account, now), venue.leftOut.of('positions')),
        }),
      )
    case 'trade_history_request':
      return say(tradeHistory(account, request.body, venue))
    case 'register_for_rfqs':
      connection.wantsRfqs = true
      say(succeeded(user_tag))
      for (const snapshot of rfqSnapshots(venue.exchange.liveRfqs(now), now)) say(snapshot)
      return
    case 'deregister_for_rfqs':
      connection.wantsRfqs = false
      return say(succeeded(user_tag))
    default:
      return request satisfies never
  }
}

function place(account: Account, read: ReadOrder, user_tag: string | undefined, venue: FeedVenue, say: Say): void {
  if (read.kind === 'refusal') return say(failed(user_tag, failureCodes.invalidParameters, read.error))
  if (read.kind === 'malformed') return say(write('order_rejected', nameInstrument(venue.market, read.rejected)))
  const { outcome, events } = venue.apply({ kind: 'place', account, order: read.order, text: read.text })
  if (outcome.kind === 'rejected') return say(write('order_rejected', nameInstrument(venue.market, outcome.rejected)))
  // A repeated order emits no event, so its first answer is sent again.
  const isPushed = events.some(event => event.kind === 'order_accepted' && event.account === account)
  if (outcome.kind === 'accepted' && !isPushed) say(acceptance(outcome.accepted))
}

const echoOf = (value: unknown): string | undefined => {
  const read = z.safeDecode(wireText, value as never)
  return read.success ? read.data : undefined
}
const tagOf = (body: unknown): string | undefined => (isRecord(body) ? echoOf(body['user_tag']) : undefined)

function placeAll(
  account: Account,
  { orders, user_tag }: RequestOf<'new_bulk_order'>,
  venue: FeedVenue,
  say: Say,
): void {
  const bodies = orders.map(each => (isRecord(each) && isRecord(each['new_order']) ? each['new_order'] : each))
  const results = bodies.map(body => ({
    client_order_id: ((isRecord(body) ? echoOf(body['client_order_id']) : undefined) ?? '') as never,
    order_state: 'pending_new',
  }))
  say(write('new_bulk_order_response', { user_tag, results: validRows(results) }))
  for (const body of bodies) place(account, readNewOrder(body, venue.clock()), tagOf(body) ?? user_tag, venue, say)
}

function keyOf({ order_id, client_order_id }: RequestOf<'cancel_order'>): OrderKey | string {
  if (order_id !== undefined && client_order_id !== undefined)
    return 'name the order by order_id or by client_order_id, not by both'
  if (order_id !== undefined) return { order_id }
  return client_order_id === undefined ? 'name the order by order_id or client_order_id' : { client_order_id }
}

/** Pushes of this command carry the tag; later ones do not. */
function applyTagged(
  connection: Connection,
  user_tag: string | undefined,
  apply: () => AppliedCommand,
): AppliedCommand {
  connection.cancelling = { user_tag }
  try {
    return apply()
  } finally {
    connection.cancelling = undefined
  }
}

function cancel(connection: Connection, account: Account, body: RequestOf<'cancel_order'>, venue: FeedVenue): void {
  const say: Say = text => venue.send(connection, text)
  const { user_tag } = body
  const key = keyOf(body)
  if (typeof key === 'string') return say(failed(user_tag, failureCodes.invalidParameters, key))
  const { outcome, at } = applyTagged(connection, user_tag, () => venue.apply({ kind: 'cancel', account, key }))
  const now = venue.clock()
  // The cancellation itself is pushed, as to every other socket of the account.
  if (outcome.kind === 'not_found') {
    const { order_id, client_order_id } = body
    say(
      write('cancel_order', {
        server_utc_timestamp: now,
        utc_timestamp: at,
        order_id,
        client_order_id,
        user_tag,
        reason: unknownToCancel,
      }),
    )
  } else if (outcome.kind === 'too_late') say(ending(outcome.order, notCancelled(outcome.order), at, now, user_tag))
}

function cancelAll(account: Account, body: RequestOf<'cancel_all_orders'>, venue: FeedVenue, say: Say): void {
  const { symbol, tradeable_entity_id, user_tag } = body
  const now = venue.clock()
  const meant = venue.exchange
    .openOrders(account, now)
    .filter(
      order =>
        (symbol === undefined || order.symbol === symbol) &&
        (tradeable_entity_id === undefined || order.tradeable_entity_id === tradeable_entity_id),
    )
  const filter = { symbol, tradeable_entity_id }
  const said = cancelledAll(venue.market, filter, meant, now)
  // The list comes first, followed by one cancellation per order.
  say(write('cancel_all_orders_response', { server_utc_timestamp: now, timestamp: now, user_tag, ...said }))
  venue.apply({ kind: 'cancel_all', account, filter })
}

function refresh(account: Account, body: RequestOf<'refresh_interest'>, venue: FeedVenue, say: Say): void {
  const { user_tag, order_id, client_order_id } = body
  const key = keyOf(body)
  if (typeof key === 'string') return say(failed(user_tag, failureCodes.invalidParameters, key))
  const { outcome } = venue.apply({ kind: 'refresh_interest', account, key })
  const reason = outcome.kind === 'refreshed' ? successReason : notRefreshed(outcome)
  const server_utc_timestamp = venue.clock()
  say(write('refresh_interest_response', { server_utc_timestamp, order_id, client_order_id, user_tag, reason }))
}

function tradeHistory(
  account: Account,
  { trade_count, trade_time, user_tag }: RequestOf<'trade_history_request'>,
  venue: FeedVenue,
): string {
  if (trade_count !== undefined && trade_count < 1)
    return failed(user_tag, failureCodes.invalidParameters, 'trade_count is a whole number of at least 1')
  const now = venue.clock()
  // The last ones by count, or the first ones since a time, so that a client can page.
  const chosen =
    trade_time !== undefined && trade_count === undefined
      ? venue.exchange.executions(account, now, { since: trade_time }).slice(0, mostTrades)
      : venue.exchange.executions(account, now, {
          since: trade_time,
          most: Math.min(trade_count ?? mostTrades, mostTrades),
        })
  return write('trade_history_response', {
    server_utc_timestamp: now,
    user_tag,
    executions: validRows(chosen.map(tradeRow), venue.leftOut.of('trade history')),
  })
}

const mostTrades = 10_000
