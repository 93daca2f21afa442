/**
 * Search parameters as links contain them: text. Parsed without schemas, since an address is read before the program
 * has loaded.
 */
import { markName, unmarkName } from '../../core/domain/safe-text.ts'
import { type ClientOrderId, clientOrderId, type OrderId, orderId } from '../../core/domain/ids.ts'

const longest = 4_000

/** Marks hidden characters in names. Our own links are marked already; others may contain any text. Spaces stay. */
const marked = (text: string): string =>
  text
    .split(' ')
    .map(part => markName(unmarkName(part)))
    .join(' ')

/**
 * One parameter of a search. Numbers are accepted, since a router may parse `qty=10` as one; anything else is
 * undefined.
 */
export function searchText(search: unknown, name: string): string | undefined {
  if (typeof search !== 'object' || search === null || Array.isArray(search)) return undefined
  const value = (search as Readonly<Record<string, unknown>>)[name]
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined
  return typeof value === 'string' && value.length <= longest ? marked(value) : undefined
}

export type Search = Readonly<Record<string, string>>

export const searchOf = (parameters: Readonly<Record<string, string | undefined>>): Search =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

export const searchWithout = (search: Search, names: readonly string[]): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name)))

export function textOf(search: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = search[name]
  return typeof value === 'string' && value !== '' && value.length <= 200 ? marked(value) : undefined
}

/** The markets screen with one instrument beside the grid. */
export const parseMarketsSearch = (search: Readonly<Record<string, unknown>>): string | undefined =>
  textOf(search, 'instrument')

export const marketsSearch = (symbol: string | undefined): Search => searchOf({ instrument: symbol })

export interface VolatilitySearch {
  readonly base?: string | undefined
  readonly expiryMs?: number | undefined
}

export function parseVolatilitySearch(search: Readonly<Record<string, unknown>>): VolatilitySearch | undefined {
  if (textOf(search, 'view') !== 'volatility') return undefined
  const expiryMs = Number.parseInt(textOf(search, 'expiry') ?? '', 10)
  return { base: textOf(search, 'base'), expiryMs: Number.isSafeInteger(expiryMs) ? expiryMs : undefined }
}

export const volatilitySearch = ({ base, expiryMs }: VolatilitySearch): Search =>
  searchOf({ view: 'volatility', base, expiry: expiryMs === undefined ? undefined : String(expiryMs) })

export const parseQualitySearch = (search: Readonly<Record<string, unknown>>): boolean =>
  textOf(search, 'view') === 'quality'

/** Everybody's RFQs with one of them chosen, by its id. */
export const rfqSearch = (rfq: string): Search => ({ view: 'everybody', rfq })

export const parseRfqSearch = (search: Readonly<Record<string, unknown>>): string | undefined => textOf(search, 'rfq')

/** One panel of a screen in a separate window: `panel=positions` shows it alone. */
export const parsePanelSearch = (search: Readonly<Record<string, unknown>>): string | undefined =>
  textOf(search, 'panel')

export const panelSearch = (panel: string): Search => searchOf({ panel })

/** The sign-in screen, and the page to return to (`from`): a path of this page only. */
export const signInSearch = (from: string): Search => ({ from })

export function parseSignInFrom(search: Readonly<Record<string, unknown>>): string | undefined {
  const from = textOf(search, 'from')
  return from !== undefined && /^\/[a-z-]+$/.test(from) ? from : undefined
}

/** The orders screen with one order in its drawer: `order` is the client's id, `order_id` the venue's. */
export interface OrderIdSearch {
  readonly order?: string | undefined
  readonly order_id?: string | undefined
}

export function parseOrderSearch(search: Readonly<Record<string, unknown>>): OrderIdSearch {
  const order = textOf(search, 'order')
  const venueId = textOf(search, 'order_id')
  if (order !== undefined) return { order }
  return venueId === undefined ? {} : { order_id: venueId }
}

export function keyOfSearch(
  search: OrderIdSearch,
): { readonly client_order_id: ClientOrderId } | { readonly order_id: OrderId } | undefined {
  if (search.order !== undefined) return { client_order_id: clientOrderId(search.order) }
  return search.order_id === undefined ? undefined : { order_id: orderId(search.order_id) }
}

export const orderSearch = (id: string): Search => ({ order: id })
