/** Filters of the instruments grid; an empty one matches everything. */
import { type Product, compareBases } from '../../../core/domain/instrument.ts'
import type { ListedRow } from './instrument-rows.ts'

export interface MarketFilters {
  readonly search: string
  readonly product: Product | 'all'
  readonly base: string
  readonly expiry: string
  readonly tag: string
  readonly status: string
  readonly watched: string
}

export const noFilters: MarketFilters = {
  search: '',
  product: 'all',
  base: '',
  expiry: '',
  tag: '',
  status: '',
  watched: '',
}

export const isFiltered = (filters: MarketFilters): boolean =>
  (Object.keys(noFilters) as (keyof MarketFilters)[]).some(key => filters[key].trim() !== noFilters[key])

export const isChosen = (filters: MarketFilters): boolean => isFiltered({ ...filters, search: '' })

const expiryKey = (row: ListedRow): string => (row.expiryMs === undefined ? 'none' : String(row.expiryMs))

export const choiceFilter =
  (filters: MarketFilters, watched: ReadonlySet<string> | undefined) =>
  (row: ListedRow): boolean =>
    (watched === undefined || watched.has(row.symbol)) &&
    (filters.product === 'all' || row.product === filters.product) &&
    (filters.base === '' || row.base === filters.base) &&
    (filters.expiry === '' || expiryKey(row) === filters.expiry) &&
    (filters.status === '' || row.instrument.status === filters.status) &&
    (filters.tag === '' || row.instrument.tags.includes(filters.tag))

export interface FilterChoices {
  readonly bases: readonly string[]
  readonly products: readonly Product[]
  readonly expiries: readonly string[]
  readonly tags: readonly string[]
  readonly statuses: readonly string[]
}

export function filterChoices(
  rows: readonly ListedRow[],
  filters: Pick<MarketFilters, 'base' | 'product'>,
): FilterChoices {
  const bases = new Set<string>()
  const products = new Set<Product>()
  const expiries = new Set<number>()
  const tags = new Set<string>()
  const statuses = new Set<string>()
  let everlasting = false
  for (const row of rows) {
    bases.add(row.base)
    if (row.product !== undefined) products.add(row.product)
    for (const tag of row.instrument.tags) tags.add(tag)
    statuses.add(row.instrument.status)
    const inScope =
      (filters.base === '' || row.base === filters.base) &&
      (filters.product === 'all' || row.product === filters.product)
    if (!inScope) continue
    if (row.expiryMs === undefined) everlasting = true
    else expiries.add(row.expiryMs)
  }
  const order: readonly Product[] = ['spot', 'perpetual', 'future', 'option', 'index']
  return {
    bases: [...bases].sort(compareBases),
    products: order.filter(product => products.has(product)),
    expiries: [...[...expiries].sort((a, b) => a - b).map(String), ...(everlasting ? ['none'] : [])],
    tags: [...tags].sort(),
    statuses: [...statuses].sort(),
  }
}
