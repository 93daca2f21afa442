/** The order of one instrument as a link asks for it. A link fills in, it never sends. */
import { type OrderEntry, emptyEntry } from '../../domain/package/order-entry.ts'
import { type Side, parseSide } from '../../domain/order.ts'
import type { TicketSearch } from '../../links/ticket-link.ts'

/** Longest field taken from a link. */
const maxField = 60

/** A side that is none is not a buy: it is to be chosen. */
const sideOf = (asked: string | undefined): Side | undefined => (asked === undefined ? emptyEntry.side : parseSide(asked.toLowerCase()))

export const openingEntry = ({ symbol, side, quantity, price }: TicketSearch): OrderEntry => ({
  ...emptyEntry,
  legs: [{ symbol, ratio: 1 }],
  mode: 'firm',
  side: sideOf(side),
  quantity: quantity?.slice(0, maxField) ?? '',
  price: price?.slice(0, maxField) ?? '',
})
