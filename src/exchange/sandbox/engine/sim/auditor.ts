/**
 * Audits an exchange after every command (reliability, "Exchange simulation"). It maintains orders and books from
 * accepted orders and the rules, and compares them with the exchange; cash and positions are in `accounts-book.ts`,
 * margins in `margins.ts`.
 */
import { dec, type Decimal } from '../../../../core/domain/decimal.ts'
import { entityId, orderId } from '../../../../core/domain/ids.ts'
import {
  firmMarket,
  type NewOrder,
  type OrderAccepted,
  type OrderRecord,
  type Side,
} from '../../../../core/domain/order.ts'
import { cycleEnd, type EpochMicros, micros } from '../../../../core/domain/time.ts'
import type { Exchange, ExchangeEvent, Trade } from '../../exchange.ts'
import type { ListedInstrument, Market } from '../../market/market.ts'
import { type Contract, packageContract, singleContract } from '../contracts.ts'
import type { QuoteRequest } from '../dealers.ts'
import { AccountsBook, type ShownToAll } from './accounts-book.ts'
import type { Questions } from './answers.ts'
import { assure, assureSame } from './assure.ts'
import { type HouseQuotes, houseQuotes } from './house-quotes.ts'
import { checkHeld, checkReserved, lacksMaintenance } from './margins.ts'
import { ReferenceBook, type ReferenceFill, type ReferenceOrder } from './reference-book.ts'
import { isWithinBound } from './reference-margin.ts'
import { type Units, units } from './units.ts'

interface AuditedOrder {
  readonly id: string
  readonly account: string
  readonly accepted: OrderAccepted
  readonly order: NewOrder
  readonly book: string
  readonly legs: readonly { readonly listed: ListedInstrument; readonly ratio: number }[]
  endsAt: number
  reference?: ReferenceOrder
  fills: string[]
  isLive: boolean
}

export interface Looks {
  /** Also check house accounts and all sums if nothing moved. */
  readonly all: boolean
  readonly margins: boolean
}

const rfqTimeoutMicros = 1_800_000_000

export class Auditor {
  exchange: Exchange
  readonly #market: Market
  readonly #accounts: AccountsBook
  readonly #books = new ReferenceBook()
  readonly #known = new Map<string, AuditedOrder>()
  readonly #live = new Map<string, AuditedOrder>()
  readonly #contracts = new Map<string, AuditedOrder['legs']>()
  #expected = new Map<string, string[]>()
  #received = new Map<string, string[]>()

  constructor(exchange: Exchange, market: Market) {
    this.exchange = exchange
    this.#market = market
    this.#accounts = new AccountsBook(market)
  }

  opened(account: string, events: readonly ExchangeEvent[], at: EpochMicros): void {
    this.#accounts.opened(account)
    for (const event of events) {
      if (event.kind !== 'execution' || event.at !== at || this.#known.has(String(event.order.order_id))) continue
      const order = { ...event.order, time_in_force: 'IOC' }
      const known = this.#take(account, order, { ...event.order, utc_timestamp: at }, at)
      this.#end(known)
      push(this.#expected, known.id, fillText(event.order, event.index))
    }
  }

  liveIds(account: string): string[] {
    return [...this.#live.values()].filter(order => order.account === account).map(order => order.id)
  }

  liveRfqIds(account: string): string[] {
    return this.liveIds(account).filter(id => this.#live.get(id)?.order.market_id !== firmMarket)
  }

  refreshedAlive(now: EpochMicros): number {
    const isOlder = ({ order, accepted }: AuditedOrder) =>
      order.market_id !== firmMarket && accepted.utc_timestamp + rfqTimeoutMicros <= now
    return [...this.#live.values()].filter(isOlder).length
  }

  allIds(account: string): string[] {
    return [...this.#known.values()].filter(order => order.account === account).map(order => order.id)
  }

  asked(clients: readonly string[]): Questions {
    const contracts = [...this.#contracts.values()]
    return {
      orders: new Map(clients.map(account => [account, this.allIds(account)])),
      symbols: contracts.map(symbolOf),
      instruments: contracts.flatMap(legs => legs.map(leg => leg.listed.instrument.tradeable_entity_id)),
    }
  }

  pass(now: EpochMicros): void {
    for (const order of this.#live.values()) if (order.endsAt <= now) this.#end(order)
  }

  #take(account: string, order: NewOrder, accepted: OrderAccepted, at: EpochMicros): AuditedOrder {
    const id = String(accepted.order_id)
    assure(!this.#known.has(id), 'order ids are unique', () => id)
    const legs = this.#legsOf(accepted, Math.floor(at / 1000))
    const book = legs.map(leg => `${leg.listed.instrument.tradeable_entity_id}@${leg.ratio}`).join('/')
    this.#contracts.set(book, legs)
    const known: AuditedOrder = {
      id,
      account,
      accepted,
      order,
      book,
      legs,
      endsAt: this.#endsAt(order, at, at, legs),
      fills: [],
      isLive: true,
    }
    this.#known.set(id, known)
    this.#live.set(id, known)
    return known
  }

  accepted(account: string, order: NewOrder, accepted: OrderAccepted, at: EpochMicros, offered?: Decimal): void {
    const known = this.#take(account, order, accepted, at)
    if (order.market_id !== firmMarket) return
    this.#quote(known.book, Math.floor(at / 1000))
    known.reference = {
      id: known.id,
      book: known.book,
      side: order.side as Side,
      ...(order.price === undefined ? {} : { price: units(order.price) }),
      minimum: units(order.minimum_quantity ?? '0'),
      left: units(order.quantity),
      hasTraded: false,
    }
    if (offered !== undefined) {
      const step = known.legs.map(leg => units(leg.listed.instrument.quantity_step)).reduce((a, b) => (a > b ? a : b))
      this.#expect(this.#books.offer(known.reference, (units(offered) / step) * step))
    }
    this.#expect(this.#books.take(known.reference))
    if (order.time_in_force === 'IOC' || known.reference.left === 0n) this.#end(known)
    else this.#books.rest(known.reference)
  }

  cancelled(id: string): void {
    const order = this.#known.get(id)
    if (order !== undefined) this.#end(order)
  }

  refreshed(id: string, at: EpochMicros): void {
    const known = this.#known.get(id)
    if (known !== undefined) known.endsAt = this.#endsAt(known.order, known.accepted.utc_timestamp, at, known.legs)
  }

  /** Quotes meet resting orders, then margin is enforced: the venue's cancels and orders are checked and recorded. */
  ticked(at: EpochMicros, events: readonly ExchangeEvent[], had: ShownToAll): void {
    for (const book of this.#books.clientBooks()) this.#quote(book, Math.floor(at / 1000))
    const sizes = new Map(
      [...had].flatMap(([account, { positions }]) =>
        positions.map(each => [`${account} ${each.symbol}`, units(each.size)]),
      ),
    )
    const changed = new Set<string>()
    for (const event of events) {
      if (event.at !== at) continue
      if (event.kind === 'trade') {
        addTrade(sizes, event.trade)
        for (const account of [event.trade.buyer, event.trade.seller]) changed.add(account)
      }
      if (
        event.kind === 'order_ended' &&
        (event.reason === 'liquidation' || event.reason === 'insufficient_account_balance')
      ) {
        const wasShort = had
          .get(event.account)
          ?.balances.some(row => row.symbol !== 'USD-REFERENCE' && units(row.available_balance) < 0n)
        assure(wasShort === true, 'orders end for want of money only where it is wanting', () => event)
        assure(event.order.market_id === firmMarket, 'an RFQ binds nothing', () => event)
        this.cancelled(String(event.order.order_id))
      } else if (event.kind === 'order_accepted') {
        const { account, order, accepted } = event
        const isBounded = isWithinBound(
          this.#market,
          order.symbol,
          order.side,
          order.price ?? dec('0'),
          Math.floor(at / 1000),
        )
        assure(isBounded, 'positions are closed at bounded prices', () => event)
        const size = sizes.get(`${account} ${order.symbol}`) ?? 0n
        const isClosing = order.side === 'sell' ? size >= units(order.quantity) : -size >= units(order.quantity)
        assure(isClosing, 'positions are closed, none is opened', () => [event, size])
        const before = had.get(account)
        const isRuined = before !== undefined && lacksMaintenance(this.#market, before, at)
        assure(changed.has(account) || isRuined, 'who has the maintenance of his positions keeps them', () => [
          account,
          before,
        ])
        this.accepted(account, { ...order, time_in_force: 'IOC' }, accepted, at)
      }
    }
  }

  checkHeld(now: EpochMicros, shown: ShownToAll): string[] {
    return checkHeld(this.exchange, this.#market, shown, now)
  }

  hear(events: readonly ExchangeEvent[]): void {
    for (const event of events) {
      this.#accounts.hear(event)
      if (event.kind === 'execution')
        push(this.#received, String(event.order.order_id), fillText(event.order, event.index))
    }
  }

  check(now: EpochMicros, { all, margins }: Looks): ShownToAll {
    assureSame(byOrder(this.#expected), byOrder(this.#received), 'executions are those of price-time priority')
    for (const [id, fills] of this.#received) this.#known.get(id)?.fills.push(...fills)
    this.#received = new Map()
    this.#expected = new Map()
    const clients = this.#accounts.check(this.exchange, now, all)
    for (const [account, shown] of clients) {
      const open = this.exchange.openOrders(account, now)
      this.#checkOpen(account, open)
      if (margins) checkReserved(this.#market, shown, open, now)
    }
    return clients
  }

  checkBooks(now: EpochMicros, only?: string): void {
    for (const [book, legs] of this.#contracts) {
      if (legs.some(({ listed }) => listed.expiryMs !== undefined && listed.expiryMs * 1000 <= now)) continue
      const symbol = symbolOf(legs)
      if (only !== undefined && symbol !== only) continue
      const shown = this.exchange.orderBook(symbol, 1000, now)
      assure(shown !== undefined, 'a traded contract has a book', () => book)
      const [bid] = shown.buy
      const [ask] = shown.sell
      assure(
        bid === undefined || ask === undefined || units(bid.price) < units(ask.price),
        'the book is not crossed',
        () => shown,
      )
      const [single] = legs
      if (legs.length > 1 || single === undefined) continue
      const quoted = this.exchange.quoted(single.listed.instrument.tradeable_entity_id, now)
      assure(quoted.bid === bid?.price && quoted.ask === ask?.price, 'the best prices are those of the book', () => [
        quoted,
        bid,
        ask,
      ])
    }
  }

  checkOrders(now: EpochMicros): void {
    const sizes = new Map<string, Units>(this.#accounts.settled)
    for (const known of this.#known.values()) {
      const record = this.exchange.orderDetails(known.account, { order_id: orderId(known.id) }, now)
      assure(record !== undefined, 'an accepted order is never forgotten', () => known.id)
      const fills = record.executions.map((_, index) => fillText(record, index))
      assure(fills.join() === known.fills.join(), 'details show the reported executions', () => [record, known.fills])
      const filled = record.executions.reduce((sum, each) => sum + units(each.executed_quantity), 0n)
      assure(filled <= units(record.quantity), 'fills stay within the quantity', () => record)
      const state = filled === 0n ? 'accepted' : filled < units(record.quantity) ? 'partial_fill' : 'filled'
      assure(record.order_state === state, 'the state follows from the fills', () => record)
      assure(
        (record.cancel_state === 'none') === (known.isLive || state === 'filled'),
        'an order that ended early says why',
        () => record,
      )
      for (const leg of known.legs) {
        if (leg.listed.product === 'spot') continue
        const key = `${known.account} ${leg.listed.instrument.tradeable_entity_id}`
        sizes.set(key, (sizes.get(key) ?? 0n) + filled * BigInt(leg.ratio * (record.side === 'buy' ? 1 : -1)))
      }
    }
    for (const account of new Set([...this.#known.values()].map(order => order.account))) {
      for (const [id, size] of this.#accounts.sizesOf(account))
        assure((sizes.get(`${account} ${id}`) ?? 0n) === size, 'a position is the sum of its executions', () => [
          account,
          id,
        ])
    }
  }

  #legsOf(accepted: OrderAccepted, nowMs: number): AuditedOrder['legs'] {
    const legs = accepted.legs ?? [{ tradeable_entity_id: accepted.tradeable_entity_id ?? entityId(''), ratio: 1 }]
    return legs.map(leg => {
      const listed = this.#market.find({ id: leg.tradeable_entity_id }, nowMs)
      assure(listed !== undefined, 'an accepted order is for listed instruments', () => accepted)
      return { listed, ratio: leg.ratio }
    })
  }

  #endsAt(order: NewOrder, placedAt: EpochMicros, refreshedAt: EpochMicros, legs: AuditedOrder['legs']): number {
    const expiries = legs.map(leg => (leg.listed.expiryMs ?? Number.POSITIVE_INFINITY) * 1000)
    const cycles =
      order.time_in_force === 'GTC'
        ? cycleEnd(order.recv_window ?? 0, Math.floor(placedAt / 1000)) * 1000
        : Number.POSITIVE_INFINITY
    const timesOut = order.market_id !== firmMarket && (legs.length > 1 || order.time_in_force !== 'GTC')
    const interest = timesOut ? refreshedAt + rfqTimeoutMicros : Number.POSITIVE_INFINITY
    return Math.min(cycles, interest, ...expiries)
  }

  #end(order: AuditedOrder): void {
    order.isLive = false
    this.#live.delete(order.id)
    this.#books.remove(order.id)
  }

  #quote(book: string, nowMs: number): void {
    const life = Math.floor(nowMs / this.#market.quoteLifeMs)
    this.#expect(this.#books.quote(book, life, () => this.#quotes(book, nowMs)))
  }

  #quotes(book: string, nowMs: number): HouseQuotes {
    const legs = this.#contracts.get(book) ?? []
    const [first] = legs
    const contract = legs.length === 1 && first !== undefined ? singleContract(first.listed) : packageContract(legs)
    return houseQuotes(this.#market, contract, this.#requests(book, contract), nowMs)
  }

  #requests(book: string, contract: Contract): QuoteRequest[] {
    return [...this.#live.values()]
      .filter(known => known.book === book && known.order.market_id !== firmMarket)
      .map(({ id, order: { side, quantity, minimum_quantity }, accepted }) => ({
        order_id: orderId(id),
        contract,
        side: side as Side,
        quantity,
        minimum_quantity,
        placedAt: micros(accepted.utc_timestamp),
      }))
  }

  #expect(fills: readonly ReferenceFill[]): void {
    for (const { added, taken, price, quantity } of fills) {
      if (added !== undefined) push(this.#expected, added, `${price}×${quantity}:added`)
      if (taken !== undefined) push(this.#expected, taken, `${price}×${quantity}:taken`)
      const resting = added === undefined ? undefined : this.#known.get(added)
      if (resting?.reference?.left !== 0n) continue
      resting.isLive = false
      this.#live.delete(resting.id)
    }
  }

  #checkOpen(account: string, records: readonly OrderRecord[]): void {
    const shown = records.map(record => String(record.order_id))
    const live = this.liveIds(account)
    assure(shown.join() === live.join(), 'open orders are those that live by the rules', () => [account, shown, live])
    for (const record of records) {
      assure(record.type === 'LIMIT' || record.market_id !== firmMarket, 'a market order never rests', () => record)
      const known = this.#known.get(String(record.order_id))
      assure(
        known?.order.time_in_force === 'GTC' || record.market_id !== firmMarket,
        'an immediate order never rests',
        () => record,
      )
      assure(record.executions.length === 0 || record.market_id === firmMarket, 'an RFQ never executes', () => record)
    }
  }
}

function symbolOf(legs: AuditedOrder['legs']): string {
  const [only] = legs
  if (legs.length === 1 && only !== undefined) return only.listed.instrument.symbol
  return legs.map(leg => `${leg.listed.instrument.symbol}@${leg.ratio}`).join('/')
}

function addTrade(sizes: Map<string, Units>, { buyer, seller, legs }: Trade): void {
  for (const { symbol, quantity } of legs) {
    sizes.set(`${buyer} ${symbol}`, (sizes.get(`${buyer} ${symbol}`) ?? 0n) + units(quantity))
    sizes.set(`${seller} ${symbol}`, (sizes.get(`${seller} ${symbol}`) ?? 0n) - units(quantity))
  }
}

function fillText(record: OrderRecord, index: number): string {
  const execution = record.executions[index]
  assure(execution !== undefined, 'an execution event names an execution')
  return `${units(execution.executed_price)}×${units(execution.executed_quantity)}:${execution.liquidity_flag}`
}

function push(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

const byOrder = (fills: ReadonlyMap<string, readonly string[]>): string =>
  JSON.stringify([...fills].toSorted(([a], [b]) => (a < b ? -1 : 1)))
