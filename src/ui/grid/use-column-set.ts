import type { ColDef, GridApi } from 'ag-grid-community'
import { useEffect } from 'react'
import type { DataGridProps } from './data-grid-props.ts'
import { fittingColumns } from './fit-columns.ts'

const isFree = <Row>({ pinned }: DataGridProps<Row>['columns'][number]): boolean => pinned === undefined

/** Ids of the columns of the chosen set that a table so wide has room for; undefined where none is chosen, or the width is not known yet (0). */
export const columnsIn = <Row>(
  { columns, columnSet }: Pick<DataGridProps<Row>, 'columns' | 'columnSet'>,
  widthPx: number,
): readonly string[] | undefined =>
  columnSet === undefined || widthPx === 0 ? undefined : fittingColumns(columns, columnSet, widthPx, false)

/** The definitions for a grid that begins with these columns; those that are pinned stand beside them. */
export function showColumns<Row>(
  definitions: readonly ColDef<Row>[],
  columns: DataGridProps<Row>['columns'],
  shown: readonly string[],
): ColDef<Row>[] {
  const free = new Set(columns.filter(isFree).map(column => column.id))
  return definitions.map(each => (free.has(each.colId ?? '') ? { ...each, initialHide: !shown.includes(each.colId ?? '') } : each))
}

/** Shows the columns of the set that is chosen, as many as there is room for. */
export function useColumnSet<Row>(
  api: GridApi<Row> | undefined,
  /** 0 until the grid has one. */
  widthPx: number,
  { columns, columnSet }: DataGridProps<Row>,
): void {
  useEffect(() => {
    if (api === undefined || api.isDestroyed()) return
    const shown = columnsIn({ columns, columnSet }, widthPx)
    if (shown === undefined) return
    const free = columns.filter(isFree).map(column => column.id)
    const isVisible = (id: string): boolean => api.getColumn(id)?.isVisible() === true
    const gone = free.filter(id => !shown.includes(id) && isVisible(id))
    const come = shown.filter(id => !isVisible(id))
    if (gone.length > 0) api.setColumnsVisible(gone, false)
    if (come.length > 0) api.setColumnsVisible(come, true)
    // The others are wider or narrower now, of which the grid library does not tell: what fits them is written anew.
    if (gone.length + come.length > 0) api.refreshCells({ force: true, suppressFlash: true })
  }, [api, widthPx, columns, columnSet])
}
