/** Short commands for tests of the exchange, with time in ms after the start. */
import type { Balance, Position } from '../core/domain/account.ts'
import { dec, type Decimal } from '../core/domain/decimal.ts'
import { clientOrderId, type EntityId, entityId, orderId } from '../core/domain/ids.ts'
import type { NewOrder, OrderRecord } from '../core/domain/order.ts'
import { type EpochMicros, microsFromMs } from '../core/domain/time.ts'
import { createExchange, type ExchangeSettings } from '../exchange/sandbox/engine/create-exchange.ts'
import type { AppliedCommand, Command, Exchange, Outcome } from '../exchange/sandbox/exchange.ts'
import type { Market } from '../exchange/sandbox/market/market.ts'
import { startMs } from './test-market.ts'
import { firmLimit } from './order.fixture.ts'

export type Draft = Partial<Omit<NewOrder, 'quantity' | 'price' | 'minimum_quantity' | 'legs' | 'client_order_id'>> & {
  readonly id?: string
  readonly on?: string | readonly (readonly [id: number, ratio: number])[]
  readonly quantity?: string
  readonly price?: string | undefined
  readonly minimum?: string
}

export class Desk {
  readonly exchange: Exchange
  atMs = 0
  last: AppliedCommand | undefined
  #ids = 0

  constructor(
    market: Market,
    accounts: readonly string[] = ['ann', 'bob'],
    { rules }: Pick<ExchangeSettings, 'rules'> = {},
  ) {
    this.exchange = createExchange({ market, rules })
    for (const account of accounts) this.apply({ kind: 'open_account', account })
  }

  get now(): EpochMicros {
    return microsFromMs(startMs + this.atMs)
  }

  apply(command: Command): Outcome {
    this.last = this.exchange.apply(command, this.now)
    return this.last.outcome
  }

  /** By default a firm limit order for one cycle. */
  order({ id, on = 'BTC-USD-PERPETUAL', quantity = '1', price, minimum, ...rest }: Draft): NewOrder {
    this.#ids += 1
    return {
      ...(typeof on === 'string'
        ? { symbol: on }
        : { legs: on.map(([leg, ratio]) => ({ tradeable_entity_id: entityId(leg), ratio })) }),
      ...firmLimit,
      side: 'buy',
      quantity: dec(quantity),
      ...(price === undefined ? {} : { price: dec(price) }),
      ...(minimum === undefined ? {} : { minimum_quantity: dec(minimum) }),
      client_order_id: clientOrderId(id ?? `c${this.#ids}`),
      ...(rest.time_in_force === 'IOC' || rest.type === 'MARKET' ? {} : { recv_window: 1 }),
      ...rest,
    }
  }

  place(account: string, draft: Draft): Outcome {
    const order = this.order(draft)
    return this.apply({ kind: 'place', account, order, text: JSON.stringify(order) })
  }

  placed(account: string, draft: Draft): string {
    const outcome = this.place(account, draft)
    if (outcome.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(outcome)}`)
    return String(outcome.accepted.order_id)
  }

  /** Bob trades with ann, on his side. */
  cross(on: string, side: 'buy' | 'sell', quantity: string, price: string): void {
    this.placed('ann', { on, quantity, price, side: side === 'buy' ? 'sell' : 'buy' })
    this.placed('bob', { on, quantity, price, side })
  }

  reason(account: string, draft: Draft): string {
    const outcome = this.place(account, draft)
    return outcome.kind === 'rejected' ? outcome.rejected.reason : outcome.kind
  }

  details(account: string, id: string): OrderRecord {
    const record = this.exchange.orderDetails(account, { order_id: orderId(id) }, this.now)
    if (record === undefined) throw new Error(`no order ${id}`)
    return record
  }

  fills(account: string, id: string): string[] {
    return this.details(account, id).executions.map(
      ({ executed_price, executed_quantity }) => `${executed_price} × ${executed_quantity}`,
    )
  }

  openIds(account: string): string[] {
    return this.exchange.openOrders(account, this.now).map(order => String(order.order_id))
  }

  balance(account: string, symbol = 'USD'): Balance {
    const row = this.exchange.balances(account, this.now).find(balance => balance.symbol === symbol)
    if (row === undefined) throw new Error(`no balance ${symbol}`)
    return row
  }

  cash(account: string, symbol = 'USD'): Decimal {
    return this.balance(account, symbol).cash_balance
  }

  position(account: string, symbol: string): Position | undefined {
    return this.exchange.positions(account, this.now).find(position => position.symbol === symbol)
  }

  cancelAll(account: string, filter: { symbol?: string; tradeable_entity_id?: EntityId } = {}): string[] {
    const outcome = this.apply({ kind: 'cancel_all', account, filter })
    return outcome.kind === 'cancelled_all' ? outcome.orders.map(order => String(order.order_id)) : []
  }

  tick(): void {
    this.apply({ kind: 'tick' })
  }
}
