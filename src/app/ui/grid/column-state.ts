/** Widths, order, sorting and visibility of a grid's columns, stored in this browser. */
import type { ColumnState } from 'ag-grid-community'
import { readStored, writeStored } from '../stored.ts'

const keyOf = (gridId: string): string => `legwork.grid.${gridId}`

function parseColumnState(stored: unknown, known: ReadonlySet<string>): ColumnState | undefined {
  if (
    typeof stored !== 'object' ||
    stored === null ||
    !('colId' in stored) ||
    typeof stored.colId !== 'string' ||
    !known.has(stored.colId)
  )
    return undefined
  const state: ColumnState = { colId: stored.colId }
  if ('width' in stored && typeof stored.width === 'number') state.width = stored.width
  if ('flex' in stored && (typeof stored.flex === 'number' || stored.flex === null)) state.flex = stored.flex
  if ('hide' in stored && typeof stored.hide === 'boolean') state.hide = stored.hide
  if ('pinned' in stored && (stored.pinned === 'left' || stored.pinned === 'right' || stored.pinned === null))
    state.pinned = stored.pinned
  if ('sort' in stored && (stored.sort === 'asc' || stored.sort === 'desc' || stored.sort === null))
    state.sort = stored.sort
  if ('sortIndex' in stored && (typeof stored.sortIndex === 'number' || stored.sortIndex === null))
    state.sortIndex = stored.sortIndex
  return state
}

export function readColumnState(gridId: string, columnIds: readonly string[]): readonly ColumnState[] {
  const stored = readStored(keyOf(gridId))
  const known = new Set(columnIds)
  return Array.isArray(stored) ? stored.flatMap(each => parseColumnState(each, known) ?? []) : []
}

export const isLeftSorted = (gridId: string, columnIds: readonly string[]): boolean =>
  readColumnState(gridId, columnIds).some(({ sort }) => sort === 'asc' || sort === 'desc')

export function writeColumnState(gridId: string, states: readonly ColumnState[]): void {
  const saved = states.map(({ colId, width, flex, hide, pinned, sort, sortIndex }) => ({
    colId,
    width,
    flex,
    hide,
    pinned,
    sort,
    sortIndex,
  }))
  writeStored(keyOf(gridId), saved)
}
