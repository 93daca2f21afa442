/**
 * The single-leg ticket over any screen: `trade=SYMBOL`, optionally with side, quantity and price. Opening it sends
 * nothing.
 */
import { abs, type Decimal } from '../../core/domain/decimal.ts'
import type { Side } from '../../core/domain/order.ts'
import { type Search, searchOf, searchWithout, textOf } from './screen-links.ts'

export interface TicketSearch {
  readonly symbol: string
  readonly side: string | undefined
  readonly quantity: string | undefined
  readonly price: string | undefined
}

export function parseTicketSearch(search: Readonly<Record<string, unknown>>): TicketSearch | undefined {
  const symbol = textOf(search, 'trade')
  if (symbol === undefined) return undefined
  return { symbol, side: textOf(search, 'side'), quantity: textOf(search, 'quantity'), price: textOf(search, 'price') }
}

export const ticketSearch = (
  symbol: string,
  order: {
    readonly side?: Side | undefined
    readonly quantity?: Decimal | undefined
    readonly price?: Decimal | undefined
  } = {},
): Search => searchOf({ trade: symbol, side: order.side, quantity: order.quantity, price: order.price })

export const closingTicketSearch = (symbol: string, size: Decimal): Search =>
  ticketSearch(symbol, { side: size.startsWith('-') ? 'buy' : 'sell', quantity: abs(size) })

export const withoutTicket = (search: Search): Search => searchWithout(search, ['trade', 'side', 'quantity', 'price'])
