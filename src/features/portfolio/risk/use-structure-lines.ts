/** Lines by structure, the structures anew only when a size or a trade changes. */
import { useMemo } from 'react'
import type { PositionRow } from '../../../account/position-rows.ts'
import { useFilledOrders } from '../../../api/journal/journal-hooks.ts'
import { groupPositions, type HeldLeg } from '../../../domain/grouping/group-positions.ts'
import type { PackageTrade } from '../../../domain/grouping/open-packages.ts'
import type { PortfolioLine } from '../../../pricing/portfolio/net-greeks.ts'
import { packageTrades } from '../rows/package-trades.ts'
import { arrangeLines, heldIn, type StructureLine } from './structure-lines.ts'

const noTrades: readonly PackageTrade[] = []

/** The same array while no leg comes, goes or changes its size. */
function useSameSizes(legs: readonly HeldLeg[]): readonly HeldLeg[] {
  const key = legs.map(leg => `${leg.id} ${leg.size}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that may matter of the legs.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => legs, [key])
}

/** Of the lines that are looked at, which may be a part of the rows. */
export function useStructureLines(rows: readonly PositionRow[], lines: readonly PortfolioLine[]): readonly StructureLine[] {
  const orders = useFilledOrders()
  const trades = useMemo(() => (orders === undefined ? noTrades : packageTrades(orders)), [orders])
  const held = useSameSizes(useMemo(() => heldIn(rows, lines), [rows, lines]))
  const structures = useMemo(() => groupPositions(held, trades), [held, trades])
  return useMemo(() => arrangeLines(structures, rows), [structures, rows])
}
