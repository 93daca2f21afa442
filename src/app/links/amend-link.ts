/** Amending an own order over any screen: `amend=CLIENT_ID` with the new price `to`. Opening it sends nothing. */
import type { Decimal } from '../../core/domain/decimal.ts'
import { type Search, searchOf, searchWithout, textOf } from './screen-links.ts'

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
