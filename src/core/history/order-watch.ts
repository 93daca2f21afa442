/**
 * Looks up orders that were open and are no longer listed, one by one, until the venue reports an end or does not know
 * the order. This also finds executions that no poll showed.
 */
import type { OrderRecord } from '../domain/order.ts'
import type { Observation } from './observation.ts'

export type LookedUp =
  | { readonly kind: 'found'; readonly record: OrderRecord }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'failed' }

export interface WatchedOrder {
  readonly client_order_id: string
  readonly openSinceMs?: number | undefined
}

export interface OrderWatch {
  know(orders: readonly WatchedOrder[]): void
  /** Open orders, requested at `askedAtMs` (server time). */
  listed(records: readonly OrderRecord[], askedAtMs: number): void
  isOpen(id: string): boolean
  open(): readonly WatchedOrder[]
  stop(): void
}

export interface WatchParts {
  lookUp(id: string): Promise<LookedUp>
  note(seen: Observation): void
  nowMs(): number
}

/** An order counts as missing only if the list was requested this long after its acceptance. */
const settledMs = 1_000
/** After this many look-ups, an order that the venue calls open but never lists is dropped. */
const mostLooks = 3

export function createOrderWatch({ lookUp, note, nowMs }: WatchParts): OrderWatch {
  const open = new Map<string, WatchedOrder>()
  const looks = new Map<string, number>()
  const queue = new Set<string>()
  let isBusy = false
  let stopped = false

  const forget = (id: string): void => {
    open.delete(id)
    looks.delete(id)
    queue.delete(id)
  }
  const settle = (id: string, found: LookedUp): void => {
    if (found.kind === 'not_found') return note({ kind: 'gone', client_order_id: id, why: 'forgotten', atMs: nowMs() })
    if (found.kind === 'failed') return
    note({ kind: 'record', record: found.record, atMs: nowMs() })
    const count = (looks.get(id) ?? 0) + 1
    looks.set(id, count)
    if (count >= mostLooks) note({ kind: 'gone', client_order_id: id, why: 'unlisted', atMs: nowMs() })
  }
  const work = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    for (const id of queue) {
      queue.delete(id)
      if (stopped || !open.has(id)) continue
      // A failed look-up is repeated with the next list, so it does not block the others.
      const found = await lookUp(id).catch((): LookedUp => ({ kind: 'failed' }))
      if (!stopped) settle(id, found)
    }
    isBusy = false
  }
  return {
    know(orders) {
      for (const order of orders) {
        if (order.openSinceMs === undefined) forget(order.client_order_id)
        else open.set(order.client_order_id, order)
      }
    },
    listed(records, askedAtMs) {
      const ids = new Set<string>(records.map(record => record.client_order_id))
      for (const id of ids) looks.delete(id)
      for (const [id, order] of open) {
        if (!ids.has(id) && (order.openSinceMs ?? 0) + settledMs < askedAtMs) queue.add(id)
      }
      void work()
    },
    isOpen: id => open.has(id),
    open: () => [...open.values()],
    stop() {
      stopped = true
      queue.clear()
    },
  }
}
