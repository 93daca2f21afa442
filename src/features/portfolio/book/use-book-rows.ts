/** The positions as the grid shows them: grouped or flat, of one base or all, and which groups are closed. Both choices are kept in this browser. */
import { useCallback, useMemo, useState } from 'react'
import { useFilledOrders } from '../../../api/journal/journal-hooks.ts'
import type { PackageTrade } from '../../../domain/grouping/open-packages.ts'
import { readStored, writeStored } from '../../../ui/stored.ts'
import type { PositionRow } from '../../../model/account/position-rows.ts'
import type { BookRow } from './book-row.ts'
import { BookTree, FlatBook } from './book-tree.ts'
import { packageTrades } from './package-trades.ts'

export type BookView = 'grouped' | 'flat'

const viewKey = 'legwork.book.view'
const closedKey = 'legwork.book.closed'
/** Groups that are gone are forgotten, oldest first. */
const mostClosed = 500

const readClosed = (): ReadonlySet<string> => {
  const stored = readStored(closedKey)
  return new Set(Array.isArray(stored) ? stored.filter(each => typeof each === 'string') : [])
}

interface ClosedGroups {
  readonly closed: ReadonlySet<string>
  readonly toggle: (row: BookRow) => void
  readonly openAll: () => void
  readonly close: (ids: readonly string[]) => void
}

function useClosed(): ClosedGroups {
  const [closed, setClosed] = useState(readClosed)
  const put = useCallback((ids: readonly string[]) => {
    setClosed(new Set(ids))
    writeStored(closedKey, ids.slice(-mostClosed))
  }, [])
  const toggle = useCallback((row: BookRow) => {
    if (row.isOpen === undefined) return
    setClosed(before => {
      const next = new Set(before)
      if (!next.delete(row.id)) next.add(row.id)
      writeStored(closedKey, [...next].slice(-mostClosed))
      return next
    })
  }, [])
  return { closed, toggle, openAll: useCallback(() => put([]), [put]), close: put }
}

export interface BookRows {
  readonly rows: readonly BookRow[]
  readonly view: BookView
  readonly choose: (view: BookView) => void
  readonly toggle: (row: BookRow) => void
  readonly openAll: () => void
  readonly closeAll: () => void
}

const noTrades: readonly PackageTrade[] = []

/** `isFlat` where there is no room for a tree; not `isWhole` while positions are missing, so that no subtotal is known. */
export function useBookRows(positions: readonly PositionRow[], isFlat: boolean, isWhole: boolean): BookRows {
  const [view, setView] = useState<BookView>(() => (readStored(viewKey) === 'flat' ? 'flat' : 'grouped'))
  const { closed, toggle, openAll, close } = useClosed()
  const orders = useFilledOrders()
  const trades = useMemo(() => (orders === undefined ? noTrades : packageTrades(orders)), [orders])
  const [books] = useState(() => ({ tree: new BookTree(), flat: new FlatBook() }))
  const shown = isFlat ? 'flat' : view
  const rows = useMemo(
    () => (shown === 'flat' ? books.flat.read(positions) : books.tree.read(positions, trades, closed, isWhole)),
    [books, shown, positions, trades, closed, isWhole],
  )
  const choose = useCallback((next: BookView) => {
    setView(next)
    writeStored(viewKey, next)
  }, [])
  // Bases alone stay to be seen; what is in them opens as it is pressed, one level after the other.
  const closeAll = (): void => close(books.tree.groups().map(group => group.id))
  return { rows, view: shown, choose, toggle, openAll, closeAll }
}
