/** The order book for estimating market orders: one request and depth for every screen. */
import { useOrderBook } from '../../api/market/market-hooks.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import type { BookOfOrder } from '../../../core/domain/market-estimate.ts'

const depth = 50

/** `symbol` in the wire's form, as the book; without one nothing is requested. */
export function useBookOfOrder(symbol: string | undefined): BookOfOrder {
  const { data, status } = useOrderBook(symbol, depth)
  const isLacking = useCapabilities().orderBook === 'absent'
  return data ?? (status === 'failed' || isLacking || symbol === undefined ? 'none' : 'waiting')
}
