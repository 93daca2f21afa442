/** The listing as rows in their order, made in slices: with tens of thousands the page must stay alive. Kept per listing. */
import { forEachInSlices } from '../../api/pause.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import { type ListedRow, compareListed, listedRow } from './instrument-rows.ts'

const kept = new WeakMap<InstrumentIndex, readonly ListedRow[]>()

/** Rows of a listing that was made into rows before; else undefined. */
export const keptRows = (index: InstrumentIndex): readonly ListedRow[] | undefined => kept.get(index)

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
  const inOrder = [...buckets.values()].sort(compareFirst).flat()
  kept.set(index, inOrder)
  return inOrder
}

/** Buckets hold one base, product and expiry each, so that their first rows tell their order. */
const compareFirst = (a: readonly ListedRow[], b: readonly ListedRow[]): number =>
  a[0] === undefined || b[0] === undefined ? 0 : compareListed(a[0], b[0])
