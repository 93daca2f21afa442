/**
 * The session's registry of own orders: starts at sign-in, ends at sign-out or another account, survives an expired
 * token.
 */
import type { OrderKey } from '../../../core/domain/ids.ts'
import { useMemo } from 'react'
import { useListedOrders } from '../../api/account/open-orders.ts'
import { lookUpOrder, useOrderDetails } from '../../api/account/order-details.ts'
import { createStore, useStore } from '../../api/browser/store.ts'
import { onEvidence, presentIntents } from '../../api/evidence/evidence.ts'
import type { Resource } from '../../api/polling/resource.ts'
import { eachSignIn } from '../../api/venue/owner.ts'
import type { OrderDetails, OrderRecord } from '../../../core/domain/order.ts'
import { isOrderOver } from '../../../core/domain/own-order.ts'
import { type KnownOrders, Registry, noOrders } from './registry.ts'

const shown = createStore<KnownOrders>(noOrders)

export const startRegistry = (): (() => void) =>
  eachSignIn(owner => {
    shown.set(noOrders)
    const registry = new Registry(id => lookUpOrder({ client_order_id: id }, owner), shown.set)
    const learnIntents = (): void => registry.learn({ kind: 'intents', intents: presentIntents() })
    learnIntents()
    const stop = onEvidence(evidence => registry.learn(evidence))
    return {
      resumed: learnIntents,
      end() {
        stop()
        registry.end()
        shown.set(noOrders)
      },
    }
  })

export const useRegistry = (): KnownOrders => useStore(shown)

/**
 * Listed orders merged with later evidence, without those known to be over. Returns the same list if nothing changes.
 */
export function openOf(
  listed: readonly OrderRecord[],
  { orders }: Pick<KnownOrders, 'orders'>,
): readonly OrderRecord[] {
  const open = listed.flatMap(record => {
    const known = orders.get(record.client_order_id)
    if (known === undefined) return [record]
    return isOrderOver(known) ? [] : [known.record ?? record]
  })
  return open.length === listed.length && open.every((record, index) => record === listed[index]) ? listed : open
}

export function useOpenOrders(): Resource<readonly OrderRecord[]> {
  const listed = useListedOrders()
  const own = useRegistry()
  const { data } = listed
  return { ...listed, data: useMemo(() => (data === undefined ? undefined : openOf(data, own)), [data, own]) }
}

export function useOrder(key: OrderKey | undefined): Resource<OrderDetails> {
  const details = useOrderDetails(key)
  const { orders } = useRegistry()
  const { data } = details
  const known = data?.kind === 'found' ? orders.get(data.order.client_order_id)?.record : undefined
  return {
    ...details,
    data: useMemo(
      () => (data?.kind === 'found' && known !== undefined ? { ...data, order: known } : data),
      [data, known],
    ),
  }
}
