/**
 * Builds the listing's rows in sorted slices, so that the page stays responsive; the perpetuals are shown before the
 * others are built. Cached per listing.
 */
import { forEachInSlices } from '../../api/browser/pause.ts'
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import { compareBases, type Instrument, productOf } from '../../../core/domain/instrument.ts'
import { compareListed, type ListedRow, listedRow } from './instrument-rows.ts'

const cached = new WeakMap<InstrumentIndex, readonly ListedRow[]>()

export const cachedRows = (index: InstrumentIndex): readonly ListedRow[] | undefined => cached.get(index)

type DrawFirst = (rows: readonly ListedRow[]) => Promise<void>

const isPerpetual = ([first]: readonly Instrument[]): boolean => first !== undefined && productOf(first) === 'perpetual'

export async function listRows(index: InstrumentIndex, drawFirst?: DrawFirst): Promise<readonly ListedRow[]> {
  const groups = await inListedOrder(index.all)
  const buckets = new Map<string, ListedRow[]>()
  const add = (instrument: Instrument): void => {
    const row = listedRow(instrument)
    const key = `${row.base}\n${row.product ?? ''}\n${row.expiryMs ?? ''}`
    const bucket = buckets.get(key)
    if (bucket === undefined) buckets.set(key, [row])
    else bucket.push(row)
  }
  groups.filter(isPerpetual).flat().forEach(add)
  if (buckets.size > 0) await drawFirst?.(byBase([...buckets.values()]).flat())
  await forEachInSlices(groups.filter(group => !isPerpetual(group)).flat(), add)
  await forEachInSlices([...buckets.values()], bucket => bucket.sort(compareListed))
  const inOrder = byBase([...buckets.values()]).flat()
  cached.set(index, inOrder)
  return inOrder
}

function byBase(buckets: readonly (readonly ListedRow[])[]): (readonly ListedRow[])[] {
  return [...buckets].sort(([a], [b]) => (a === undefined || b === undefined ? 0 : compareRows(a, b)))
}

const compareRows = (a: ListedRow, b: ListedRow): number => compareBases(a.base, b.base) || compareListed(a, b)

const chainOf = (symbol: string): string => (/\d[CP]$/.test(symbol) ? symbol.slice(0, symbol.lastIndexOf('-')) : symbol)

async function inListedOrder(all: readonly Instrument[]): Promise<readonly (readonly Instrument[])[]> {
  const groups = new Map<string, Instrument[]>()
  await forEachInSlices(all, instrument => {
    const key = `${chainOf(instrument.symbol)}\n${productOf(instrument) ?? ''}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [instrument])
    else group.push(instrument)
  })
  return [...groups.values()]
    .map(group => ({ group, row: listedRow(group[0] as Instrument) }))
    .sort((a, b) => compareRows(a.row, b.row))
    .map(({ group }) => group)
}
