/**
 * Where orders need a second person's approval, a socket takes none: the page sends its orders by HTTP. A message that two readers may
 * understand differently, or that is not known, is refused too.
 */
import { feedRequests } from '../../contract/feed.ts'
import { hasNamesTwice } from '../../domain/approval/approval-size.ts'
import { isRecord, parseJson } from '../../domain/json.ts'

const orders = new Set(['new_order', 'new_bulk_order'])

/** Why a message of a socket is refused, in words for its end; undefined where it may pass. */
export function refuseOrders(text: string): string | undefined {
  const message = parseJson(text)
  const [name, ...more] = isRecord(message) ? Object.keys(message) : []
  const isPlain = name !== undefined && more.length === 0 && !hasNamesTwice(text, message)
  if (isPlain && Object.hasOwn(feedRequests, name) && !orders.has(name)) return undefined
  return 'orders go by HTTP here, with approvals'
}
