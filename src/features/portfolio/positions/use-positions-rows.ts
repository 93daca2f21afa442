/** The positions as the grid shows them: grouped or flat, of one base or all, and which groups are closed. Both choices are saved in this browser. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useFilledOrders } from '../../../api/journal/journal-hooks.ts'
import type { PackageTrade } from '../../../domain/grouping/open-packages.ts'
import type { OwnGroup } from '../../../domain/grouping/own-groups.ts'
import type { PositionRow } from '../../../account/position-rows.ts'
import type { PositionsRow } from '../rows/positions-row.ts'
import { useOwnGroups } from '../rows/own-groups.ts'
import { type PositionsView, storeClosed, storedClosed, storedView, storeView } from './positions-table.ts'
import { type Arranged, arrangePositions } from './position-nodes.ts'
import { flatRows, groupsOf, treeRows } from './positions-tree.ts'
import type { TradeRows } from '../trades/use-trade-rows.ts'
import { packageTrades } from '../rows/package-trades.ts'

/** Which groups of the positions are closed, saved in this browser: what is shown and what is saved are set together, once a press. */
interface ClosedGroups {
  readonly closed: ReadonlySet<string>
  /** Opens a closed group or closes an open one; a row that is no group stays as it is. */
  readonly toggle: (row: Pick<PositionsRow, 'id' | 'isOpen'>) => void
  readonly openAll: () => void
  readonly close: (ids: readonly string[]) => void
}

export function useClosedGroups(): ClosedGroups {
  const [closed, setClosed] = useState(storedClosed)
  // Two presses before the next drawing: the second goes on from the first.
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
  /** Orders of this account that structures are found by. */
  readonly packages: readonly PackageTrade[]
  readonly own: readonly OwnGroup[]
  readonly toggle: (row: PositionsRow) => void
  readonly openAll: () => void
  readonly closeAll: () => void
}

/** How the positions are shown, kept in this browser; a narrow screen has no room for groups of what is net. */
export function usePositionsView(isNarrow: boolean) {
  const [view, setView] = useState(storedView)
  const choose = useCallback((next: PositionsView) => {
    setView(next)
    storeView(next)
  }, [])
  const shown = view ?? 'grouped'
  return { view: isNarrow && shown === 'grouped' ? 'flat' : shown, isChosen: view !== undefined, choose } as const
}

const noTrades: readonly PackageTrade[] = []

interface PositionsRowsInput {
  readonly view: PositionsView
  /** Those that no filter leaves out. */
  readonly shown: readonly PositionRow[]
  /** False while positions are missing, so that no subtotal is known. */
  readonly isWhole: boolean
  /** Undefined while trades are not shown, or not read yet. */
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
  // Only bases stay to be seen; what is in them opens as it is pressed, one level after the other.
  const latest = useRef(rows)
  useEffect(() => {
    latest.current = rows
  })
  const closeAll = useCallback(
    () =>
      close((view === 'trades' ? latest.current.filter(row => row.isOpen !== undefined) : groupsOf(arranged.roots)).map(group => group.id)),
    [view, arranged, close],
  )
  return { rows, packages: trades, own, toggle, openAll, closeAll }
}

const noRows: readonly PositionsRow[] = []
const noPositions: readonly PositionRow[] = []

/** Follows from sizes, trades and corrections: the marks of a poll move nothing. */
function useArranged(rows: readonly PositionRow[], trades: readonly PackageTrade[], own: readonly OwnGroup[]): Arranged {
  const sizes = useMemo(() => rows.map(({ id, size, base }) => `${id} ${size} ${base}`).join(), [rows])
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `sizes` says all that is read of the rows
  return useMemo(() => arrangePositions(rows, trades, own), [sizes, trades, own])
}
