/**
 * Records of own orders that the venue no longer lists as open: each is looked up once, since an ended order does not change any more.
 * One that the venue has forgotten stays without a record.
 */
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../api/client.ts'
import { withDistinctExecutions } from '../../api/distinct-executions.ts'
import type { ClientOrderId } from '../../domain/ids.ts'
import type { OrderRecord } from '../../domain/order.ts'

const asked = new Set<string>()
const listeners = new Set<() => void>()
let records: ReadonlyMap<string, OrderRecord> = new Map()

async function lookUp(id: ClientOrderId): Promise<void> {
  const result = await call('orderDetails', { query: { client_order_id: id }, lane: 'poll' })
  if (!result.ok) {
    asked.delete(id)
    return
  }
  const found = result.answer.query_order_response
  if (!('client_order_id' in found)) return
  records = new Map([...records, [id, withDistinctExecutions(found as OrderRecord)]])
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const atOnce = 3

/** Records of the given ended orders, as far as they are known. A look-up that failed is made again when the list is another one. */
export function usePastRecords(ended: readonly ClientOrderId[]): ReadonlyMap<string, OrderRecord> {
  useEffect(() => {
    for (const id of ended.filter(one => !asked.has(one)).slice(0, atOnce)) {
      asked.add(id)
      void lookUp(id)
    }
  }, [ended])
  return useSyncExternalStore(subscribe, () => records)
}
