/** Cancel and extend, with their outcome in a toast. */
import { type OrderIds, cancelOwn, extendRfq } from '../../../model/orders/order-commands.ts'
import { sayOutcome } from '../../../ui/order/say-outcome.ts'

export async function cancel(ids: OrderIds, name: string): Promise<void> {
  sayOutcome('Cancel', await cancelOwn(ids), 'Cancelled', name)
}

export async function extend(ids: OrderIds, name: string): Promise<void> {
  sayOutcome('Extend', await extendRfq(ids), 'Extended', name)
}
