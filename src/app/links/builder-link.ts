/**
 * The builder's address: a draft (`legs`, `dir`, `qty`, `px` …) or legs to add (`add`), and the chain's view. Opening
 * it sends nothing. `side` and `price` are older names of `dir` and `px`: they are read unless they belong to the
 * ticket (`trade`), never written.
 */
import type { Decimal } from '../../core/domain/decimal.ts'
import { joinedSymbol, type Side } from '../../core/domain/order.ts'
import { type Search, searchOf, searchText } from './screen-links.ts'

const parameters = [
  'legs',
  'add',
  'dir',
  'qty',
  'px',
  'mode',
  'type',
  'tif',
  'cycles',
  'min',
  'tag',
  'base',
  'expiry',
  /** Changes with each request, so that the same draft can be opened again. */
  'open',
] as const

export type BuilderSearch = { readonly [Name in (typeof parameters)[number]]?: string | undefined }

export function parseBuilderSearch(search: unknown): BuilderSearch {
  const read: BuilderSearch = Object.fromEntries(parameters.map(name => [name, searchText(search, name)]))
  const older = (name: 'side' | 'price'): string | undefined =>
    searchText(search, 'trade') === undefined ? searchText(search, name) : undefined
  return searchOf({ ...read, dir: read.dir ?? older('side'), px: read.px ?? older('price') })
}

interface LinkLeg {
  readonly symbol: string
  readonly ratio: number
}

export interface BuilderLink {
  readonly legs: readonly LinkLeg[]
  readonly side: Side
  readonly quantity: Decimal
  /** Per package: signed, or with a word ("3500 credit"). */
  readonly price?: string | undefined
  readonly minimumQuantity?: Decimal | undefined
  readonly mode: 'rfq' | 'firm'
  readonly type?: 'LIMIT' | 'MARKET' | undefined
  readonly tif?: 'GTC' | 'IOC' | undefined
  readonly base?: string | undefined
  readonly expiryMs?: number | undefined
}

export const builderSearch = ({
  legs,
  side,
  quantity,
  price,
  minimumQuantity,
  mode,
  type,
  tif,
  base,
  expiryMs,
}: BuilderLink): Search =>
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

export const draftKey = 'legwork.draft'

let asked = 0

/** Adds a new number to the draft's search, so that the builder opens it again. */
export const reopened = (search: Search): Search => ({ ...search, open: String((asked += 1)) })

export const builderOfInstrument = (symbol: string, base: string): Search =>
  searchOf({ legs: joinedSymbol([{ symbol, ratio: 1 }]), base, mode: 'firm' })

export const addToBuilderSearch = (legs: readonly LinkLeg[]): Search => searchOf({ add: joinedSymbol(legs) })

export function withoutBuilder(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const isTicketOpen = search['trade'] !== undefined
  const isOlder = (name: string): boolean => name === 'side' || name === 'price'
  return Object.fromEntries(
    Object.entries(search).filter(
      ([name]) => !parameters.some(each => each === name) && (isTicketOpen || !isOlder(name)),
    ),
  )
}

/**
 * A review requested before the builder opens: the command line loads a draft and requests its review. In memory only,
 * so that no link can open a review. Valid for one draft and a short time.
 */

const waitMs = 10_000

let pendingReview: { readonly search: Search; readonly atMs: number } | undefined

export const askReview = (search: Search): void => {
  pendingReview = { search, atMs: performance.now() }
}

export const askedReview = (): Search | undefined =>
  pendingReview !== undefined && performance.now() - pendingReview.atMs < waitMs ? pendingReview.search : undefined

export const dropAskedReview = (): void => {
  pendingReview = undefined
}
