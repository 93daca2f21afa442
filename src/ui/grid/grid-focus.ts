/** How the focus comes to a row of the grid. */
import type { GridApi } from 'ag-grid-community'
import type { EnteredRow } from '../panel/enter-rows.ts'

/** Puts the focus on the first row, or on the one that had it last; false without rows. */
export function focusRow<Row>(api: GridApi<Row>, row: EnteredRow): boolean {
  const rows = api.getDisplayedRowCount()
  const column = api.getAllDisplayedColumns()[0]
  if (rows === 0 || column === undefined) return false
  const last = row === 'last' ? (api.getFocusedCell()?.rowIndex ?? 0) : 0
  const at = last < rows ? last : 0
  api.ensureIndexVisible(at)
  api.setFocusedCell(at, column)
  return true
}
