/** The order book that an order without a price is judged by, as every screen that enters or reviews one reads it: the same request, the same depth. */
import { useOrderBook } from '../../api/market/market-hooks.ts'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import type { BookOfOrder } from '../../domain/market-estimate.ts'

const depth = 50

/** `symbol`: of what is traded, in the wire's form, as the book is too; nothing is asked without one. */
export function useBookOfOrder(symbol: string | undefined): BookOfOrder {
  const { data, status } = useOrderBook(symbol, depth)
  const isLacking = useCapabilities().orderBook === 'absent'
  return data ?? (status === 'failed' || isLacking || symbol === undefined ? 'none' : 'waiting')
}
