/** The listing as rows in their order, made in slices: with tens of thousands the page must stay alive. Kept per listing. */
import { forEachInSlices } from '../../api/browser/pause.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import { compareBases } from '../../domain/instrument.ts'
import { type ListedRow, compareListed, listedRow } from './instrument-rows.ts'

const cached = new WeakMap<InstrumentIndex, readonly ListedRow[]>()

/** Rows of a listing that was made into rows before; else undefined. */
export const cachedRows = (index: InstrumentIndex): readonly ListedRow[] | undefined => cached.get(index)

export async function listRows(index: InstrumentIndex): Promise<readonly ListedRow[]> {
  const buckets = new Map<string, ListedRow[]>()
  await forEachInSlices(index.all, instrument => {
    const row = listedRow(instrument)
    const key = `${row.base}\n${row.product ?? ''}\n${row.expiryMs ?? ''}`
    const bucket = buckets.get(key)
    if (bucket === undefined) buckets.set(key, [row])
    else bucket.push(row)
  })
  await forEachInSlices([...buckets.values()], bucket => bucket.sort(compareListed))
  const inOrder = byBase([...buckets.values()]).flat()
  cached.set(index, inOrder)
  return inOrder
}

/** Buckets of one base, product and expiry each in order: BTC, ETH, then the others by name; within a base as their first rows. */
function byBase(buckets: readonly (readonly ListedRow[])[]): (readonly ListedRow[])[] {
  return [...buckets].sort(([a], [b]) => (a === undefined || b === undefined ? 0 : compareBases(a.base, b.base) || compareListed(a, b)))
}
