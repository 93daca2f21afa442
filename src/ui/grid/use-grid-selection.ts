import type { GridApi } from 'ag-grid-community'
import { useLayoutEffect, useRef } from 'react'

const none: ReadonlySet<string> = new Set()

/**
 * Ticks the rows that the caller names, where it does. Of rows of which the caller says what it said before, the reader's tick stays: the caller may not have
 * been told of it yet. Before the screen is painted, so that ticks and rows are of one drawing.
 */
export function useGridSelection<Row>(api: GridApi<Row> | undefined, selectedIds: readonly string[] | undefined): void {
  const said = useRef(none)
  useLayoutEffect(() => {
    if (api === undefined || selectedIds === undefined || api.isDestroyed()) return
    const wanted = new Set(selectedIds)
    const before = said.current
    said.current = wanted
    if (wanted.size === 0 && before.size === 0) return
    api.forEachNode(node => {
      const { id = '' } = node
      const chosen = wanted.has(id)
      if (chosen !== before.has(id) && node.isSelected() !== chosen) node.setSelected(chosen, false, 'api')
    })
  }, [api, selectedIds])
}

/** Ids of the ticked rows; undefined where none is. */
export function tickedIds<Row>(api: GridApi<Row>): ReadonlySet<string> | undefined {
  const ids = api.getSelectedNodes().map(({ id = '' }) => id)
  return ids.length === 0 ? undefined : new Set(ids)
}
