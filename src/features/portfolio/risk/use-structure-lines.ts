/** Lines by structure, the structures anew only when a size or a trade changes. */
import { useMemo } from 'react'
import { useFilledOrders } from '../../../api/journal/journal-hooks.ts'
import type { PackageTrade } from '../../../domain/grouping/open-packages.ts'
import { packageTrades } from '../positions/package-trades.ts'
import type { PositionRow } from '../../../model/account/position-rows.ts'
import { type StructureLine, arrangeLines, structuresOf } from './structure-lines.ts'

const noTrades: readonly PackageTrade[] = []

/** The same array while no position comes, goes or changes its size. */
function useSameSizes(rows: readonly PositionRow[]): readonly PositionRow[] {
  const key = rows.map(row => `${row.id} ${row.size}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that may matter of the rows.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => rows, [key])
}

export function useStructureLines(rows: readonly PositionRow[]): readonly StructureLine[] {
  const orders = useFilledOrders()
  const trades = useMemo(() => (orders === undefined ? noTrades : packageTrades(orders)), [orders])
  const held = useSameSizes(rows)
  const structures = useMemo(() => structuresOf(held, trades), [held, trades])
  return useMemo(() => arrangeLines(structures, rows), [structures, rows])
}
