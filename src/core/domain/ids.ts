/** Identifiers are text. They compare as integers where order matters. */
declare const idBrand: unique symbol
type Id<Name extends string> = string & { readonly [idBrand]: Name }

export type EntityId = Id<'tradeable_entity_id'>
export type DeliverableId = Id<'deliverable_id'>
export type OrderId = Id<'order_id'>
/** Client-generated, never reused. */
export type ClientOrderId = Id<'client_order_id'>
export type TradeId = Id<'trade_id'>

export type OrderKey = { readonly order_id: OrderId } | { readonly client_order_id: ClientOrderId }

export const entityId = (value: string | number): EntityId => String(value) as EntityId
export const deliverableId = (value: string | number): DeliverableId => String(value) as DeliverableId
export const orderId = (value: string | number): OrderId => String(value) as OrderId
export const clientOrderId = (value: string): ClientOrderId => value as ClientOrderId
export const tradeId = (value: string): TradeId => value as TradeId

const digits = /^\d+$/

export const areWholeIds = (...ids: readonly (string | undefined)[]): boolean =>
  ids.every(id => id !== undefined && digits.test(id))

/** Compares as integers of any length ("99" before "100"). Other ids sort after them, as text. */
export function compareIds(a: string, b: string): number {
  const aIsNumber = digits.test(a)
  const bIsNumber = digits.test(b)
  if (!aIsNumber || !bIsNumber) return aIsNumber === bIsNumber ? (a < b ? -1 : a > b ? 1 : 0) : aIsNumber ? -1 : 1
  const left = a.replace(/^0+(?=\d)/, '')
  const right = b.replace(/^0+(?=\d)/, '')
  if (left.length !== right.length) return left.length - right.length
  return left < right ? -1 : left > right ? 1 : 0
}
