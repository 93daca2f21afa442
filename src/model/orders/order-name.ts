/** What an order is for: its legs, whichever way the venue tells them, and a name for a card or a row. */
import { shortName } from '../../domain/instrument.ts'
import { type OrderRecord, type Side, parseJoinedSymbol } from '../../domain/order.ts'

export interface NamedLeg {
  readonly symbol: string
  readonly ratio: number
}

/** Legs in buyer's form: as listed, else read from the joined symbol; an order for one instrument has one leg of ratio 1. */
export function legsOfOrder(order: { readonly symbol: string; readonly legs?: readonly NamedLeg[] | undefined }): readonly NamedLeg[] {
  if (order.legs !== undefined && order.legs.length > 0) return order.legs
  return parseJoinedSymbol(order.symbol) ?? [{ symbol: order.symbol, ratio: 1 }]
}

/** Names the structure of several legs, as the side executes them. */
export type NameStructure = (legs: readonly NamedLeg[], side: Side | undefined) => string

/** A row's identity: the client's id, since an acceptance may lack the venue's. */
export const orderRowId = (record: Pick<OrderRecord, 'order_id' | 'client_order_id'>): string =>
  record.client_order_id || (record.order_id ?? '')

/** Name of an order: its one instrument's, else its structure's. */
export function orderName(legs: readonly NamedLeg[], side: Side | undefined, nameOf: NameStructure): string {
  const [first, ...rest] = legs
  return first !== undefined && rest.length === 0 ? shortName(first.symbol) : nameOf(legs, side)
}
