/** The order of one instrument as a link asks for it. A link fills in, it never sends. */
import { type OrderEntry, emptyEntry } from '../../domain/order-entry.ts'
import type { Side } from '../../domain/order.ts'
import type { TicketSearch } from '../../links/ticket-link.ts'

/** Longest field taken from a link. */
const maxField = 60

/** A side that is none is not a buy: it is to be chosen. */
function sideOf(asked: string | undefined): Side | undefined {
  if (asked === undefined) return emptyEntry.side
  const side = asked.toLowerCase()
  return side === 'buy' || side === 'sell' ? side : undefined
}

export const openingEntry = ({ symbol, side, quantity, price }: TicketSearch): OrderEntry => ({
  ...emptyEntry,
  legs: [{ symbol, ratio: 1 }],
  mode: 'firm',
  side: sideOf(side),
  quantity: quantity?.slice(0, maxField) ?? '',
  price: price?.slice(0, maxField) ?? '',
})
