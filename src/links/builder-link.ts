/**
 * The address of the builder: a draft (`legs`, `dir`, `qty`, `px` …) or legs to add to the one that is there (`add`), and what the chain shows.
 * Opening it sends nothing. `side` and `price` are older names of `dir` and `px`: they are read, never made, and not read where they are the
 * single-leg ticket's (`trade`).
 */
import type { Decimal } from '../domain/decimal.ts'
import { type Side, joinedSymbol } from '../domain/order.ts'
import { z } from '../domain/zod.ts'
import { type Search, searchOf, searchText } from './search-text.ts'

const parameters = {
  legs: searchText,
  add: searchText,
  dir: searchText,
  qty: searchText,
  px: searchText,
  mode: searchText,
  type: searchText,
  tif: searchText,
  cycles: searchText,
  min: searchText,
  tag: searchText,
  base: searchText,
  expiry: searchText,
  /** Another with each asking, so that the same draft can be asked for again. */
  open: searchText,
}
const schema = z.object({ ...parameters, side: searchText, price: searchText, trade: searchText })

export type BuilderSearch = { readonly [Name in keyof typeof parameters]?: string | undefined }

/** Parameters of the builder in any search; what is not understood is none. */
export function parseBuilderSearch(search: unknown): BuilderSearch {
  const { side, price, trade, ...read } = schema.safeParse(search).data ?? {}
  const isTicketOpen = trade !== undefined
  return searchOf({ ...read, dir: read.dir ?? (isTicketOpen ? undefined : side), px: read.px ?? (isTicketOpen ? undefined : price) })
}

interface LinkLeg {
  readonly symbol: string
  readonly ratio: number
}

export interface BuilderLink {
  readonly legs: readonly LinkLeg[]
  readonly side: Side
  readonly quantity: Decimal
  /** Per package: signed, or with its word ("3500 credit"). */
  readonly price?: string | undefined
  readonly minimumQuantity?: Decimal | undefined
  readonly mode: 'rfq' | 'firm'
  readonly type?: 'LIMIT' | 'MARKET' | undefined
  readonly tif?: 'GTC' | 'IOC' | undefined
  readonly base?: string | undefined
  readonly expiryMs?: number | undefined
}

/** Opens these legs as a draft. */
export const builderSearch = ({ legs, side, quantity, price, minimumQuantity, mode, type, tif, base, expiryMs }: BuilderLink): Search =>
  searchOf({
    legs: joinedSymbol(legs),
    dir: side,
    qty: quantity,
    px: price,
    min: minimumQuantity,
    mode,
    type,
    tif,
    base,
    expiry: expiryMs === undefined ? undefined : String(expiryMs),
  })

let asked = 0

/** The same, asked for anew: a draft that the builder has shown before is opened again. */
export const reopened = (search: Search): Search => ({ ...search, open: String((asked += 1)) })

/** Opens one instrument as a draft, with the chain of its base. */
export const builderOfInstrument = (symbol: string, base: string): Search =>
  searchOf({ legs: joinedSymbol([{ symbol, ratio: 1 }]), base, mode: 'firm' })

/** Adds legs to the draft that is there. */
export const addToBuilderSearch = (legs: readonly LinkLeg[]): Search => searchOf({ add: joinedSymbol(legs) })

/** What of a search is not the builder's: kept where the builder writes its own. */
export function withoutBuilder(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isTicketOpen = search['trade'] !== undefined
  const isOlder = (name: string): boolean => name === 'side' || name === 'price'
  return Object.fromEntries(Object.entries(search).filter(([name]) => !(name in parameters) && (isTicketOpen || !isOlder(name))))
}
