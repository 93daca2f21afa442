/** Selects the columns of a set that fit, most important first, none below its readable width. */
import type { Column } from './column.ts'

export interface ColumnSet {
  /** Most important first; pinned columns are always visible. */
  readonly ids: readonly string[]
  readonly isFitted: boolean
}

const leastPx = 40

export const leastWidth = (column: Pick<Column<never>, 'minWidth'>): number => column.minWidth ?? leastPx

export const checkBoxPx = 34
const scrollBarPx = 14

export function fittingColumns(
  columns: readonly Pick<Column<never>, 'id' | 'width' | 'minWidth' | 'pinned'>[],
  { ids, isFitted }: ColumnSet,
  widthPx: number,
  hasCheckBoxes: boolean,
): readonly string[] {
  const known = ids.filter(id => columns.some(column => column.id === id))
  if (!isFitted) return known
  const pinned = columns.filter(column => column.pinned !== undefined)
  let room = widthPx - scrollBarPx - (hasCheckBoxes ? checkBoxPx : 0)
  for (const column of pinned) room -= column.width ?? leastPx
  const shown: string[] = []
  for (const id of known) {
    const column = columns.find(each => each.id === id)
    room -= column?.minWidth ?? leastPx
    if (room < 0 && shown.length > 0) break
    shown.push(id)
  }
  return shown
}
