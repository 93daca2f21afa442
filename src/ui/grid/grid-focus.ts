/** Which row of the grid has the focus, and how it comes there. */
import type { GridApi } from 'ag-grid-community'
import type { EnteredRow } from '../panel/enter-rows.ts'

/** Undefined while the focus is elsewhere, whichever row had it last. */
export function focusedId<Row>(api: GridApi<Row>, host: HTMLElement | null): string | undefined {
  // Undefined before there was any, whatever its type says.
  const cell = api.getFocusedCell() ?? undefined
  if (cell === undefined || host?.contains(document.activeElement) !== true) return undefined
  return api.getDisplayedRowAtIndex(cell.rowIndex)?.id
}

/** Puts the focus on the first row, or on the one that had it last, in the given column; false without rows. */
export function focusRow<Row>(api: GridApi<Row>, row: EnteredRow, columnId: string | undefined): boolean {
  const rows = api.getDisplayedRowCount()
  const shown = api.getAllDisplayedColumns()
  const column = shown.find(each => each.getColId() === columnId) ?? shown[0]
  if (rows === 0 || column === undefined) return false
  const last = row === 'last' ? (api.getFocusedCell()?.rowIndex ?? 0) : 0
  const at = last < rows ? last : 0
  api.ensureIndexVisible(at)
  api.setFocusedCell(at, column)
  return true
}
