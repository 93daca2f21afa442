/**
 * The positions before the program is there: the rows in view, of the answer that set out with the page, in the panel that waits in it. What the
 * program will show of the same answer in its first picture, drawn by the same table; where it would show anything else, nothing is drawn.
 */
import '../../ui/theme/sheets.ts'
import { earlyPositions } from '../../api/account/early-positions.ts'
import type { Position } from '../../domain/account.ts'
import { isZero } from '../../domain/decimal.ts'
import { compareBases } from '../../domain/instrument.ts'
import { PositionReader, type PositionRow, baseOf } from '../../model/account/position-rows.ts'
import { drawElements } from '../../ui/draw-elements.ts'
import type { Column } from '../../ui/grid/column.ts'
import type { DataGridProps } from '../../ui/grid/data-grid-props.ts'
import { lightColumns } from '../../ui/grid/light-columns.ts'
import { LightTable, lightRowsShown, mostLightRows } from '../../ui/grid/light-table.tsx'
import { rowHeightOf } from '../../ui/grid/row-height.ts'
import { readIsVast, readWidth } from '../../ui/panel/use-width.ts'
import { preferences } from '../../ui/theme/preferences.ts'
import { storedColumnSet } from './positions/column-sets.ts'
import { positionsColumns } from './positions/positions-columns.tsx'
import type { PositionsRow } from './positions/positions-row.ts'
import { canTick, depthOf, gridIds, rowId, storedBase, storedClosed, storedView, toneOf } from './positions/positions-table.ts'
import { FlatPositions, PositionsTree } from './positions/positions-tree.ts'

const nothing = (): void => undefined
/** As in the program's own first picture, which does not wait for the listing. */
const unlisted = (): undefined => undefined

/** What React draws in a cell comes with it. */
const still = (column: Column<PositionsRow>): Column<PositionsRow> =>
  column.render === undefined ? column : { ...column, render: undefined, text: () => '' }

const rowsOf = (positions: readonly Position[]): readonly PositionRow[] => new PositionReader().read(positions, unlisted, new Map())

/** Rows of the tree, at least `most` of them if there are so many. No guess ties legs of several bases, so each base is read by itself. */
export function firstTreeRows(positions: readonly Position[], closed: ReadonlySet<string>, most: number): readonly PositionsRow[] {
  const bases = positions.map(each => baseOf(each.symbol))
  const shown: PositionsRow[] = []
  for (const base of [...new Set(bases)].sort(compareBases)) {
    const ofBase = positions.filter((_, at) => bases[at] === base)
    shown.push(...new PositionsTree().read(rowsOf(ofBase), [], closed))
    if (shown.length >= most) break
  }
  return shown
}

const isSorted = (gridId: string, columns: readonly Column<PositionsRow>[]): boolean =>
  lightColumns(gridId, columns).some(column => column.sort !== undefined)

/** The table of these positions as this browser last showed them; undefined where the program alone can show it. */
export function firstTable(positions: readonly Position[], isVast: boolean): DataGridProps<PositionsRow> | undefined {
  const view = storedView()
  if (positions.length === 0 || view === 'trades') return undefined
  const open = positions.filter(each => !isZero(each.size))
  const base = storedBase()
  const ofBase = base === undefined ? [] : open.filter(each => baseOf(each.symbol) === base)
  const shown = ofBase.length > 0 ? ofBase : open
  const isTree = view === 'grouped'
  const columns = positionsColumns(isTree, { toggle: nothing, close: nothing, isVast }).map(still)
  const most = isSorted(gridIds[view], columns) ? Number.POSITIVE_INFINITY : mostLightRows
  return {
    id: gridIds[view],
    label: 'Positions',
    rows: isTree ? firstTreeRows(shown, storedClosed(), most) : new FlatPositions().read(rowsOf(shown)),
    columns,
    rowId,
    rowTone: toneOf,
    columnSet: storedColumnSet(),
    onSelectionChange: nothing,
    canTick,
    ...(isTree ? { depthOf } : {}),
  }
}

/** Draws the rows that `place` has room for. */
export function drawFirstRows<Row>(place: HTMLElement, props: DataGridProps<Row>): void {
  const rowPx = rowHeightOf(preferences().density)
  const drawn = (box: Parameters<typeof LightTable>[0]['box']): boolean => {
    const found = lightRowsShown(props, box)
    if (found === undefined) return false
    place.replaceChildren(drawElements(<LightTable {...props} found={found} box={box} rowPx={rowPx} />))
    return true
  }
  if (!drawn(undefined)) return
  const host = place.firstElementChild
  drawn({ widthPx: host?.clientWidth ?? 0, heightPx: host?.clientHeight ?? 0 })
}

export async function firstPositions(): Promise<void> {
  const isAlone = new URLSearchParams(location.search).has('panel')
  if (isAlone || readWidth() === 'narrow') return
  const positions = await earlyPositions()
  const place = document.querySelector<HTMLElement>('[data-waits="Positions"]')
  const table = positions === undefined || place === null ? undefined : firstTable(positions, readIsVast())
  if (place === null || table === undefined) return
  place.inert = true
  drawFirstRows(place, table)
}
