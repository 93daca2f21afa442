/** The amendment of an own order over any screen: `amend=ITS CLIENT ID`, with the price `to` which it is moved. Opening it sends nothing. */
import type { Decimal } from '../domain/decimal.ts'
import { type Search, searchOf, textOf } from './screen-links.ts'

/** As text, for the form to check. */
export interface AmendSearch {
  readonly clientOrderId: string
  readonly price: string | undefined
}

/** Undefined if none is requested. */
export function parseAmendSearch(search: Readonly<Record<string, unknown>>): AmendSearch | undefined {
  const clientOrderId = textOf(search, 'amend')
  return clientOrderId === undefined ? undefined : { clientOrderId, price: textOf(search, 'to') }
}

/** `price` is the order's own, signed as the venue has it. */
export const amendSearch = (clientOrderId: string, price: Decimal): Search => searchOf({ amend: clientOrderId, to: price })

const names: ReadonlySet<string> = new Set(['amend', 'to'])

/** The parameters of a search that are not the amendment's. */
export const withoutAmend = (search: Search): Search => Object.fromEntries(Object.entries(search).filter(([name]) => !names.has(name)))
