import type { GridApi, RowSelectionOptions, SelectionChangedEvent, SelectionColumnDef } from 'ag-grid-community'
import { useEffect } from 'react'
import type { Slot } from './slot.ts'
import type { DataGridProps } from './data-grid.tsx'

const multiple: RowSelectionOptions = {
  mode: 'multiRow',
  checkboxes: true,
  headerCheckbox: true,
  enableClickSelection: false,
  selectAll: 'filtered',
}
const column: SelectionColumnDef = { width: 34, pinned: 'left', resizable: false, suppressMovable: true }

/** Check boxes in front of the rows, when the caller wants to hear of them. */
export function useGridSelection<Row>(api: GridApi<Slot<Row>> | undefined, { onSelectionChange, selectedIds }: DataGridProps<Row>) {
  useEffect(() => {
    if (api === undefined || selectedIds === undefined || api.isDestroyed()) return
    const wanted = new Set(selectedIds)
    api.forEachNode(node => {
      const chosen = node.data !== undefined && wanted.has(node.data.id)
      if (node.isSelected() !== chosen) node.setSelected(chosen, false, 'api')
    })
  }, [api, selectedIds])
  if (onSelectionChange === undefined) return {}
  return {
    rowSelection: multiple,
    selectionColumnDef: column,
    onSelectionChanged: ({ api: from, source }: SelectionChangedEvent<Slot<Row>>): void => {
      if (source === 'api') return
      const nodes = from.getSelectedNodes().sort((a, b) => (a.rowIndex ?? 0) - (b.rowIndex ?? 0))
      onSelectionChange(nodes.flatMap(node => (node.data === undefined ? [] : [node.data.row])))
    },
  }
}
