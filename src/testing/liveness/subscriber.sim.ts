/** A socket client that relies only on its snapshot and later pushes. */
import { add, canonical, type Decimal, dec, sub } from '../../core/domain/decimal.ts'
import type { OrderRecord } from '../../core/domain/order.ts'
import type { Exchange } from '../../exchange/sandbox/exchange.ts'
import type { FeedConnection, FeedHub } from '../../exchange/sandbox/feed/hub.ts'
import type { EpochMicros } from '../../core/domain/time.ts'
import { assure } from '../../exchange/sandbox/engine/sim/assure.ts'

type Body = Readonly<Record<string, string>>
interface Level {
  readonly order_id: string
}

export const openQuantity = ({ quantity, executions }: OrderRecord): Decimal =>
  canonical(
    sub(
      quantity,
      executions.reduce((sum, each) => add(sum, each.executed_quantity), dec('0')),
    ),
  )

export class Subscriber {
  readonly account: string
  #open = new Map<string, Decimal>()
  #trades = new Set<string>()
  #rfqs = new Set<string>()
  #connection: FeedConnection | undefined
  pushes = 0

  constructor(account: string) {
    this.account = account
  }

  isConnected(): boolean {
    return this.#connection !== undefined
  }

  async connect(hub: FeedHub, exchange: Exchange, now: EpochMicros): Promise<void> {
    const connection = hub.open({
      send: text => this.#read(text),
      close: () => this.lose(),
      reset: () => this.lose(),
      bufferedBytes: () => 0,
    })
    this.#connection = connection
    this.#rfqs = new Set()
    await connection.receive(JSON.stringify({ authenticate: { credentials_secret: this.account } }))
    const records = exchange.openOrders(this.account, now)
    this.#open = new Map(records.map(record => [record.client_order_id, openQuantity(record)]))
    this.#trades = new Set(
      records.flatMap(record => record.executions.map(each => `${record.client_order_id} ${each.trade_id}`)),
    )
    await connection.receive(JSON.stringify({ register_for_rfqs: {} }))
  }

  lose(): void {
    this.#connection?.closed()
    this.#connection = undefined
  }

  #read(text: string): void {
    const [[name, body] = ['', {}]] = Object.entries(JSON.parse(text) as Record<string, Body>)
    this.pushes += 1
    const id = body['client_order_id'] ?? ''
    if (name === 'order_accepted' && !this.#open.has(id)) this.#open.set(id, canonical(dec(body['quantity'] ?? '')))
    else if (name === 'execution') this.#executed(id, body)
    else if (name === 'cancel_order') this.#open.delete(id)
    else if (name === 'order_added') this.#rfqs.add(body['order_id'] ?? '')
    else if (name === 'order_deleted') this.#rfqs.delete(body['order_id'] ?? '')
    else if (name === 'snapshot') {
      const sides = body as unknown as { readonly buy: readonly Level[]; readonly sell: readonly Level[] }
      for (const level of [...sides.buy, ...sides.sell]) this.#rfqs.add(level.order_id)
    }
  }

  #executed(id: string, body: Body): void {
    const trade = `${id} ${body['trade_id'] ?? ''}`
    const open = this.#open.get(id)
    if (this.#trades.has(trade) || open === undefined) return
    this.#trades.add(trade)
    if (body['order_state'] === 'filled') this.#open.delete(id)
    else this.#open.set(id, canonical(sub(open, dec(body['executed_quantity'] ?? ''))))
  }

  check(exchange: Exchange, now: EpochMicros): void {
    const shown = exchange
      .openOrders(this.account, now)
      .map(record => `${record.client_order_id} ${openQuantity(record)}`)
    const believed = [...this.#open].map(([id, open]) => `${id} ${open}`)
    assure(
      believed.toSorted().join() === shown.toSorted().join(),
      'pushes of an account come to its open orders',
      () => [this.account, believed, shown],
    )
    const rfqs = exchange.liveRfqs(now).map(({ order }) => String(order.order_id))
    assure(
      [...this.#rfqs].toSorted().join() === rfqs.toSorted().join(),
      'pushes of RFQs come to those that live',
      () => [this.account, [...this.#rfqs], rfqs],
    )
  }
}
