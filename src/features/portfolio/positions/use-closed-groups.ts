/** Which groups of the positions are closed, saved in this browser: what is shown and what is saved are set together, once a press. */
import { useCallback, useRef, useState } from 'react'
import type { PositionsRow } from '../rows/positions-row.ts'
import { storeClosed, storedClosed } from './positions-table.ts'

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
