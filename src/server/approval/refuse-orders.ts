/**
 * With approvals enabled a socket accepts no orders: the page sends them over HTTP. Unknown messages, and those that
 * two parsers may read differently, are refused too.
 */
import { feedRequests } from '../../core/contract/feed.ts'
import { hasNamesTwice } from '../../core/domain/approval/approval-size.ts'
import { isRecord, parseJson } from '../../core/domain/json.ts'

const orders = new Set(['new_order', 'new_bulk_order'])

export function refuseOrders(text: string): string | undefined {
  const message = parseJson(text)
  const [name, ...more] = isRecord(message) ? Object.keys(message) : []
  const isPlain = name !== undefined && more.length === 0 && !hasNamesTwice(text, message)
  if (isPlain && Object.hasOwn(feedRequests, name) && !orders.has(name)) return undefined
  return 'orders go by HTTP here, with approvals'
}
