/** Cancelling and extending, with what came of it said in a toast. */
import { type OrderIds, cancelOwn, extendRfq } from '../../../model/orders/order-commands.ts'
import { sayOutcome } from '../../../ui/order/say-outcome.ts'

export async function cancel(ids: OrderIds, name: string): Promise<void> {
  sayOutcome('Cancel', await cancelOwn(ids), 'Cancelled', name)
}

/** Keeps an RFQ alive for another time-out from now on. */
export async function extend(ids: OrderIds, name: string): Promise<void> {
  sayOutcome('Extend', await extendRfq(ids), 'Extended', name)
}
