import type { GridApi } from 'ag-grid-community'
import { useEffect } from 'react'
import type { DataGridProps } from './data-grid-props.ts'
import { fittingColumns } from './fit-columns.ts'
import type { Slot } from './slot.ts'

/** Shows the columns of the set that is chosen, as many as there is room for, and says which. */
export function useColumnSet<Row>(
  api: GridApi<Slot<Row>> | undefined,
  /** 0 until the grid has one. */
  widthPx: number,
  { columns, columnSet, onColumnsShown, onSelectionChange }: DataGridProps<Row>,
): void {
  const hasCheckBoxes = onSelectionChange !== undefined
  useEffect(() => {
    if (api === undefined || api.isDestroyed() || columnSet === undefined || widthPx === 0) return
    const shown = fittingColumns(columns, columnSet, widthPx, hasCheckBoxes)
    const free = columns.filter(column => column.pinned === undefined).map(column => column.id)
    const isVisible = (id: string): boolean => api.getColumn(id)?.isVisible() === true
    const gone = free.filter(id => !shown.includes(id) && isVisible(id))
    const come = shown.filter(id => !isVisible(id))
    if (gone.length > 0) api.setColumnsVisible(gone, false)
    if (come.length > 0) api.setColumnsVisible(come, true)
    // The others are wider or narrower now, of which the grid library does not tell: what fits them is written anew.
    if (gone.length + come.length > 0) api.refreshCells({ force: true, suppressFlash: true })
    onColumnsShown?.(shown)
  }, [api, widthPx, columns, columnSet, onColumnsShown, hasCheckBoxes])
}
