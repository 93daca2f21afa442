/** Dialogs and drawers over any screen, by their search parameters. Opening one sends nothing. */
import { abs, type Decimal } from '../../core/domain/decimal.ts'
import { joinedSymbol, parseJoinedSymbol, type Side } from '../../core/domain/order.ts'
import type { PackageLeg } from '../../core/domain/package/package-leg.ts'
import { type Search, searchOf, searchText, searchWithout, textOf } from './screen-links.ts'

/** The single-leg ticket: `trade=SYMBOL`, optionally with side, quantity and price. */
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

/** Amending an own order: `amend=CLIENT_ID` with the new price `to`. */
export interface AmendSearch {
  readonly clientOrderId: string
  readonly price: string | undefined
}

export function parseAmendSearch(search: Readonly<Record<string, unknown>>): AmendSearch | undefined {
  const clientOrderId = textOf(search, 'amend')
  return clientOrderId === undefined ? undefined : { clientOrderId, price: textOf(search, 'to') }
}

/** `price` is the order's own, signed as at the venue. */
export const amendSearch = (clientOrderId: string, price: Decimal): Search =>
  searchOf({ amend: clientOrderId, to: price })

export const withoutAmend = (search: Search): Search => searchWithout(search, ['amend', 'to'])

/** Price history: `prices=SYMBOL` of an instrument, or of legs joined as at the venue. */
export function parsePriceSearch(search: unknown): readonly PackageLeg[] | undefined {
  const symbol = searchText(search, 'prices')
  return symbol === undefined || symbol === '' ? undefined : (parseJoinedSymbol(symbol) ?? [{ symbol, ratio: 1 }])
}

export const priceSearch = (legs: readonly PackageLeg[]): Search => searchOf({ prices: joinedSymbol(legs) })

export const withoutPrices = (search: Search): Search => searchWithout(search, ['prices'])

/** P&L over time of trades: `line=` with the id of a trade, or of an order that filled for it. */
export const parseLineSearch = (search: Readonly<Record<string, unknown>>): string | undefined => textOf(search, 'line')

export const lineSearch = (id: string): Search => searchOf({ line: id })

export const withoutLine = (search: Search): Search => searchWithout(search, ['line'])
