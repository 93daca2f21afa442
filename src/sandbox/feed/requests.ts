/** One answer a request of the socket's table. Private requests need a login first; which account, only the token says. */
import type { FeedRequest } from '../../contract/feed.ts'
import { goodRows } from '../../contract/rows.ts'
import { type EpochMicros, msFromMicros } from '../../domain/time.ts'
import type { Account, Applied, Command, Exchange, OrderKey } from '../exchange.ts'
import { readOrder } from '../http/read-order.ts'
import type { SandboxMarket } from '../market/create-market.ts'
import type { FeedSocket } from './hub.ts'
import { acceptance, rfqSnapshots, tradeRow, write, writeBare } from './messages.ts'

export interface Connection {
  readonly socket: FeedSocket
  account: Account | undefined
  wantsRfqs: boolean
}

export interface FeedVenue {
  readonly exchange: Exchange
  readonly market: SandboxMarket
  readonly clock: () => EpochMicros
  readonly verify: (token: string, nowMs: number) => Promise<Account | undefined>
  send(connection: Connection, text: string): void
  apply(command: Command): Applied
  isFull(account: Account): boolean
}

type RequestOf<Name extends FeedRequest['name']> = Extract<FeedRequest, { name: Name }>['body']

/** Answers a request; what an order brings about beyond its rejection is pushed by the hub. */
export async function answerRequest(connection: Connection, request: FeedRequest, venue: FeedVenue): Promise<void> {
  const say = (text: string): void => venue.send(connection, text)
  if (request.name === 'authenticate') return await authenticate(connection, request.body, venue)
  if (request.name === 'entities_and_rules_request') {
    const now = venue.clock()
    const symbols = goodRows(venue.market.listing(msFromMicros(now)).all.map(listed => listed.instrument))
    return say(write('entities_and_rules_response', { server_utc_timestamp: now, user_tag: request.body.user_tag, symbols }))
  }
  const { account } = connection
  if (account === undefined) {
    return say(
      write('command_response', { user_tag: request.body.user_tag, error_code: '2', error_text: 'not logged in: send authenticate first' }),
    )
  }
  answerPrivate(connection, account, request, venue, say)
}

async function authenticate(connection: Connection, body: RequestOf<'authenticate'>, venue: FeedVenue): Promise<void> {
  const respond = (error_code: string, error_text?: string): void =>
    venue.send(connection, write('command_response', { user_tag: body.user_tag, error_code, error_text }))
  const account = await venue.verify(body.credentials_secret, msFromMicros(venue.clock()))
  if (account === undefined) return respond('3', 'the token was refused')
  if (connection.account !== account && venue.isFull(account)) return respond('4', 'too many sockets for this account')
  if (!venue.exchange.hasAccount(account)) venue.apply({ kind: 'open_account', account })
  connection.account = account
  respond('0')
}

type PrivateRequest = Exclude<FeedRequest, { name: 'authenticate' | 'entities_and_rules_request' }>

function answerPrivate(
  connection: Connection,
  account: Account,
  request: PrivateRequest,
  venue: FeedVenue,
  say: (text: string) => void,
): void {
  const now = venue.clock()
  const { user_tag } = request.body
  switch (request.name) {
    case 'new_order':
      return place(account, request.body, venue, say)
    case 'new_bulk_order':
      return placeAll(account, request.body, venue, say)
    case 'cancel_order':
      return cancel(account, request.body, venue, say)
    case 'cancel_all_orders':
      return cancelAll(account, request.body, venue, say)
    case 'refresh_interest':
      return refresh(account, request.body, venue, say)
    case 'balances':
      return say(write('balances', { server_utc_timestamp: now, user_tag, balances: goodRows(venue.exchange.balances(account, now)) }))
    case 'positions':
      return say(write('positions', { server_utc_timestamp: now, user_tag, positions: goodRows(venue.exchange.positions(account, now)) }))
    case 'trade_history_request':
      return say(tradeHistory(account, request.body, venue))
    case 'register_for_rfqs':
      connection.wantsRfqs = true
      say(write('command_response', { user_tag, error_code: '0' }))
      for (const snapshot of rfqSnapshots(venue.exchange.liveRfqs(now), now)) say(snapshot)
      return
    case 'deregister_for_rfqs':
      connection.wantsRfqs = false
      return say(write('command_response', { user_tag, error_code: '0' }))
    default:
      return request satisfies never
  }
}

function place(account: Account, order: unknown, venue: FeedVenue, say: (text: string) => void): void {
  const read = readOrder(JSON.stringify({ new_order: order }), venue.clock())
  if (read.kind === 'refusal') return say(write('command_response', { error_code: '1', error_text: read.error }))
  if (read.kind === 'malformed') return say(write('order_rejected', read.rejected))
  const { outcome, events } = venue.apply({ kind: 'place', account, order: read.order, text: read.text })
  if (outcome.kind === 'rejected') return say(write('order_rejected', outcome.rejected))
  // A repeated order brings no event: it gets its first answer again.
  const isPushed = events.some(event => event.kind === 'order_accepted' && event.account === account)
  if (outcome.kind === 'accepted' && !isPushed) say(acceptance(outcome.accepted))
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function placeAll(
  account: Account,
  { orders, user_tag }: RequestOf<'new_bulk_order'>,
  venue: FeedVenue,
  say: (text: string) => void,
): void {
  const bodies = orders.map(each => (isRecord(each) && isRecord(each['new_order']) ? each['new_order'] : each))
  const results = bodies.map(body => ({
    client_order_id: (isRecord(body) && typeof body['client_order_id'] === 'string' ? body['client_order_id'] : '') as never,
    order_state: 'pending_new',
  }))
  say(writeBare('new_bulk_order', { user_tag, results }))
  for (const body of bodies) place(account, body, venue, say)
}

function keyOf({ order_id, client_order_id }: RequestOf<'cancel_order'>): OrderKey | undefined {
  if (order_id !== undefined) return { order_id }
  return client_order_id === undefined ? undefined : { client_order_id }
}

const refused = (user_tag: string | undefined, error_text: string): string =>
  write('command_response', { user_tag, error_code: '5', error_text })

function cancel(account: Account, body: RequestOf<'cancel_order'>, venue: FeedVenue, say: (text: string) => void): void {
  const key = keyOf(body)
  if (key === undefined) return say(refused(body.user_tag, 'name the order by order_id or client_order_id'))
  const { outcome } = venue.apply({ kind: 'cancel', account, key })
  // The cancellation itself is pushed, here as on every other socket of the account.
  if (outcome.kind === 'too_late') return say(refused(body.user_tag, tooLate))
  if (outcome.kind === 'not_found') say(refused(body.user_tag, 'the order was not found in the order cache'))
}

const tooLate = 'order has been fully executed and cannot be cancelled'

function cancelAll(account: Account, body: RequestOf<'cancel_all_orders'>, venue: FeedVenue, say: (text: string) => void): void {
  const { symbol, tradeable_entity_id, user_tag } = body
  const isFiltered = symbol !== undefined || tradeable_entity_id !== undefined
  const now = venue.clock()
  const open = venue.exchange.openOrders(account, now)
  const meant = open.filter(
    order =>
      (symbol === undefined || order.symbol === symbol) &&
      (tradeable_entity_id === undefined || order.tradeable_entity_id === tradeable_entity_id),
  )
  const results = meant.map(order => ({
    client_order_id: order.client_order_id,
    order_state: 'pending_cancel',
    ...(isFiltered ? { symbol: order.symbol, tradeable_entity_id: order.tradeable_entity_id } : {}),
  }))
  // The list goes first: one cancellation an order follows it.
  say(writeBare('cancel_all_orders', { server_utc_timestamp: now, timestamp: now, user_tag, reason: 'success', results }))
  venue.apply({ kind: 'cancel_all', account, filter: { symbol, tradeable_entity_id } })
}

function refresh(account: Account, body: RequestOf<'refresh_interest'>, venue: FeedVenue, say: (text: string) => void): void {
  const key = keyOf(body)
  if (key === undefined) return say(refused(body.user_tag, 'name the RFQ by order_id or client_order_id'))
  const { outcome } = venue.apply({ kind: 'refresh_interest', account, key })
  if (outcome.kind !== 'refreshed') return say(refused(body.user_tag, 'the RFQ was not found in the order cache'))
  say(write('refresh_interest', { server_utc_timestamp: venue.clock(), ...key, user_tag: body.user_tag, reason: 'success' }))
}

function tradeHistory(
  account: Account,
  { trade_count, trade_time, user_tag }: RequestOf<'trade_history_request'>,
  venue: FeedVenue,
): string {
  const now = venue.clock()
  const all = venue.exchange.executions(account, now)
  const since = trade_time === undefined ? all : all.filter(({ execution }) => execution.utc_timestamp >= trade_time)
  const chosen = trade_count === undefined ? since : since.slice(-Math.max(0, trade_count))
  return write('trade_history_response', {
    server_utc_timestamp: now,
    user_tag,
    executions: goodRows(chosen.slice(-mostTrades).map(tradeRow)),
  })
}

/** Trades of one answer at the most; older ones are asked for by `trade_time`. */
const mostTrades = 10_000
