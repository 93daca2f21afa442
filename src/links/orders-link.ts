/** The orders screen with one order in its drawer: `order` is the client's id, `order_id` the venue's. */
import { type ClientOrderId, type OrderId, clientOrderId, orderId } from '../domain/ids.ts'
import { type Search, textOf } from './search-text.ts'

export interface OrderIdSearch {
  readonly order?: string | undefined
  readonly order_id?: string | undefined
}

/** Either id of a search; the client's goes first. */
export function parseOrderSearch(search: Readonly<Record<string, unknown>>): OrderIdSearch {
  const order = textOf(search, 'order')
  const venueId = textOf(search, 'order_id')
  if (order !== undefined) return { order }
  return venueId === undefined ? {} : { order_id: venueId }
}

/** The RFQ whose card is to be selected (`rfq=`, the client's id): the one just sent. */
export const parseShownRfq = (search: Readonly<Record<string, unknown>>): string | undefined => textOf(search, 'rfq')

export const shownRfqSearch = (id: string): Search => ({ rfq: id })

export function keyOfSearch(
  search: OrderIdSearch,
): { readonly client_order_id: ClientOrderId } | { readonly order_id: OrderId } | undefined {
  if (search.order !== undefined) return { client_order_id: clientOrderId(search.order) }
  return search.order_id === undefined ? undefined : { order_id: orderId(search.order_id) }
}

export const orderSearch = (id: string): Search => ({ order: id })
