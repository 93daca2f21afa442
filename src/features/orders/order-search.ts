/** Which order the drawer shows, in the URL: `order` is the client's id, `order_id` the venue's. */
import type { OrderKey } from '../../api/account/account-hooks.ts'
import { clientOrderId, orderId } from '../../domain/ids.ts'

export interface OrderIdSearch {
  readonly order?: string | undefined
  readonly order_id?: string | undefined
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' && value.length <= 200 ? value : undefined)

/** Either id of a search; the client's goes first. */
export function readOrderSearch(search: Readonly<Record<string, unknown>>): OrderIdSearch {
  const order = text(search['order'])
  const venueId = text(search['order_id'])
  if (order !== undefined) return { order }
  return venueId === undefined ? {} : { order_id: venueId }
}

/** The RFQ whose card is to be selected (`rfq=`, the client's id): the one just sent. */
export const readShownRfq = (search: Readonly<Record<string, unknown>>): string | undefined => text(search['rfq'])

export function keyOfSearch(search: OrderIdSearch): OrderKey | undefined {
  if (search.order !== undefined) return { client_order_id: clientOrderId(search.order) }
  return search.order_id === undefined ? undefined : { order_id: orderId(search.order_id) }
}
