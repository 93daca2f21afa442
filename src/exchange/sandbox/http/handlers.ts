/** One handler per endpoint, from domain values to domain values. The table's codecs do the encoding. */
import { sandboxSessionBody, successReason } from '../../../core/contract/answers.ts'
import type { AnswerOf, EndpointName, QueryOf } from '../../../core/contract/endpoints.ts'
import { bookLevelRecord } from '../../../core/contract/records.ts'
import { eachRow, rowWriter, validRows } from '../../../core/contract/rows.ts'
import type { Plain } from '../../../core/contract/wire.ts'
import { neg } from '../../../core/domain/decimal.ts'
import type { EntityId, OrderKey } from '../../../core/domain/ids.ts'
import type { BookLevel, OrderBook } from '../../../core/domain/market-data.ts'
import { filledQuantity } from '../../../core/domain/order-state.ts'
import { joinedSymbol, parseJoinedSymbol } from '../../../core/domain/order.ts'
import { type EpochMicros, micros, msFromMicros } from '../../../core/domain/time.ts'
import { z } from '../../../core/domain/zod.ts'
import { type Account, type Command, demoAccount, type Exchange, isAccountName, type Outcome } from '../exchange.ts'
import type { LeftOut } from '../left-out.ts'
import type { SandboxMarket } from '../market/create-market.ts'
import type { CachedText } from './cached-text.ts'
import { cancelledAll, notCancelled, notRefreshed, unknownToCancel } from './command-reasons.ts'
import type { ListingTexts } from './listing-texts.ts'
import { nameInstrument } from './name-instrument.ts'
import { acceptedFor, orderFor, positionFor, type Profile } from './profile.ts'
import { readJson, readOrder } from './read-order.ts'
import { type Refusal, refuse } from './refusal.ts'
import { type TokenKeys, tokenLifeMs } from './tokens.ts'

/**
 * The book of a symbol: the package's canonical form, its mirror image (`A@-1/B@1`; buying it at p is selling the
 * package at -p), or a single leg (`A@1`), which is the instrument.
 */

function bookOfSymbol(exchange: Exchange, symbol: string, depth: number, now: EpochMicros): OrderBook | undefined {
  const book = exchange.orderBook(symbol, depth, now)
  if (book !== undefined) return book
  const legs = parseJoinedSymbol(symbol)
  const [first] = legs ?? []
  if (legs === undefined || first === undefined) return undefined
  if (legs.length === 1) return first.ratio === 1 ? exchange.orderBook(first.symbol, depth, now) : undefined
  if (first.ratio > 0) return undefined
  const mirrored = legs.map(leg => ({ ...leg, ratio: -leg.ratio }))
  const other = exchange.orderBook(joinedSymbol(mirrored), depth, now)
  if (other === undefined) return undefined
  const asked = joinedSymbol(legs)
  return { ...other, symbol: asked, buy: other.sell.map(mirror), sell: other.buy.map(mirror) }
}

const mirror = ({ price, quantity }: BookLevel): BookLevel => ({ price: neg(price), quantity })

export interface Venue {
  readonly exchange: Exchange
  readonly market: SandboxMarket
  readonly keys: TokenKeys
  readonly profile: Profile
  readonly texts: ListingTexts
  readonly leftOut: LeftOut
  apply(command: Command, now: EpochMicros): Outcome
}

export interface HandlerRequest<Name extends EndpointName> {
  readonly query: QueryOf<Name>
  readonly body: string
  readonly account: Account
  readonly token: string
  readonly now: EpochMicros
}

export type HandlerAnswer<Name extends EndpointName> =
  | Refusal
  | { readonly kind: 'answer'; readonly value: Plain<AnswerOf<Name>> }
  | { readonly kind: 'text'; readonly text: CachedText }

type Handler<Name extends EndpointName> = (
  asked: HandlerRequest<Name>,
  venue: Venue,
) => HandlerAnswer<Name> | Promise<HandlerAnswer<Name>>
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> }

const answer = <Value>(value: Value): { readonly kind: 'answer'; readonly value: Value } => ({ kind: 'answer', value })
const text = (cached: CachedText): { readonly kind: 'text'; readonly text: CachedText } => ({
  kind: 'text',
  text: cached,
})

export const handlers: Handlers = {
  exchangeInfo: async ({ now }, { texts }) => text(await texts.exchangeInfo(now)),
  deliverableInfo: async ({ query, now }, { texts, market, leftOut }) => {
    const wanted = query.deliverable_id
    if (wanted === undefined) return text(await texts.deliverableInfo(now))
    if (!/^\d+$/.test(wanted)) return refuse(400, 'deliverable_id is a whole number.')
    const found = market.deliverables(msFromMicros(now)).filter(each => each.deliverable_id === wanted)
    return answer({
      deliverables_response: { server_utc_timestamp: now, deliverables: validRows(found, leftOut.of('deliverables')) },
    })
  },
  placeOrder,
  openOrders: ({ account, now }, { exchange, profile, leftOut }) =>
    answer({
      query_open_orders_response: {
        utc_timestamp: now,
        open_orders: validRows(
          exchange.openOrders(account, now).map(order => orderFor(profile, order)),
          leftOut.of('open orders'),
        ),
      },
    }),
  orderDetails: ({ query, account, now }, { exchange, profile }) => {
    const key = orderKey(query)
    if ('kind' in key) return key
    const order = exchange.orderDetails(account, key, now)
    return answer({
      query_order_response:
        order === undefined
          ? { kind: 'not_found', reason: notFound(key) }
          : { kind: 'found', order: orderFor(profile, order), at: now },
    })
  },
  balances: ({ account, now }, { exchange, leftOut }) =>
    answer({ balance_response: validRows(exchange.balances(account, now), leftOut.of('balances')) }),
  positions: ({ account, now }, { exchange, profile, leftOut }) =>
    answer({
      positions_response: {
        server_utc_timestamp: now,
        positions: validRows(
          exchange.positions(account, now).map(position => positionFor(profile, position)),
          leftOut.of('positions'),
        ),
      },
    }),
  time: ({ now }) => answer({ server_utc_timestamp: now }),
  orderBook: ({ query, now }, { exchange, leftOut }) => {
    const depth = query.depth ?? 20
    if (depth < 1) return refuse(400, 'depth is a whole number of at least 1.')
    const book = bookOfSymbol(exchange, query.symbol, Math.min(depth, 1_000), now)
    if (book === undefined)
      return refuse(400, 'There is no such instrument, nor such a combination in the form A@1/B@-1 with ids ascending.')
    return answer({ orderbook_response: writableBook(book, leftOut) })
  },
  marketSummary: async ({ now }, { texts }) => text(await texts.marketSummary(now)),
  cancelOrder,
  cancelAllOrders: ({ query, account, now }, venue) => {
    const outcome = venue.apply({ kind: 'cancel_all', account, filter: query }, now)
    const orders = outcome.kind === 'cancelled_all' ? outcome.orders : []
    return answer({ cancel_all_orders_response: { timestamp: now, ...cancelledAll(venue.market, query, orders, now) } })
  },
  refreshInterest: ({ query, account, now }, venue) => {
    const key = orderKey(query)
    if ('kind' in key) return key
    const outcome = venue.apply({ kind: 'refresh_interest', account, key }, now)
    return outcome.kind === 'refreshed'
      ? answer({ refresh_response: { ...key, timestamp: now, reason: successReason } })
      : answer({ refresh_response: { ...key, timestamp: now, reason: notRefreshed(outcome) } })
  },
  sandboxSession: openSession,
  endSandboxSession: async ({ token, account, now }, { keys }) =>
    (await keys.end(token, msFromMicros(now)))
      ? answer({ session_ended: account })
      : refuse(400, 'This token was not given out by the sandbox: it ends by itself.'),
}

/** Each of the few levels is test-encoded, so that one that cannot be written is omitted. */
function writableBook(book: OrderBook, leftOut: LeftOut): OrderBook {
  const leaveOut = leftOut.of('order book')
  const writable = (levels: readonly BookLevel[]) =>
    eachRow(levels, leaveOut, level => {
      writeLevel({ ...level })
      return level
    })
  return { ...book, buy: writable(book.buy), sell: writable(book.sell) }
}
const writeLevel = rowWriter(bookLevelRecord)

export type OrderVenue = Pick<Venue, 'market' | 'profile' | 'apply'>

export function placeOrder(
  { body, account, now }: Omit<HandlerRequest<'placeOrder'>, 'query' | 'token'>,
  venue: OrderVenue,
): HandlerAnswer<'placeOrder'> {
  const read = readOrder(body, now)
  if (read.kind === 'refusal') return read
  if (read.kind === 'malformed') return answer({ order_rejected: nameInstrument(venue.market, read.rejected) })
  const outcome = venue.apply({ kind: 'place', account, order: read.order, text: read.text }, now)
  if (outcome.kind === 'accepted') return answer({ order_accepted: acceptedFor(venue.profile, outcome.accepted) })
  if (outcome.kind === 'rejected') return answer({ order_rejected: nameInstrument(venue.market, outcome.rejected) })
  throw new Error(`placing an order came to ${outcome.kind}`)
}

function cancelOrder(
  { query, account, now }: HandlerRequest<'cancelOrder'>,
  venue: Venue,
): HandlerAnswer<'cancelOrder'> {
  const key = orderKey(query)
  if ('kind' in key) return key
  if ('order_id' in key && !/^\d+$/.test(key.order_id)) return refuse(400, 'optional exchange order_id must be numeric')
  const outcome = venue.apply({ kind: 'cancel', account, key }, now)
  if (outcome.kind !== 'cancelled' && outcome.kind !== 'too_late') {
    return answer({ cancel_order_response: { ...key, timestamp: now, reason: unknownToCancel } })
  }
  const { order, reason } =
    outcome.kind === 'cancelled' ? outcome.cancelled : { order: outcome.order, reason: notCancelled(outcome.order) }
  const { tradeable_entity_id = '' as EntityId, symbol, order_id, client_order_id } = order
  const filled_quantity = filledQuantity(order)
  return answer({
    cancel_order_response: {
      tradeable_entity_id,
      symbol,
      order_id,
      client_order_id,
      timestamp: now,
      filled_quantity,
      reason,
    },
  })
}

async function openSession(
  { body, now }: HandlerRequest<'sandboxSession'>,
  venue: Venue,
): Promise<HandlerAnswer<'sandboxSession'>> {
  const json = body.trim() === '' ? ({ kind: 'json', value: {} } as const) : readJson(body)
  if (json.kind === 'refusal') return json
  const parsed = z.safeDecode(sandboxSessionBody, json.value as never)
  if (!parsed.success) return refuse(400, 'Send {"account": "name"}, or nothing for the demo account.')
  const account = parsed.data.account ?? demoAccount
  if (!isAccountName(account)) return refuse(400, 'An account name has 1 to 64 characters and does not begin with @.')
  if (venue.keys.isStrict) {
    return refuse(
      400,
      'Only tokens signed by an API key are taken here (SANDBOX_TOKENS=strict): sign in with a key under Settings.',
    )
  }
  if (venue.keys.isApiKey(account))
    return refuse(400, 'This account belongs to an API key: sign tokens for it with its private key.')
  venue.apply({ kind: 'open_account', account }, now)
  const nowMs = msFromMicros(now)
  const expiresMs = Math.floor((nowMs + tokenLifeMs) / 1_000) * 1_000
  return answer({
    credentials_secret: await venue.keys.sign(account, nowMs),
    account,
    expires_at: micros(expiresMs * 1_000),
  })
}

function orderKey(query: QueryOf<'orderDetails'>): OrderKey | Refusal {
  const { order_id, client_order_id } = query
  if (order_id !== undefined && client_order_id !== undefined)
    return refuse(400, 'Name the order by order_id or by client_order_id, not by both.')
  if (order_id !== undefined) return { order_id }
  return client_order_id === undefined
    ? refuse(400, 'Name the order: ?order_id=… or ?client_order_id=….')
    : { client_order_id }
}

const notFound = (key: OrderKey): string =>
  'order_id' in key
    ? `exchange order id ${shown(key.order_id)} was not found in the order cache`
    : `client order id ${shown(key.client_order_id)} was not found in the order cache`

const shown = (id: string): string => (id.length <= 200 ? id : `${id.slice(0, 200)}…`)
