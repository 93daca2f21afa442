/**
 * Reference cash and positions of every account, computed from reported events (trades, fundings, settlements) and
 * compared with the statements. Cash is kept as if every trade were paid in full; the entry cost of open futures and
 * perpetuals is subtracted.
 */
import type { Balance, Position } from '../../../../core/domain/account.ts'
import { isMultipleOf } from '../../../../core/domain/decimal.ts'
import type { EpochMicros } from '../../../../core/domain/time.ts'
import type { Exchange, ExchangeEvent, Trade } from '../../exchange.ts'
import type { Market } from '../../market/market.ts'
import { house, houseAccounts } from '../state.ts'
import { assure } from './assure.ts'
import { oneUnit, times, type Units, units } from './units.ts'

export interface ShownBook {
  readonly balances: readonly Balance[]
  readonly positions: readonly Position[]
}
export type ShownToAll = ReadonlyMap<string, ShownBook>

const funds: Readonly<Record<string, string>> = {
  USD: '1000000',
  BTC: '10',
  ETH: '100',
  SOL: '1000',
  AVAX: '1000',
  PTF: '100000',
}
const isHouse = (account: string): boolean => account.startsWith('@')

export class AccountsBook {
  readonly #market: Market
  readonly #trades = new Set<string>()
  readonly #sizes = new Map<string, Map<string, Units>>()
  readonly #flows = new Map<string, Map<string, Units>>()
  readonly #symbols = new Map<string, string>()
  readonly settled = new Map<string, Units>()
  readonly #active = new Set<string>([house.treasury, house.clearing])
  #isSumOld = true

  constructor(market: Market) {
    this.#market = market
    for (const account of houseAccounts) this.#sizes.set(account, new Map())
  }

  opened(account: string): void {
    if (this.#sizes.has(account)) return
    this.#sizes.set(account, new Map())
    for (const [asset, amount] of Object.entries(funds)) this.#flow(account, asset, units(amount))
    this.#isSumOld = true
  }

  sizesOf(account: string): ReadonlyMap<string, Units> {
    return this.#sizes.get(account) ?? new Map<string, Units>()
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

  hear(event: ExchangeEvent): void {
    if (event.kind === 'trade') this.#traded(event.trade, event.at)
    else if (event.kind === 'settled') this.#settled(event)
    else if (event.kind === 'funded') this.#funded(event)
    else return
    this.#isSumOld = true
  }

  #traded(trade: Trade, at: EpochMicros): void {
    assure(!this.#trades.has(trade.trade_id), 'trade ids are unique', () => trade)
    this.#trades.add(trade.trade_id)
    for (const account of [trade.buyer, trade.seller]) if (isHouse(account)) this.#active.add(account)
    const nowMs = Math.floor(at / 1000)
    let net = 0n
    for (const leg of trade.legs) {
      const listed = this.#market.find({ id: leg.tradeable_entity_id }, nowMs)
      assure(listed !== undefined, 'only listed instruments trade', () => trade)
      const { instrument } = listed
      this.#symbols.set(leg.tradeable_entity_id, instrument.symbol)
      assure(isMultipleOf(leg.quantity, instrument.quantity_step), 'traded quantities keep the step', () => trade)
      assure(
        trade.legs.length > 1 || isMultipleOf(leg.price, instrument.price_step),
        'traded prices keep the step',
        () => trade,
      )
      const quantity = units(leg.quantity)
      const cash = times(quantity, units(leg.price))
      net += cash
      for (const [account, sign] of [[trade.buyer, 1n] as const, [trade.seller, -1n] as const]) {
        this.#flow(account, 'USD', -sign * cash)
        if (listed.product === 'spot') this.#flow(account, listed.base, sign * quantity)
        else this.#size(account, leg.tradeable_entity_id, sign * quantity)
      }
    }
    assure(
      net === times(units(trade.price), units(trade.quantity)),
      'the legs cost what the package costs',
      () => trade,
    )
  }

  #settled(event: ExchangeEvent & { readonly kind: 'settled' }): void {
    this.#flow(event.account, 'USD', times(units(event.size), units(event.price)))
    this.#size(event.account, event.tradeable_entity_id, -units(event.size))
    const key = `${event.account} ${event.tradeable_entity_id}`
    this.settled.set(key, (this.settled.get(key) ?? 0n) - units(event.size))
  }

  /** Longs pay shorts at the present rate; clearing must match the cost of open futures (`#checkClearing`). */
  #funded({
    account,
    size,
    mark,
    rate,
    cash,
    at,
    tradeable_entity_id,
  }: ExchangeEvent & { readonly kind: 'funded' }): void {
    assure(at % 28_800_000_000 === 0, 'funding happens at 00, 08 and 16 UTC', () => at)
    const due = (-units(size) * units(mark) * units(rate)) / (oneUnit * oneUnit)
    const most = oneUnit / 100_000_000n
    const off = due - units(cash)
    assure(
      (off < 0n ? -off : off) * oneUnit <= most * (units(size) < 0n ? -units(size) : units(size)),
      'funding is size × mark × rate',
      () => [size, mark, rate, cash],
    )
    assure(
      this.#sizes.get(account)?.get(tradeable_entity_id) === units(size),
      'funding is paid on what is held',
      () => [account, size],
    )
    this.#flow(account, 'USD', units(cash))
  }

  /** Compares clients' statements with the books; also the house and all sums if anything moved or `all` is set. */
  check(exchange: Exchange, now: EpochMicros, all: boolean): ShownToAll {
    const clients = new Map<string, ShownBook>()
    for (const account of this.#sizes.keys()) {
      if (isHouse(account)) continue
      const shown = { balances: exchange.balances(account, now), positions: exchange.positions(account, now) }
      clients.set(account, shown)
      for (const row of shown.balances) checkRow(row)
      this.#checkPositions(account, shown.positions)
      this.#checkCash(account, shown)
    }
    if (!all && !this.#isSumOld) return clients
    this.#isSumOld = false
    const everybody = new Map<string, ShownBook>(clients)
    for (const account of all ? houseAccounts : this.#active) {
      everybody.set(account, { balances: exchange.balances(account, now), positions: exchange.positions(account, now) })
    }
    checkSums([...everybody.values()])
    checkClearing(everybody)
    return clients
  }

  #checkPositions(account: string, positions: readonly Position[]): void {
    for (const position of positions) {
      const size = units(position.size)
      assure(size !== 0n, 'a flat position vanishes', () => position)
      assure(position.side === (size < 0n ? 'short' : 'long'), 'the side follows from the size', () => position)
    }
    const known = [...this.sizesOf(account)]
      .filter(([, size]) => size !== 0n)
      .map(([id, size]) => `${this.#symbols.get(id) ?? ''} ${size}`)
    const shown = positions.map(position => `${position.symbol} ${units(position.size)}`)
    assure(
      known.toSorted().join() === shown.toSorted().join(),
      'positions are what was traded and not yet settled',
      () => [account, known, shown],
    )
  }

  #checkCash(account: string, { balances, positions }: ShownBook): void {
    const notMoved = entryCosts(positions)
    for (const row of balances) {
      if (row.symbol === 'USD-REFERENCE') continue
      const flow = (this.#flows.get(account)?.get(row.symbol) ?? 0n) + (row.symbol === 'USD' ? notMoved : 0n)
      assure(units(row.cash_balance) === flow, 'cash is what the executions say', () => [account, row, String(flow)])
    }
  }
}

function checkRow(row: Balance): void {
  const [cash, reserved, available, withdrawable] = [
    row.cash_balance,
    row.reserved_balance,
    row.available_balance,
    row.withdrawable_balance,
  ].map(units)
  assure(available === (cash ?? 0n) - (reserved ?? 0n), 'available = cash - reserved', () => row)
  assure((withdrawable ?? 0n) >= 0n, 'nothing below zero can be withdrawn', () => row)
}

function checkSums(everybody: readonly ShownBook[]): void {
  const sums = new Map<string, Units>()
  const count = (key: string, amount: string): void => void sums.set(key, (sums.get(key) ?? 0n) + units(amount))
  for (const { balances, positions } of everybody) {
    for (const row of balances) if (row.symbol !== 'USD-REFERENCE') count(`cash ${row.symbol}`, row.cash_balance)
    for (const { symbol, size } of positions) count(`position ${symbol}`, size)
  }
  for (const [key, sum] of sums)
    assure(sum === 0n, 'cash and positions over all accounts add up to zero', () => [key, sum])
}

function checkClearing(everybody: ReadonlyMap<string, ShownBook>): void {
  const clearing = everybody.get(house.clearing)?.balances.find(row => row.symbol === 'USD')
  const costs = [...everybody.values()].reduce((sum, { positions }) => sum + entryCosts(positions), 0n)
  assure(
    units(clearing?.cash_balance ?? '0') === -costs,
    'clearing owes what open futures cost, and nothing else',
    () => clearing,
  )
}

function entryCosts(positions: readonly Position[]): Units {
  let cost = 0n
  for (const { product_type, size, mark_price, upnl } of positions) {
    if (product_type !== 'option') cost += times(units(size), units(mark_price)) - units(upnl)
  }
  return cost
}
