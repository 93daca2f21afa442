/**
 * A client that lives through many days of the sandbox: at each instant it reads every public answer, checks prices
 * against each other, reads its account and trades a little over HTTP and socket, so that every kind of message occurs.
 * Deterministic by seed.
 */
import { endpoints } from '../../core/contract/endpoints.ts'
import { feedMessages } from '../../core/contract/feed.ts'
import { newOrderRecord } from '../../core/contract/records.ts'
import type { Rows } from '../../core/contract/rows.ts'
import { toNumber } from '../../core/domain/decimal.ts'
import { clientOrderId } from '../../core/domain/ids.ts'
import type { MarketSummary, OrderBook } from '../../core/domain/market-data.ts'
import { hourMs, microsFromMs } from '../../core/domain/time.ts'
import { z } from '../../core/domain/zod.ts'
import { chooseTargets, goodOrder, symbolOf, type Target } from '../../exchange/sandbox/engine/sim/hand.ts'
import { Random } from '../../exchange/sandbox/engine/sim/random.ts'
import { bestOfRow, faultsOfPrices } from './check-prices.ts'
import { type WalkedVenue, walkedVenue } from './walked-venue.ts'
import { firmAtMarket } from '../order.fixture.ts'

export interface WalkOptions {
  readonly seed: number
  readonly instants: Iterable<number>
  readonly instruments: number
  readonly books: number
}

export interface Fault {
  readonly atMs: number
  readonly what: string
}

export interface Walked {
  readonly instants: number
  readonly faults: readonly Fault[]
  readonly counts: ReadonlyMap<string, number>
}

const mustCome: readonly string[] = [
  ...Object.keys(endpoints).map(name => `answer ${name}`),
  // A plain error occurs only with an injected fault.
  ...Object.keys(feedMessages).flatMap(name => (name === 'error' ? [] : [`message ${name}`])),
]

export const missingIn = (counts: ReadonlyMap<string, number>): string[] => mustCome.filter(kind => !counts.has(kind))

interface Walker {
  readonly venue: WalkedVenue
  readonly random: Random
  readonly account: string
  readonly books: number
  token: string
  signedInMs: number
  version: string
  nextBook: number
  orders: number
  fault(what: string): void
}

export async function walkDays(
  options: WalkOptions,
  each?: (done: number, faults: readonly Fault[]) => void,
): Promise<Walked> {
  const faults: Fault[] = []
  const counts = new Map<string, number>()
  let atMs = 0
  const fault = (what: string): void => void faults.push({ atMs, what })
  const count = (kind: string): void => void counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const venue = await walkedVenue(`days-${options.seed}`, options.instruments, fault, count)
  const random = new Random(options.seed)
  const start = { token: '', signedInMs: Number.NEGATIVE_INFINITY, version: '', nextBook: 0, orders: 0 }
  const walker: Walker = { venue, random, account: 'demo', books: options.books, ...start, fault }
  let instants = 0
  for (const instant of options.instants) {
    atMs = instant
    venue.advanceTo(atMs)
    await liveThrough(walker, atMs)
    instants += 1
    each?.(instants, faults)
  }
  return { instants, faults, counts }
}

async function liveThrough(walker: Walker, atMs: number): Promise<void> {
  await signIn(walker, atMs)
  await cancelWhatRests(walker)
  await readListing(walker, atMs)
  await readSummary(walker, atMs)
  const targets = chooseTargets(walker.random, walker.venue.market, atMs)
  await readBooks(walker, targets, atMs)
  await trade(walker, targets, atMs)
  await readAccount(walker)
}

async function signIn(walker: Walker, atMs: number): Promise<void> {
  if (atMs - walker.signedInMs < 4 * hourMs) return
  const { venue, account } = walker
  const token = async (): Promise<string> => {
    const session = (await venue.ask('sandboxSession', { body: { account } })) as
      | { credentials_secret: string }
      | undefined
    return session?.credentials_secret ?? ''
  }
  await venue.ask('endSandboxSession', { token: await token() })
  walker.token = await token()
  walker.signedInMs = atMs
  await venue.say({ authenticate: { credentials_secret: walker.token } })
}

/** Cancels the walker's orders: only makers' prices are checked, and its own may allow arbitrage. */
async function cancelWhatRests({ venue, token }: Walker): Promise<void> {
  const answer = (await venue.ask('openOrders', { token })) as
    | { query_open_orders_response: { open_orders: Rows<unknown> } }
    | undefined
  if ((answer?.query_open_orders_response.open_orders.rows.length ?? 0) > 0)
    await venue.ask('cancelAllOrders', { token })
}

async function readListing(walker: Walker, atMs: number): Promise<void> {
  const { venue } = walker
  const { version, all } = venue.market.listing(atMs)
  await venue.ask('time')
  if (walker.version === version) return
  walker.version = version
  const info = (await venue.ask('exchangeInfo')) as
    | { entities_and_rules_response: { symbols: Rows<unknown> } }
    | undefined
  if (info?.entities_and_rules_response.symbols.rows.length !== all.length) walker.fault('exchangeInfo lacks rows')
  const parts = (await venue.ask('deliverableInfo')) as
    | { deliverables_response: { deliverables: Rows<unknown> } }
    | undefined
  const spots = all.filter(listed => listed.product === 'spot').length
  // USD has no instrument; a spot pair shares its base's.
  if (parts?.deliverables_response.deliverables.rows.length !== all.length + 1)
    walker.fault(`deliverableInfo lacks rows (${spots} spots)`)
  await venue.ask('deliverableInfo', { query: { deliverable_id: walker.random.pick([...all]).deliverable_id } })
  await venue.say({ entities_and_rules_request: { user_tag: 'walk' } })
}

async function readSummary({ venue, fault }: Walker, atMs: number): Promise<void> {
  const summary = (await venue.ask('marketSummary')) as Rows<MarketSummary> | undefined
  if (summary === undefined) return
  const { all } = venue.market.listing(atMs)
  if (summary.rows.length !== all.length) fault(`the market summary has ${summary.rows.length} of ${all.length} rows`)
  const best = new Map(summary.rows.map(row => [row.symbol, bestOfRow(row)]))
  for (const each of faultsOfPrices(all, symbol => best.get(symbol) ?? { bid: undefined, ask: undefined })) fault(each)
}

async function readBooks(walker: Walker, targets: readonly Target[], atMs: number): Promise<void> {
  const { all } = walker.venue.market.listing(atMs)
  for (let book = 0; book < walker.books; book += 1) {
    walker.nextBook = (walker.nextBook + 1) % all.length
    await readBook(walker, all[walker.nextBook]?.instrument.symbol ?? '')
  }
  for (const target of targets) if (target.legs.length > 1) await readBook(walker, symbolOf(target))
}

async function readBook({ venue, fault }: Walker, symbol: string): Promise<void> {
  const answer = (await venue.ask('orderBook', { query: { symbol } })) as { orderbook_response: OrderBook } | undefined
  if (answer === undefined) return
  const { buy, sell } = answer.orderbook_response
  const [bids, asks] = [buy, sell].map(side => side.map(level => toNumber(level.price)))
  const isSorted = (prices: readonly number[] = [], sign: 1 | -1): boolean =>
    prices.every((price, index) => index === 0 || sign * price > sign * (prices[index - 1] ?? Number.NaN))
  if (!isSorted(bids, -1) || !isSorted(asks, 1)) fault(`the book of ${symbol} is out of order`)
  if (bids?.[0] !== undefined && asks?.[0] !== undefined && bids[0] >= asks[0])
    fault(`the book of ${symbol} is crossed`)
  if ([...buy, ...sell].some(level => toNumber(level.quantity) <= 0))
    fault(`the book of ${symbol} has a level of nothing`)
}

const manner = { sizesUsd: [2_000, 20_000], atMarket: 0.4, far: 0.1, cycles: [1, 2, 3] } as const

async function trade(walker: Walker, targets: readonly Target[], atMs: number): Promise<void> {
  const { venue, random, token } = walker
  const make = (more: Record<string, unknown> = {}) => {
    const target = random.pick([...targets])
    const book = venue.exchange.orderBook(symbolOf(target), 3, microsFromMs(atMs))
    walker.orders += 1
    const order = goodOrder(
      random,
      { market: venue.market, target, nowMs: atMs, book, manner },
      clientOrderId(`w${walker.orders}`),
    )
    return z.encode(newOrderRecord, { ...order, ...more } as never) as { client_order_id: string }
  }
  const byHttp = make()
  await venue.ask('placeOrder', { token, body: { new_order: byHttp } })
  await venue.ask('orderDetails', { token, query: { client_order_id: byHttp.client_order_id } })
  const asking = { market_id: 'none', type: 'LIMIT', time_in_force: 'GTC', recv_window: 2 }
  const asked = make(asking)
  const answer = (await venue.ask('placeOrder', { token, body: { new_order: asked } })) as
    | { order_accepted?: unknown }
    | undefined
  if (answer?.order_accepted !== undefined) {
    await venue.ask('refreshInterest', { token, query: { client_order_id: asked.client_order_id } })
    await venue.ask('cancelOrder', { token, query: { client_order_id: asked.client_order_id } })
  }
  const rfq = make(asking)
  await venue.say({ new_order: rfq })
  await venue.say({ register_for_rfqs: { user_tag: 'walk' } })
  await venue.say({ new_bulk_order: { orders: [{ new_order: make() }, { new_order: make() }], user_tag: 'bulk' } })
  await venue.say({ refresh_interest: { client_order_id: rfq.client_order_id } })
  await venue.say({ cancel_order: { client_order_id: rfq.client_order_id } })
  await venue.say({ cancel_order: { client_order_id: 'never-was' } })
  const unknown = {
    symbol: 'NOT-LISTED',
    ...firmAtMarket,
    side: 'buy',
    quantity: '1',
  }
  await venue.say({ new_order: { ...unknown, client_order_id: `n${walker.orders}` } })
  await venue.say({ trade_history_request: { trade_count: '20', user_tag: 'walk' } })
  if (walker.orders % 16 === 0) await venue.say({ cancel_all_orders: { user_tag: 'walk' } })
}

async function readAccount({ venue, token }: Walker): Promise<void> {
  await venue.ask('positions', { token })
  await venue.ask('balances', { token })
  await venue.ask('openOrders', { token })
  await venue.say({ positions: { user_tag: 'walk' } })
  await venue.say({ balances: { user_tag: 'walk' } })
  venue.heartbeat()
}
