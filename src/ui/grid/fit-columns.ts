/** Which columns of a set there is room for: the most important first, none so narrow that its figures could not be read. */
import type { Column } from './column.ts'

export interface ColumnSet {
  /** The most important first; pinned columns are always shown. */
  readonly ids: readonly string[]
  /** Leaves out what there is no room for; else the grid scrolls. */
  readonly isFitted: boolean
}

const leastPx = 40

/** Width in px that a column has at the least. */
export const leastWidth = (column: Pick<Column<never>, 'minWidth'>): number => column.minWidth ?? leastPx

/** The column of boxes to tick. */
export const checkBoxPx = 34
const scrollBarPx = 14

/** Ids of `set` that fit a grid so wide (px), in the set's order; at least one. */
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
