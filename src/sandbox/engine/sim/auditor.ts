/**
 * Holds an exchange to its promises after every command (reliability, "Exchange simulation"). It keeps books of its own from what the
 * exchange tells (acceptances, executions, trades, settlements) and from the rules, and compares them with what the exchange shows.
 */
import type { Balance, Position } from '../../../domain/account.ts'
import { cycleEnd } from '../../../domain/cycles.ts'
import { dec, isMultipleOf, toNumber } from '../../../domain/decimal.ts'
import { entityId, orderId } from '../../../domain/ids.ts'
import { type NewOrder, type OrderAccepted, type OrderRecord, type Side, firmMarket } from '../../../domain/order.ts'
import type { EpochMicros } from '../../../domain/time.ts'
import type { Applied, Exchange, ExchangeEvent, Trade } from '../../exchange.ts'
import type { Listed, Market } from '../../market/market.ts'
import { type Contract, packageContract, singleContract } from '../contracts.ts'
import type { Wanted } from '../dealers.ts'
import { houseAccounts } from '../state.ts'
import { assure } from './assure.ts'
import { type HouseQuotes, houseQuotes } from './house-quotes.ts'
import { isWithinBound, maintenanceOf } from './reference-margin.ts'
import { ReferenceBook, type ReferenceFill, type ReferenceOrder } from './reference-book.ts'
import { type Units, oneUnit, times, units } from './units.ts'

interface Known {
  readonly id: string
  readonly account: string
  readonly accepted: OrderAccepted
  readonly order: NewOrder
  readonly book: string
  readonly legs: readonly { readonly listed: Listed; readonly ratio: number }[]
  endsAt: number
  reference?: ReferenceOrder
  fills: string[]
  isLive: boolean
}

/** By account. */
export type Balances = ReadonlyMap<string, readonly Balance[]>

const funds: Readonly<Record<string, string>> = { USD: '1000000', BTC: '10', ETH: '100', SOL: '1000', AVAX: '1000', PTF: '100000' }
const rfqTimeoutMicros = 1_800_000_000

export class Auditor {
  readonly #exchange: Exchange
  readonly #market: Market
  readonly #books = new ReferenceBook()
  readonly #known = new Map<string, Known>()
  readonly #contracts = new Map<string, Known['legs']>()
  readonly #trades = new Set<string>()
  /** Signed sizes by account and instrument; cash flows by account and asset, as if every trade were paid in full. */
  readonly #sizes = new Map<string, Map<string, Units>>()
  readonly #flows = new Map<string, Map<string, Units>>()
  /** What the reference says should have happened since the last check, by client order. */
  #expected = new Map<string, string[]>()
  #heard = new Map<string, string[]>()

  constructor(exchange: Exchange, market: Market) {
    this.#exchange = exchange
    this.#market = market
    for (const account of houseAccounts) this.#sizes.set(account, new Map())
  }

  /** A client's account, flat and funded. */
  opened(account: string): void {
    if (this.#sizes.has(account)) return
    this.#sizes.set(account, new Map())
    for (const [asset, amount] of Object.entries(funds)) this.#flow(account, asset, units(amount))
  }

  liveIds(account: string): string[] {
    return [...this.#known.values()].filter(order => order.isLive && order.account === account).map(order => order.id)
  }

  allIds(account: string): string[] {
    return [...this.#known.values()].filter(order => order.account === account).map(order => order.id)
  }

  /** Before a command: what is due by `now` ends, by the rules alone. */
  pass(now: EpochMicros): void {
    for (const order of this.#known.values()) if (order.isLive && order.endsAt <= now) this.#end(order)
  }

  accepted(account: string, order: NewOrder, accepted: OrderAccepted, at: EpochMicros): void {
    const id = accepted.order_id ?? ''
    assure(!this.#known.has(id), 'order ids are unique', () => id)
    const nowMs = Math.floor(at / 1000)
    const legs = this.#legsOf(accepted, nowMs)
    const book = legs.map(leg => `${leg.listed.instrument.tradeable_entity_id}@${leg.ratio}`).join('/')
    this.#contracts.set(book, legs)
    const known: Known = { id, account, accepted, order, book, legs, endsAt: this.#endsAt(order, at, at, legs), fills: [], isLive: true }
    this.#known.set(id, known)
    if (order.market_id !== firmMarket) return
    this.#quote(book, nowMs)
    known.reference = {
      id,
      book,
      side: order.side as Side,
      ...(order.price === undefined ? {} : { price: units(order.price) }),
      minimum: units(order.minimum_quantity ?? '0'),
      left: units(order.quantity),
      hasTraded: false,
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

  /** Quotes meet what rests; then accounts are held to their margin: what the venue ended or placed for them is checked and taken up. */
  ticked(at: EpochMicros, events: readonly ExchangeEvent[], had: Balances): void {
    for (const book of this.#books.clientBooks()) this.#quote(book, Math.floor(at / 1000))
    for (const event of events) {
      if (event.at !== at) continue
      if (event.kind === 'order_ended' && (event.reason === 'liquidation' || event.reason === 'insufficient_account_balance')) {
        const wasShort = had.get(event.account)?.some(row => row.symbol !== 'USD-REFERENCE' && units(row.available_balance) < 0n)
        assure(wasShort === true, 'orders end for want of money only where it is wanting', () => event)
        assure(event.order.market_id === firmMarket, 'an RFQ binds nothing', () => event)
        this.cancelled(String(event.order.order_id))
        this.forced += 1
      } else if (event.kind === 'order_accepted') {
        const { account, order } = event
        const isBounded = isWithinBound(this.#market, order.symbol, order.side, order.price ?? dec('0'), Math.floor(at / 1000))
        assure(isBounded, 'positions are closed at bounded prices', () => event)
        this.accepted(account, { ...order, time_in_force: 'IOC' }, { ...order, utc_timestamp: at }, at)
        this.liquidated.add(account)
      }
    }
  }

  /** Accounts that were ever liquidated, and orders ended for want of money. */
  readonly liquidated = new Set<string>()
  forced = 0

  /** After a tick: an account has the maintenance of its positions, or nobody would take them. */
  checkMargins(now: EpochMicros, balances: Balances): void {
    const nowMs = Math.floor(now / 1000)
    for (const [account, shown] of balances) {
      const positions = this.#exchange.positions(account, now)
      const cash = toNumber(shown.find(row => row.symbol === 'USD')?.cash_balance ?? dec('0'))
      const needed = maintenanceOf(this.#market, positions, nowMs)
      if (cash >= needed - 1e-6 * Math.abs(needed)) continue
      for (const { symbol, side } of positions) {
        const book = this.#exchange.orderBook(symbol, 1, now)
        const [best] = (side === 'long' ? book?.buy : book?.sell) ?? []
        const isTaken = best !== undefined && isWithinBound(this.#market, symbol, side === 'long' ? 'sell' : 'buy', best.price, nowMs)
        assure(!isTaken, 'an account under maintenance is closed as far as anybody takes it', () => [account, cash, needed, symbol])
      }
    }
  }

  /** What the exchange said happened. */
  hear({ events }: Applied): void {
    for (const event of events) this.#hearOne(event)
  }

  #hearOne(event: ExchangeEvent): void {
    if (event.kind === 'trade') this.#traded(event.trade, event.at)
    else if (event.kind === 'settled') this.#settled(event)
    else if (event.kind === 'funded') this.#funded(event)
    else if (event.kind === 'execution') {
      const execution = event.order.executions[event.index]
      assure(execution !== undefined, 'an execution event names an execution')
      const id = event.order.order_id ?? ''
      push(this.#heard, id, `${units(execution.executed_price)}×${units(execution.executed_quantity)}:${execution.liquidity_flag}`)
    }
  }

  /** After a command, at its time: everything that can be seen is held against everything that is known. Answers the clients' balances. */
  check(now: EpochMicros): Balances {
    assure(same(this.#heard, this.#expected), 'executions are those of price-time priority', () => [[...this.#heard], [...this.#expected]])
    for (const [id, fills] of this.#heard) this.#known.get(id)?.fills.push(...fills)
    this.#heard = new Map()
    this.#expected = new Map()
    const accounts = [...this.#sizes.keys()]
    const shown = accounts.map(account => ({ account, positions: this.#exchange.positions(account, now) }))
    for (const { account, positions } of shown) this.#checkPositions(account, positions)
    this.#checkSums(shown.map(each => each.positions))
    const balances = this.#checkCash(shown, now)
    for (const account of accounts) if (!account.startsWith('@')) this.#checkOpen(account, this.#exchange.openOrders(account, now))
    return balances
  }

  /** The book of a contract is not crossed, and shows what the reference has where no quotes are due. */
  checkBook(now: EpochMicros): void {
    for (const [book, legs] of this.#contracts) {
      if (legs.some(({ listed }) => listed.expiryMs !== undefined && listed.expiryMs * 1000 <= now)) continue
      const symbol =
        legs.length === 1 ? legs[0]?.listed.instrument.symbol : legs.map(leg => `${leg.listed.instrument.symbol}@${leg.ratio}`).join('/')
      const shown = this.#exchange.orderBook(symbol ?? '', 1000, now)
      assure(shown !== undefined, 'a traded contract has a book', () => book)
      const [bid] = shown.buy
      const [ask] = shown.sell
      assure(bid === undefined || ask === undefined || units(bid.price) < units(ask.price), 'the book is not crossed', () => shown)
    }
  }

  /** At the end: every order's record says what was heard of it, and executions alone explain all positions. */
  checkOrders(now: EpochMicros, settled: ReadonlyMap<string, Units>): void {
    const sizes = new Map<string, Units>(settled)
    for (const known of this.#known.values()) {
      const record = this.#exchange.orderDetails(known.account, { order_id: orderId(known.id) }, now)
      assure(record !== undefined, 'an accepted order is never forgotten', () => known.id)
      const fills = record.executions.map(each => `${units(each.executed_price)}×${units(each.executed_quantity)}:${each.liquidity_flag}`)
      assure(fills.join() === known.fills.join(), 'details show the executions that were told', () => [record, known.fills])
      const filled = record.executions.reduce((sum, each) => sum + units(each.executed_quantity), 0n)
      assure(filled <= units(record.quantity), 'fills stay within the quantity', () => record)
      const state = filled === 0n ? 'accepted' : filled < units(record.quantity) ? 'partial_fill' : 'filled'
      assure(record.order_state === state, 'the state follows from the fills', () => record)
      assure((record.cancel_state === 'none') === (known.isLive || state === 'filled'), 'an order that ended early says why', () => record)
      for (const leg of known.legs) {
        if (leg.listed.product === 'spot') continue
        const key = `${known.account} ${leg.listed.instrument.tradeable_entity_id}`
        sizes.set(key, (sizes.get(key) ?? 0n) + filled * BigInt(leg.ratio * (record.side === 'buy' ? 1 : -1)))
      }
    }
    for (const [account, all] of this.#sizes) {
      if (account.startsWith('@')) continue
      for (const [id, size] of all)
        assure((sizes.get(`${account} ${id}`) ?? 0n) === size, 'a position is the sum of its executions', () => [account, id])
    }
  }

  readonly settled = new Map<string, Units>()

  #legsOf(accepted: OrderAccepted, nowMs: number): Known['legs'] {
    const legs = accepted.legs ?? [{ tradeable_entity_id: accepted.tradeable_entity_id ?? entityId(''), ratio: 1 }]
    return legs.map(leg => {
      const listed = this.#market.find({ id: leg.tradeable_entity_id }, nowMs)
      assure(listed !== undefined, 'an accepted order is for listed instruments', () => accepted)
      return { listed, ratio: leg.ratio }
    })
  }

  #endsAt(order: NewOrder, placedAt: EpochMicros, refreshedAt: EpochMicros, legs: Known['legs']): number {
    const expiries = legs.map(leg => (leg.listed.expiryMs ?? Number.POSITIVE_INFINITY) * 1000)
    const cycles =
      order.time_in_force === 'GTC' ? cycleEnd(order.recv_window ?? 0, Math.floor(placedAt / 1000)) * 1000 : Number.POSITIVE_INFINITY
    const interest = order.market_id === firmMarket ? Number.POSITIVE_INFINITY : refreshedAt + rfqTimeoutMicros
    return Math.min(cycles, interest, ...expiries)
  }

  #end(order: Known): void {
    order.isLive = false
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

  /** RFQs that live by the rules, as dealers see them. */
  #requests(book: string, contract: Contract): Wanted[] {
    return [...this.#known.values()]
      .filter(known => known.isLive && known.book === book && known.order.market_id !== firmMarket)
      .map(({ id, order: { side, quantity, minimum_quantity }, accepted }) => ({
        order_id: orderId(id),
        contract,
        side: side as Side,
        quantity,
        minimum_quantity,
        placedAt: accepted.utc_timestamp,
      }))
  }

  #expect(fills: readonly ReferenceFill[]): void {
    for (const { added, taken, price, quantity } of fills) {
      if (added !== undefined) push(this.#expected, added, `${price}×${quantity}:added`)
      if (taken !== undefined) push(this.#expected, taken, `${price}×${quantity}:taken`)
      const resting = added === undefined ? undefined : this.#known.get(added)
      if (resting?.reference?.left === 0n) resting.isLive = false
    }
  }

  #flow(account: string, asset: string, amount: Units): void {
    const flows = this.#flows.get(account) ?? new Map<string, Units>()
    this.#flows.set(account, flows)
    flows.set(asset, (flows.get(asset) ?? 0n) + amount)
  }

  #size(account: string, id: string, quantity: Units): void {
    const sizes = this.#sizes.get(account)
    assure(sizes !== undefined, 'only known accounts trade', () => account)
    sizes.set(id, (sizes.get(id) ?? 0n) + quantity)
  }

  #traded(trade: Trade, at: EpochMicros): void {
    assure(!this.#trades.has(trade.trade_id), 'trade ids are unique', () => trade)
    this.#trades.add(trade.trade_id)
    const nowMs = Math.floor(at / 1000)
    let net = 0n
    for (const leg of trade.legs) {
      const listed = this.#market.find({ id: leg.tradeable_entity_id }, nowMs)
      assure(listed !== undefined, 'only listed instruments trade', () => trade)
      const { instrument } = listed
      assure(isMultipleOf(leg.quantity, instrument.quantity_step), 'traded quantities keep the step', () => trade)
      assure(trade.legs.length > 1 || isMultipleOf(leg.price, instrument.price_step), 'traded prices keep the step', () => trade)
      const quantity = units(leg.quantity)
      const cash = times(quantity, units(leg.price))
      net += cash
      for (const [account, sign] of [[trade.buyer, 1n] as const, [trade.seller, -1n] as const]) {
        this.#flow(account, 'USD', -sign * cash)
        if (listed.product === 'spot') this.#flow(account, listed.base, sign * quantity)
        else this.#size(account, leg.tradeable_entity_id, sign * quantity)
      }
    }
    assure(net === times(units(trade.price), units(trade.quantity)), 'the legs cost what the package costs', () => trade)
  }

  #settled(event: ExchangeEvent & { readonly kind: 'settled' }): void {
    this.#flow(event.account, 'USD', times(units(event.size), units(event.price)))
    this.#size(event.account, event.tradeable_entity_id, -units(event.size))
    const key = `${event.account} ${event.tradeable_entity_id}`
    this.settled.set(key, (this.settled.get(key) ?? 0n) - units(event.size))
  }

  /** Longs pay shorts at the rate of the moment; clearing is checked to be level with what open futures cost (`#checkCash`). */
  #funded({ account, size, mark, rate, cash, at, tradeable_entity_id }: ExchangeEvent & { readonly kind: 'funded' }): void {
    assure(at % 28_800_000_000 === 0, 'funding happens at 00, 08 and 16 UTC', () => at)
    const due = (-units(size) * units(mark) * units(rate)) / (oneUnit * oneUnit)
    const most = oneUnit / 100_000_000n
    const off = due - units(cash)
    assure(
      (off < 0n ? -off : off) * oneUnit <= most * (units(size) < 0n ? -units(size) : units(size)),
      'funding is size × mark × rate',
      () => [size, mark, rate, cash],
    )
    assure(this.#sizes.get(account)?.get(tradeable_entity_id) === units(size), 'funding is paid on what is held', () => [account, size])
    this.#flow(account, 'USD', units(cash))
    this.fundings += 1
  }

  fundings = 0

  #checkPositions(account: string, positions: readonly Position[]): void {
    for (const position of positions) {
      const size = units(position.size)
      assure(size !== 0n, 'a flat position vanishes', () => position)
      assure(position.side === (size < 0n ? 'short' : 'long'), 'the side follows from the size', () => position)
    }
    if (account.startsWith('@')) return
    const known = [...(this.#sizes.get(account) ?? [])]
      .filter(([, size]) => size !== 0n)
      .map(([id, size]) => `${this.#symbolOf(id)} ${size}`)
    const shown = positions.map(position => `${position.symbol} ${units(position.size)}`)
    assure(known.toSorted().join() === shown.toSorted().join(), 'positions are what was traded and not yet settled', () => [
      account,
      known,
      shown,
    ])
  }

  readonly #symbols = new Map<string, string>()
  #symbolOf(id: string): string {
    const known = this.#symbols.get(id)
    if (known !== undefined) return known
    const leg = [...this.#contracts.values()].flat().find(({ listed }) => listed.instrument.tradeable_entity_id === id)
    const symbol = leg?.listed.instrument.symbol ?? ''
    this.#symbols.set(id, symbol)
    return symbol
  }

  #checkSums(all: readonly (readonly Position[])[]): void {
    const sums = new Map<string, Units>()
    for (const { symbol, size } of all.flat()) sums.set(symbol, (sums.get(symbol) ?? 0n) + units(size))
    for (const [symbol, sum] of sums) assure(sum === 0n, 'positions over all accounts add up to zero', () => symbol)
  }

  #checkCash(shown: readonly { readonly account: string; readonly positions: readonly Position[] }[], now: EpochMicros): Balances {
    const sums = new Map<string, Units>()
    const clients = new Map<string, readonly Balance[]>()
    for (const { account, positions } of shown) {
      const balances = this.#exchange.balances(account, now)
      for (const row of balances) {
        const cash = units(row.cash_balance)
        assure(units(row.available_balance) === cash - units(row.reserved_balance), 'available = cash - reserved', () => row)
        assure(units(row.withdrawable_balance) >= 0n, 'nothing below zero can be withdrawn', () => row)
        if (row.symbol !== 'USD-REFERENCE') sums.set(row.symbol, (sums.get(row.symbol) ?? 0n) + cash)
      }
      if (account.startsWith('@')) continue
      this.#checkAccountCash(account, balances, positions)
      clients.set(account, balances)
    }
    const clearing = this.#exchange.balances('@clearing', now).find(row => row.symbol === 'USD')
    const costs = shown.reduce((sum, { positions }) => sum + entryCosts(positions), 0n)
    assure(
      units(clearing?.cash_balance ?? '0') === -costs,
      'settlement adds up to zero: clearing owes what open futures cost',
      () => clearing,
    )
    for (const [asset, sum] of sums) assure(sum === 0n, 'cash over all accounts is conserved', () => [asset, sum])
    return clients
  }

  /** Cash is funds and flows, less what futures and perpetuals in hand were entered for: that much of their flow has not moved. */
  #checkAccountCash(account: string, balances: readonly Balance[], positions: readonly Position[]): void {
    const notMoved = entryCosts(positions)
    for (const row of balances) {
      if (row.symbol === 'USD-REFERENCE') continue
      const flow = (this.#flows.get(account)?.get(row.symbol) ?? 0n) + (row.symbol === 'USD' ? notMoved : 0n)
      assure(units(row.cash_balance) === flow, 'cash is what the executions say', () => [account, row, String(flow)])
    }
  }

  #checkOpen(account: string, records: readonly OrderRecord[]): void {
    const shown = records.map(record => String(record.order_id))
    assure(shown.join() === this.liveIds(account).join(), 'open orders are those that live by the rules', () => [
      account,
      shown,
      this.liveIds(account),
    ])
    for (const record of records) {
      assure(record.type === 'LIMIT' || record.market_id !== firmMarket, 'a market order never rests', () => record)
      const known = this.#known.get(String(record.order_id))
      assure(known?.order.time_in_force === 'GTC' || record.market_id !== firmMarket, 'an immediate order never rests', () => record)
      assure(record.executions.length === 0 || record.market_id === firmMarket, 'an RFQ never executes', () => record)
    }
  }
}

/** What futures and perpetuals were entered for. */
function entryCosts(positions: readonly Position[]): Units {
  let cost = 0n
  for (const { product_type, size, mark_price, upnl } of positions) {
    if (product_type !== 'option') cost += times(units(size), units(mark_price)) - units(upnl)
  }
  return cost
}

function push(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

const same = (a: ReadonlyMap<string, readonly string[]>, b: ReadonlyMap<string, readonly string[]>): boolean =>
  a.size === b.size && [...a].every(([key, list]) => list.join() === b.get(key)?.join())
