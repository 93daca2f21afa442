/**
 * A sandbox account that trades while its positions are polled and its fills arrive in any order, as seen by a page or
 * recorder.
 */
import { signedSize } from '../core/domain/account.ts'
import { add, dec, type Decimal, mul, roundTo, sub, sum } from '../core/domain/decimal.ts'
import { type Fill, fillsOfOrder } from '../core/domain/fill.ts'
import { type ClientOrderId, clientOrderId } from '../core/domain/ids.ts'
import type { JournalOrder } from '../core/domain/journal-order.ts'
import type { LegBooking } from '../core/domain/leg-bookings.ts'
import type { NewOrder, OrderRecord } from '../core/domain/order.ts'
import { type RealisedTotals, realisedOf, type Settlement } from '../core/domain/realised.ts'
import { microsFromMs } from '../core/domain/time.ts'
import { realisedParts } from '../core/domain/trades/closed-trades.ts'
import { executedPackages } from '../core/domain/fill.ts'
import { type TradeBook, tradeBook } from '../core/domain/trades/trade-book.ts'
import { type BookLegs, type EarlierPositions, heldOf, LegBooker } from '../core/history/leg-booker.ts'
import { createExchange } from '../exchange/sandbox/engine/create-exchange.ts'
import type { ExchangeEvent } from '../exchange/sandbox/exchange.ts'
import type { ListedInstrument, Market } from '../exchange/sandbox/market/market.ts'
import { testOwner } from './journal.fixture.ts'
import { firmAtMarket } from './order.fixture.ts'

export interface TestLeg {
  readonly symbol: string
  readonly ratio: number
}

type FollowedOrder = JournalOrder & { readonly client_order_id: ClientOrderId }

const account = 'ann'

export class FollowedAccount {
  nowMs: number
  readonly exchange: ReturnType<typeof createExchange>
  readonly bookings = new Map<string, Readonly<Record<string, readonly LegBooking[]>>>()
  readonly #events: ExchangeEvent[] = []
  readonly #records = new Map<string, OrderRecord>()
  readonly #listed = new Map<string, ListedInstrument>()
  readonly #market: Market
  #ids = 0
  #booker: LegBooker
  readonly #startCash: Decimal

  constructor(market: Market, startMs: number) {
    this.nowMs = startMs
    this.#market = market
    this.exchange = createExchange({ market })
    this.#events.push(...this.exchange.apply({ kind: 'open_account', account }, microsFromMs(startMs)).events)
    this.#startCash = this.cash
    this.#booker = this.#follow()
    this.poll()
  }

  #follow(earlier?: EarlierPositions): LegBooker {
    const book: BookLegs = (order, booked) => void this.bookings.set(order, { ...this.bookings.get(order), ...booked })
    return new LegBooker({ nowMs: () => this.nowMs, book }, earlier)
  }

  look(): EarlierPositions {
    return { positions: heldOf(this.positions), atMs: this.nowMs }
  }

  comeBack(earlier: EarlierPositions): void {
    this.#booker = this.#follow(earlier)
  }

  get cash(): Decimal {
    return sum(
      this.exchange.balances(account, this.#now).flatMap(each => (each.symbol === 'USD' ? [each.cash_balance] : [])),
    )
  }

  get positions() {
    return this.exchange.positions(account, this.#now)
  }

  get #now() {
    return microsFromMs(this.nowMs)
  }

  pass(ms: number): void {
    this.nowMs += ms
    this.#events.push(...this.exchange.apply({ kind: 'tick' }, this.#now).events)
  }

  trade(side: 'buy' | 'sell', quantity: string, legs: readonly TestLeg[]): string | undefined {
    this.#ids += 1
    const id = `order-${this.#ids}`
    const [first] = legs
    const order: NewOrder = {
      ...(legs.length === 1 ? { symbol: first?.symbol } : { legs: [...legs] }),
      ...firmAtMarket,
      side,
      quantity: dec(quantity),
      client_order_id: clientOrderId(id),
    }
    this.#events.push(
      ...this.exchange.apply({ kind: 'place', account, order, text: JSON.stringify(order) }, this.#now).events,
    )
    const record = this.exchange.orderDetails(account, { client_order_id: clientOrderId(id) }, this.#now)
    if (record === undefined || record.executions.length === 0) return undefined
    this.#records.set(id, record)
    for (const { symbol } of legs) {
      const listed = this.#market.find({ symbol }, this.nowMs)
      if (listed !== undefined) this.#listed.set(symbol, listed)
    }
    return id
  }

  order(id: string): FollowedOrder | undefined {
    const record = this.#records.get(id)
    if (record === undefined) return undefined
    const { client_order_id, market_id, symbol, side, type, quantity, executions, legs } = record
    const bookings = this.bookings.get(id)
    return {
      owner: testOwner,
      client_order_id: clientOrderId(client_order_id),
      title: '',
      market_id,
      symbol,
      side,
      type,
      quantity,
      sentAtMs: this.nowMs,
      steps: [],
      executions,
      ...(legs === undefined ? {} : { legs }),
      ...(bookings === undefined ? {} : { bookings }),
    }
  }

  get orders(): readonly FollowedOrder[] {
    return [...this.#records.keys()].flatMap(id => this.order(id) ?? [])
  }

  poll(): void {
    this.#booker.polled(this.positions)
  }

  learn(...ids: readonly (string | undefined)[]): void {
    this.#booker.orders(ids.flatMap(id => (id === undefined ? [] : (this.order(id) ?? []))))
  }

  settle(): void {
    this.learn(...this.#records.keys())
    for (let turn = 0; turn < 2; turn += 1) {
      this.pass(6_000)
      this.poll()
    }
  }

  get fills(): readonly Fill[] {
    return this.orders.flatMap(order => fillsOfOrder(order, () => undefined))
  }

  /** Settlements of everything traded and expired: trades may include positions that the venue netted to zero. */
  get #settlements(): readonly Settlement[] {
    return [...new Set(this.fills.map(fill => fill.symbol))].flatMap(symbol => {
      const listed = this.#listed.get(symbol)
      if (listed?.expiryMs === undefined || listed.expiryMs > this.nowMs) return []
      return [{ symbol, price: this.#market.settlementPrice(listed), atMs: listed.expiryMs, isEstimated: false }]
    })
  }

  get #fundings() {
    return this.#events.flatMap(each =>
      each.kind === 'funded' ? [{ symbol: each.symbol, amount: each.cash, atMs: this.nowMs }] : [],
    )
  }

  get #past() {
    const held = new Map(this.positions.map(each => [each.symbol, signedSize(each)]))
    return { settlements: this.#settlements, fundings: this.#fundings, held, nowMs: this.nowMs }
  }

  get realised(): RealisedTotals {
    return realisedOf({ fills: this.fills, ...this.#past })
  }

  get trades(): TradeBook {
    const executions = this.orders.flatMap(order => executedPackages(order, () => undefined))
    return tradeBook({ executions, ...this.#past })
  }

  /** Cash + option value + futures P&L − uPnL − start: realised P&L by the exchange's figures. */
  get identity(): Decimal {
    const premiums = this.positions.map(each =>
      /[CP]$/.test(each.symbol) ? mul(signedSize(each), each.average_entry_price) : dec('0'),
    )
    return sub(add(this.cash, sum(premiums)), this.#startCash)
  }

  get off(): Decimal {
    return roundTo(sub(this.realised.total, this.identity), 2)
  }

  get unexplainedByTrades(): Decimal {
    return roundTo(realisedParts(this.trades, this.realised).unexplained, 2)
  }

  held(symbol: string) {
    return heldOf(this.positions).get(symbol)
  }
}
