import type { JournalChunk } from '../browser/db.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import type { JournalRow } from '../../../core/domain/journal-row.ts'

export const chunkRows = 1_000

export function chunkOf(owner: OwnerKey, n: number, rows: readonly JournalRow[]): JournalChunk {
  let [fromMs, toMs] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { atMs } of rows) {
    if (atMs < fromMs) fromMs = atMs
    if (atMs > toMs) toMs = atMs
  }
  const kinds = [...new Set(rows.map(row => row.kind))]
  return { owner, n, count: rows.length, fromMs, toMs, kinds, text: JSON.stringify(rows) }
}
