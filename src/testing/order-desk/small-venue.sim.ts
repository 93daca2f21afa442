/**
 * A minimal venue for thousands of simulations: it accepts orders once per id, executes some partly, ends others, and
 * shows a new order in queries only after a delay. Venues differ in how they answer a repeated id.
 */
import type { Random, VirtualTime } from './virtual-time.sim.ts'

export interface VenueRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: string | undefined
  readonly account: string
}
export interface VenueAnswer {
  readonly status: number
  readonly text: string
}

/**
 * `same`: the first answer again. `duplicate`: refused as known. `balance`: refused because the first order used the
 * balance.
 */
export type Repeats = 'same' | 'duplicate' | 'balance'

interface StoredOrder {
  readonly account: string
  readonly record: Record<string, unknown>
  readonly executions: Record<string, unknown>[]
  readonly visibleAtMs: number
  isOpen: boolean
}

export interface Venue {
  answer(request: VenueRequest): VenueAnswer | Promise<VenueAnswer>
  has(account: string, id: string): boolean | Promise<boolean>
  isOpen(id: string): boolean
}

export interface SmallVenue extends Venue {
  /** Filled quantity of an order plus what may still fill. */
  out(id: string): number
}

const longestLagMs = 3_000

export type Push = (account: string, message: Record<string, unknown>) => void

export function createSmallVenue(
  time: VirtualTime,
  random: Random,
  repeats: Repeats,
  push: Push = () => undefined,
): SmallVenue {
  const orders = new Map<string, StoredOrder>()
  const refused = new Map<string, string>()
  let lastId = 0

  const json = (value: unknown, status = 200): VenueAnswer => ({ status, text: JSON.stringify(value) })
  const micros = (): string => String(Math.round((1_800_000_000_000 + time.nowMs()) * 1_000))
  const recordOf = (stored: StoredOrder): Record<string, unknown> => ({
    ...stored.record,
    executions: [...stored.executions, ...repeated(stored.executions)],
  })
  /** Some venues occasionally report a trade twice. */
  const repeated = (executions: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] =>
    random() < 0.1 ? executions.slice(0, 1) : []

  const named = ({ record }: StoredOrder): Record<string, unknown> => ({
    server_utc_timestamp: micros(),
    symbol: record['symbol'],
    order_id: record['order_id'],
    client_order_id: record['client_order_id'],
  })
  const execute = (stored: StoredOrder, atOnce = false): void => {
    const quantity = Number(stored.record['quantity'])
    const done = stored.executions.reduce((sum, each) => sum + Number(each['executed_quantity']), 0)
    if (!stored.isOpen || done >= quantity) return
    const part = atOnce ? quantity - done : Math.min(quantity - done, 1 + Math.floor(random() * quantity))
    lastId += 1
    const executed = {
      utc_timestamp: `${micros()}000`,
      executed_quantity: `${part}.0`,
      executed_price: '10.0',
      trade_id: `t${lastId}`,
      liquidity_flag: 'taken',
    }
    stored.executions.push(executed)
    const order_state = done + part >= quantity ? 'filled' : 'partial_fill'
    push(stored.account, { execution: { ...named(stored), ...executed, order_state, side: stored.record['side'] } })
    stored.record['order_state'] = done + part >= quantity ? 'filled' : 'partial_fill'
    if (done + part >= quantity) stored.isOpen = false
    else time.after(1_000 + random() * 20_000, () => execute(stored))
  }

  const reject = (order: Record<string, string>, reason: string): VenueAnswer =>
    json({
      order_rejected: {
        utc_timestamp: micros(),
        market_id: order['market_id'],
        type: order['type'],
        client_order_id: order['client_order_id'],
        quantity: order['quantity'],
        reason,
      },
    })

  const accepted = (order: Record<string, string>): Record<string, unknown> => ({
    order_accepted: {
      utc_timestamp: micros(),
      market_id: order['market_id'],
      tradeable_entity_id: '6',
      symbol: order['symbol'],
      order_id: orders.get(`${order['client_order_id']}`)?.record['order_id'],
      type: order['type'],
      client_order_id: order['client_order_id'],
      quantity: order['quantity'],
    },
  })
  const accept = (order: Record<string, string>): VenueAnswer => json(accepted(order))

  const place = (request: VenueRequest): VenueAnswer => {
    const order = (JSON.parse(request.body ?? '{}') as { new_order: Record<string, string> }).new_order
    const id = `${order['client_order_id']}`
    const before = refused.get(id)
    if (orders.has(id)) {
      if (repeats === 'same') return accept(order)
      return reject(order, repeats === 'duplicate' ? 'duplicate_client_order_id' : 'insufficient_account_balance')
    }
    if (before !== undefined && repeats === 'same') return reject(order, before)
    if (random() < 0.2) {
      refused.set(id, 'insufficient_account_balance')
      return reject(order, 'insufficient_account_balance')
    }
    lastId += 1
    const stored: StoredOrder = {
      account: request.account,
      record: {
        market_id: order['market_id'],
        tradeable_entity_id: '6',
        symbol: order['symbol'],
        side: order['side'],
        type: order['type'],
        quantity: order['quantity'],
        order_id: String(lastId),
        client_order_id: id,
        order_state: 'accepted',
        cancel_state: 'none',
      },
      executions: [],
      visibleAtMs: time.nowMs() + random() * longestLagMs,
      isOpen: true,
    }
    orders.set(id, stored)
    push(stored.account, accepted(order))
    // An RFQ never executes itself.
    if (order['market_id'] === 'none') return accept(order)
    if (random() < 0.25) execute(stored, true)
    else if (random() < 0.6) time.after(random() * 20_000, () => execute(stored))
    else if (random() < 0.5) {
      time.after(random() * 60_000, () => {
        if (!stored.isOpen) return
        stored.isOpen = false
        stored.record['cancel_state'] = 'timeout'
        const filled_quantity = String(
          stored.executions.reduce((sum, each) => sum + Number(each['executed_quantity']), 0),
        )
        push(stored.account, {
          cancel_order: { ...named(stored), utc_timestamp: micros(), filled_quantity, reason: 'timeout' },
        })
      })
    }
    return accept(order)
  }

  const isVisible = (stored: StoredOrder, account: string): boolean =>
    stored.account === account && time.nowMs() >= stored.visibleAtMs

  return {
    has: (account, id) => orders.get(id)?.account === account,
    isOpen: id => orders.get(id)?.isOpen === true,
    out(id) {
      const stored = orders.get(id)
      if (stored === undefined) return 0
      const filled = stored.executions.reduce((sum, each) => sum + Number(each['executed_quantity']), 0)
      return stored.isOpen ? Number(stored.record['quantity']) : filled
    },
    answer(request) {
      if (request.method === 'POST') return place(request)
      if (request.path.endsWith('/openOrders')) {
        const open = [...orders.values()]
          .filter(stored => stored.isOpen && isVisible(stored, request.account))
          .map(recordOf)
        return json({ query_open_orders_response: { utc_timestamp: micros(), open_orders: open } })
      }
      const stored = orders.get(request.query.get('client_order_id') ?? '')
      if (stored !== undefined && isVisible(stored, request.account)) {
        return json({ query_order_response: { ...recordOf(stored), utc_timestamp: micros() } })
      }
      const failure = {
        query_order_response: { error: 'failed', reason: 'client order id not found in the order cache' },
      }
      return json(failure, random() < 0.5 ? 200 : 404)
    },
  }
}
