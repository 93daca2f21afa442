/** Whether the RFQ whose quote is being taken has ended meanwhile: the venue lists it no more. */
import { useOpenOrders } from '../../model/orders/use-registry.ts'
import type { Intent } from '../../domain/intent.ts'

export function useRfqEnded({ context }: Intent): boolean {
  const { data, status } = useOpenOrders()
  const { rfq } = context
  return rfq !== undefined && data !== undefined && status === 'ready' && !data.some(record => record.client_order_id === rfq)
}
