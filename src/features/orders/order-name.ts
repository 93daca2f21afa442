/** What an order is for: its legs, whichever way the venue tells them, and a name for a card or a row. */
import { type Side, parseJoinedSymbol } from '../../domain/order.ts'

export interface NamedLeg {
  readonly symbol: string
  readonly ratio: number
}

/** Legs in buyer's form: as listed, else read from the joined symbol; an order for one instrument has one leg of ratio 1. */
export function legsOfOrder(order: { readonly symbol: string; readonly legs?: readonly NamedLeg[] | undefined }): readonly NamedLeg[] {
  if (order.legs !== undefined && order.legs.length > 0) return order.legs
  return parseJoinedSymbol(order.symbol) ?? [{ symbol: order.symbol, ratio: 1 }]
}

/** Side of an order; undefined when the venue says neither. */
export const sideOf = (side: string): Side | undefined => (side === 'buy' || side === 'sell' ? side : undefined)
