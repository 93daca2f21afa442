/**
 * Builds the listing's rows in sorted slices, so that the page stays responsive; the first rows are shown before the
 * others are built. Cached per listing.
 */
import { forEachInSlices } from '../../api/browser/pause.ts'
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import { compareBases, type Instrument, productOf } from '../../../core/domain/instrument.ts'
import { compareListed, type ListedRow, listedRow } from './instrument-rows.ts'

const cached = new WeakMap<InstrumentIndex, readonly ListedRow[]>()

export const cachedRows = (index: InstrumentIndex): readonly ListedRow[] | undefined => cached.get(index)

const firstCount = 200

type DrawFirst = (rows: readonly ListedRow[]) => Promise<void>

/** `drawFirst` is not called if the first rows are all. */
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
  let madeGroups = 0
  if (drawFirst !== undefined) {
    for (let made = 0; made < firstCount && madeGroups < groups.length; madeGroups += 1) {
      const group = groups[madeGroups] as readonly Instrument[]
      group.forEach(add)
      made += group.length
    }
    if (madeGroups < groups.length)
      await drawFirst(byBase([...buckets.values()].map(bucket => [...bucket].sort(compareListed))).flat())
  }
  await forEachInSlices(groups.slice(madeGroups).flat(), add)
  await forEachInSlices([...buckets.values()], bucket => bucket.sort(compareListed))
  const inOrder = byBase([...buckets.values()]).flat()
  cached.set(index, inOrder)
  return inOrder
}

/** Groups buckets by base: BTC, ETH, then by name; within a base by their first rows. */
function byBase(buckets: readonly (readonly ListedRow[])[]): (readonly ListedRow[])[] {
  return [...buckets].sort(([a], [b]) => (a === undefined || b === undefined ? 0 : compareRows(a, b)))
}

const compareRows = (a: ListedRow, b: ListedRow): number => compareBases(a.base, b.base) || compareListed(a, b)

/** An option's name up to its last dash; otherwise the whole name. */
const chainOf = (symbol: string): string => (/\d[CP]$/.test(symbol) ? symbol.slice(0, symbol.lastIndexOf('-')) : symbol)

/** Instruments grouped by chain, in row order. Parses only one name per chain. */
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
