/**
 * Positions as grid rows: grouped or flat, one base or all, and closed groups. The choices are stored in this browser.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFilledOrders } from '../../../api/journal/journal-hooks.ts'
import type { PackageTrade } from '../../../../core/domain/grouping/open-packages.ts'
import type { OwnGroup } from '../../../../core/domain/grouping/own-groups.ts'
import type { PositionRow } from '../../../../core/account/position-rows.ts'
import type { PositionsRow } from '../rows/positions-row.ts'
import { useOwnGroups } from '../rows/own-groups.ts'
import { type PositionsView, storeClosed, storedClosed, storedView, storeView } from './positions-table.ts'
import { type PositionTree, arrangePositions } from './position-nodes.ts'
import { flatRows, groupsOf, treeRows } from './positions-tree.ts'
import type { TradeRows } from '../trades/use-trade-rows.ts'
import { packageTrades } from '../rows/package-trades.ts'

interface ClosedGroups {
  readonly closed: ReadonlySet<string>
  readonly toggle: (row: Pick<PositionsRow, 'id' | 'isOpen'>) => void
  readonly openAll: () => void
  readonly close: (ids: readonly string[]) => void
}

export function useClosedGroups(): ClosedGroups {
  const [closed, setClosed] = useState(storedClosed)
  // Two presses before the next render add up.
  const latest = useRef(closed)
  const put = useCallback((ids: readonly string[]) => {
    latest.current = new Set(ids)
    setClosed(latest.current)
    storeClosed(ids)
  }, [])
  const toggle = useCallback(
    (row: Pick<PositionsRow, 'id' | 'isOpen'>) => {
      if (row.isOpen === undefined) return
      const next = new Set(latest.current)
      if (!next.delete(row.id)) next.add(row.id)
      put([...next])
    },
    [put],
  )
  return { closed, toggle, openAll: useCallback(() => put([]), [put]), close: put }
}

export interface PositionsRows {
  readonly rows: readonly PositionsRow[]
  readonly packages: readonly PackageTrade[]
  readonly own: readonly OwnGroup[]
  readonly toggle: (row: PositionsRow) => void
  readonly openAll: () => void
  readonly closeAll: () => void
}

export function usePositionsView(isNarrow: boolean) {
  const [view, setView] = useState(storedView)
  const choose = useCallback((next: PositionsView) => {
    setView(next)
    storeView(next)
  }, [])
  const keep = (): void => setView(before => before ?? 'grouped')
  const shown = view ?? 'grouped'
  return { view: isNarrow && shown === 'grouped' ? 'flat' : shown, isChosen: view !== undefined, choose, keep } as const
}

const noTrades: readonly PackageTrade[] = []

interface PositionsRowsInput {
  readonly view: PositionsView
  readonly shown: readonly PositionRow[]
  readonly isWhole: boolean
  readonly trades: TradeRows | undefined
}

export function usePositionsRows({ view, shown, isWhole, trades: tradeRows }: PositionsRowsInput): PositionsRows {
  const { closed, toggle, openAll, close } = useClosedGroups()
  const orders = useFilledOrders()
  const trades = useMemo(() => (orders === undefined ? noTrades : packageTrades(orders)), [orders])
  const own = useOwnGroups().now
  const arranged = useArranged(view === 'grouped' ? shown : noPositions, trades, own)
  const rows = useMemo(() => {
    if (view === 'trades') return tradeRows?.read(closed, isWhole, shown) ?? noRows
    return view === 'flat' ? flatRows(shown) : treeRows(arranged, shown, closed, isWhole)
  }, [view, shown, arranged, closed, isWhole, tradeRows])
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  })
  const closeAll = useCallback(
    () =>
      close(
        (view === 'trades' ? latest.current.filter(row => row.isOpen !== undefined) : groupsOf(arranged.roots)).map(
          group => group.id,
        ),
      ),
    [view, arranged, close],
  )
  return { rows, packages: trades, own, toggle, openAll, closeAll }
}

const noRows: readonly PositionsRow[] = []
const noPositions: readonly PositionRow[] = []

function useArranged(
  rows: readonly PositionRow[],
  trades: readonly PackageTrade[],
  own: readonly OwnGroup[],
): PositionTree {
  const sizes = useMemo(() => rows.map(({ id, size, base }) => `${id} ${size} ${base}`).join(), [rows])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `sizes` says all that is read of the rows
  return useMemo(() => arrangePositions(rows, trades, own), [sizes, trades, own])
}
