/** Amending an own order over any screen: `amend=CLIENT_ID` with the new price `to`. Opening it sends nothing. */
import type { Decimal } from '../../core/domain/decimal.ts'
import { type Search, searchOf, textOf } from './screen-links.ts'

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

const names: ReadonlySet<string> = new Set(['amend', 'to'])

export const withoutAmend = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.has(name)))
