/** Widths, order, sorting and visibility of a grid's columns, kept in the browser. Columns that came since are at their place by default. */
import type { ColDef, ColumnState } from 'ag-grid-community'
import { readStored, writeStored } from '../stored.ts'

const keyOf = (gridId: string): string => `legwork.grid.${gridId}`

function parseColumnState(stored: unknown, known: ReadonlySet<string>): ColumnState | undefined {
  if (typeof stored !== 'object' || stored === null || !('colId' in stored) || typeof stored.colId !== 'string' || !known.has(stored.colId))
    return undefined
  const state: ColumnState = { colId: stored.colId }
  if ('width' in stored && typeof stored.width === 'number') state.width = stored.width
  if ('flex' in stored && (typeof stored.flex === 'number' || stored.flex === null)) state.flex = stored.flex
  if ('hide' in stored && typeof stored.hide === 'boolean') state.hide = stored.hide
  if ('pinned' in stored && (stored.pinned === 'left' || stored.pinned === 'right' || stored.pinned === null)) state.pinned = stored.pinned
  if ('sort' in stored && (stored.sort === 'asc' || stored.sort === 'desc' || stored.sort === null)) state.sort = stored.sort
  if ('sortIndex' in stored && (typeof stored.sortIndex === 'number' || stored.sortIndex === null)) state.sortIndex = stored.sortIndex
  return state
}

/** Kept state of the columns that still exist; undefined when nothing of use is kept. */
export function readColumnState(gridId: string, columnIds: readonly string[]): ColumnState[] | undefined {
  const stored = readStored(keyOf(gridId))
  if (!Array.isArray(stored)) return undefined
  const known = new Set(columnIds)
  const states = stored.map(each => parseColumnState(each, known)).filter(state => state !== undefined)
  return states.length === 0 ? undefined : states
}

/** Is the grid sorted by this column, by its state or its definition? */
export const isSorted = ({ sort }: { readonly sort?: unknown }): boolean => sort === 'asc' || sort === 'desc'

/** Was the grid left sorted by one of these columns? */
export const isLeftSorted = (gridId: string, columnIds: readonly string[]): boolean =>
  readColumnState(gridId, columnIds)?.some(isSorted) === true

/** The definitions in the order and with the widths, sorting and visibility that are kept; columns that came since stand after their neighbour. */
export function asSaved<Row>(gridId: string, definitions: readonly ColDef<Row>[]): ColDef<Row>[] {
  const states = readColumnState(
    gridId,
    definitions.map(each => each.colId ?? ''),
  )
  if (states === undefined) return [...definitions]
  const byId = new Map(definitions.map(each => [each.colId, each]))
  const saved = states.flatMap(state => {
    const definition = byId.get(state.colId)
    byId.delete(state.colId)
    return definition === undefined ? [] : [withState(definition, state)]
  })
  const placed = [...saved]
  definitions.forEach((definition, index) => {
    if (!byId.has(definition.colId)) return
    const before = definitions[index - 1]?.colId
    placed.splice(placed.findIndex(each => each.colId === before) + 1, 0, definition)
  })
  return placed
}

function withState<Row>(definition: ColDef<Row>, { width, flex, hide, pinned, sort, sortIndex }: ColumnState): ColDef<Row> {
  const given: ColDef<Row> = { ...definition }
  if (typeof width === 'number') given.initialWidth = width
  if (typeof flex === 'number') given.initialFlex = flex
  if (flex === null) delete given.initialFlex
  if (typeof hide === 'boolean') given.initialHide = hide
  if (pinned !== undefined) given.initialPinned = pinned ?? false
  if (sort !== undefined) given.initialSort = sort
  if (typeof sortIndex === 'number') given.initialSortIndex = sortIndex
  return given
}

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
