import type { GridApi } from 'ag-grid-community'
import { useEffect } from 'react'
import type { Slot } from './slot.ts'

/** Ticks the rows that the caller names, where it does. */
export function useGridSelection<Row>(api: GridApi<Slot<Row>> | undefined, selectedIds: readonly string[] | undefined): void {
  useEffect(() => {
    if (api === undefined || selectedIds === undefined || api.isDestroyed()) return
    const wanted = new Set(selectedIds)
    api.forEachNode(node => {
      const chosen = node.data !== undefined && wanted.has(node.data.id)
      if (node.isSelected() !== chosen) node.setSelected(chosen, false, 'api')
    })
  }, [api, selectedIds])
}

/** Ids of the ticked rows; undefined where none is. */
export function tickedIds<Row>(api: GridApi<Slot<Row>>): ReadonlySet<string> | undefined {
  const ids = api.getSelectedNodes().flatMap(({ data }) => (data === undefined ? [] : [data.id]))
  return ids.length === 0 ? undefined : new Set(ids)
}
