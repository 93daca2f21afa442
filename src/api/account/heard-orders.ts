/**
 * What the socket told of orders, kept so that no answer that set out before can take it back: an execution heard stays with its order,
 * counted once by its `trade_id`; an order heard to have ended is not listed as open by an answer that was asked for earlier.
 */
import type { FeedMessage } from '../../contract/feed.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import { isFilled } from '../../domain/order-state.ts'
import type { Execution, OrderRecord } from '../../domain/order.ts'
import { createCell, useCell } from '../browser/cell.ts'

export type ExecutionPush = Extract<FeedMessage, { name: 'execution' }>['body']
export type EndPush = Extract<FeedMessage, { name: 'cancel_order' }>['body']

interface Heard {
  readonly executions: Map<string, Execution>
  /** When the end was heard, on the monotonic clock. */
  endedMs?: number
}

export interface HeardOrders {
  /** False when this trade was heard of before. */
  executed(push: ExecutionPush, atMs: number): boolean
  ended(id: ClientOrderId, atMs: number): void
  /** The record with every execution heard; the same record where it has them. */
  complete<Order extends OrderRecord>(record: Order): Order
  /** Open orders as asked for at `askedMs`, brought up to what was heard since. */
  upToDate(records: readonly OrderRecord[], askedMs: number): readonly OrderRecord[]
  clear(): void
}

const mostOrders = 2_000

export function createHeardOrders(): HeardOrders {
  const heard = new Map<string, Heard>()
  const entryOf = (id: string): Heard => {
    const known = heard.get(id)
    if (known !== undefined) return known
    const fresh: Heard = { executions: new Map() }
    heard.set(id, fresh)
    if (heard.size > mostOrders) for (const oldest of [...heard.keys()].slice(0, mostOrders / 10)) heard.delete(oldest)
    return fresh
  }
  const complete = <Order extends OrderRecord>(record: Order): Order => {
    const told = heard.get(record.client_order_id)
    if (told === undefined) return record
    const known = new Set<string>(record.executions.map(each => each.trade_id))
    const missing = [...told.executions.values()].filter(each => !known.has(each.trade_id))
    if (missing.length === 0) return record
    const whole: Order = { ...record, executions: [...record.executions, ...missing] }
    return { ...whole, order_state: isFilled(whole) ? 'filled' : 'partial_fill' }
  }
  return {
    executed(push, atMs) {
      const entry = entryOf(push.client_order_id)
      if (push.order_state === 'filled') entry.endedMs = atMs
      if (entry.executions.has(push.trade_id)) return false
      const { utc_timestamp, executed_quantity, executed_price, trade_id, liquidity_flag } = push
      entry.executions.set(trade_id, { utc_timestamp, executed_quantity, executed_price, trade_id, liquidity_flag })
      return true
    },
    ended(id, atMs) {
      entryOf(id).endedMs = atMs
    },
    complete,
    upToDate(records, askedMs) {
      if (heard.size === 0) return records
      const open = records.filter(record => (heard.get(record.client_order_id)?.endedMs ?? Number.NEGATIVE_INFINITY) < askedMs)
      const whole = open.map(complete)
      return open.length === records.length && whole.every((each, at) => each === records[at]) ? records : whole
    },
    clear: () => heard.clear(),
  }
}

/** Executions and ends heard by this page, of the session's account. */
export const heardOrders = createHeardOrders()

/** Client ids of orders that this session's socket told the end of. */
export const heardEnds = createCell<ReadonlySet<string>>(new Set())
export const useHeardEnds = (): ReadonlySet<string> => useCell(heardEnds)
