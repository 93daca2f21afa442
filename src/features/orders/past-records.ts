/**
 * Records of own orders that the venue no longer lists as open: each is looked up until its record says that it is over, since then it does not
 * change any more. One that the venue has forgotten, or goes on calling open, is looked up a few times and then left.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../api/venue/client.ts'
import { withDistinctExecutions } from '../../api/order-desk/distinct-executions.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import { isEndState } from '../../domain/order-life.ts'
import { isZero } from '../../domain/decimal.ts'
import type { OrderRecord } from '../../domain/order.ts'
import { fillsOf } from './fills.ts'

const tries = new Map<string, number>()
const mostTries = 5
const listeners = new Set<() => void>()
let records: ReadonlyMap<string, OrderRecord> = new Map()

const isOver = (record: OrderRecord): boolean =>
  record.order_state === 'filled' || isEndState(record.cancel_state) || isZero(fillsOf(record).remaining)

const settled = (id: string): boolean => tries.get(id) === Number.POSITIVE_INFINITY
const under = new Set<string>()

async function lookUp(id: ClientOrderId): Promise<void> {
  under.add(id)
  const result = await call('orderDetails', { query: { client_order_id: id }, lane: 'poll' })
  under.delete(id)
  // A look-up that failed tells nothing and counts for nothing.
  if (!result.ok) return
  const found = result.answer.query_order_response
  tries.set(id, (tries.get(id) ?? 0) + 1)
  if (!('client_order_id' in found)) return
  const record = withDistinctExecutions(found as OrderRecord)
  if (isOver(record)) tries.set(id, Number.POSITIVE_INFINITY)
  // Not over by the venue's word, which may lag behind what it told elsewhere.
  else if ((tries.get(id) ?? 0) < mostTries) return
  records = new Map([...records, [id, record]])
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const atOnce = 3

/** Records of the given ended orders, as far as they are known. What is not settled is looked up again when the list is another one. */
export function usePastRecords(ended: readonly ClientOrderId[]): ReadonlyMap<string, OrderRecord> {
  useEffect(() => {
    const due = ended.filter(id => !settled(id) && !under.has(id) && (tries.get(id) ?? 0) < mostTries)
    for (const id of due.slice(0, Math.max(0, atOnce - under.size))) void lookUp(id)
  }, [ended])
  return useSyncExternalStore(subscribe, () => records)
}
