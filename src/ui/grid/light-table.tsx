/**
 * The rows of the light table, drawn without anything that needs React to run: the program draws them, and so does the page before its program is
 * there (`draw-elements.ts`).
 */
import type { CSSProperties, ReactNode, Ref } from 'react'
import { cx } from '../cx.ts'
import { withinCell } from '../format/within-cell.ts'
import type { CellTone, Column } from './column.ts'
import type { DataGridProps } from './data-grid-props.ts'
import styles from './grid.module.css'
import light from './light-rows.module.css'
import { columnWidths, type LightColumn, lightColumns, lightOrder } from './light-columns.ts'
import { checkBoxPx, fittingColumns, leastWidth } from './fit-columns.ts'
import { TreeContent } from './tree-content.tsx'
import { lineHeightOf } from './row-height.ts'

/** More than fit on a tall screen at the least height of a row. */
export const mostLightRows = 60

/** The room that the table has, px. */
export interface LightBox {
  readonly widthPx: number
  readonly heightPx: number
}

/** A page that lays nothing out has them all. */
const rowsIn = ({ heightPx }: LightBox, rowPx: number, isAsHighAsItsRows: boolean): number =>
  isAsHighAsItsRows || heightPx === 0 ? mostLightRows : Math.ceil(heightPx / rowPx)

interface LightRowsShown<Row> {
  readonly placed: readonly LightColumn<Row>[]
  readonly shown: readonly Row[]
}

/** Undefined where the order of the rows takes too long to find. */
export function lightRowsShown<Row>(props: DataGridProps<Row>, box: LightBox | undefined): LightRowsShown<Row> | undefined {
  const { id, columns, rows, filter, columnSet, depthOf } = props
  const isPicked = props.onSelectionChange !== undefined
  const placed = lightColumns(id, columns, columnSet && fittingColumns(columns, columnSet, box?.widthPx ?? 0, isPicked))
  const shown = lightOrder(filter === undefined ? rows : rows.filter(filter), placed, depthOf)?.slice(0, mostLightRows)
  return shown && { placed, shown }
}

type LightTableProps<Row> = DataGridProps<Row> & {
  readonly found: LightRowsShown<Row>
  /** Undefined until it was measured: then there are no rows, but their height. */
  readonly box: LightBox | undefined
  readonly rowPx: number
  readonly host?: Ref<HTMLDivElement>
}

export function LightTable<Row>({ found: { placed, shown }, box, rowPx, host, ...props }: LightTableProps<Row>): ReactNode {
  const { label, rowId, depthOf } = props
  const isPicked = props.onSelectionChange !== undefined
  // Drawn once, when the box is known: those that it shows.
  const inView = box === undefined ? 0 : Math.min(shown.length, rowsIn(box, rowPx, props.height === 'content'))
  // A page that lays nothing out has no widths.
  const widths = box === undefined || box.widthPx === 0 ? undefined : columnWidths(placed, box.widthPx - (isPicked ? checkBoxPx : 0))
  const row = (key: string, cells: (column: Column<Row>) => ReactNode, more: RowLook<Row>): ReactNode => (
    <LightRow key={key} columns={placed} isPicked={isPicked} cells={cells} {...more} />
  )
  return (
    <div
      ref={host}
      role={depthOf === undefined ? 'grid' : 'treegrid'}
      aria-label={label}
      aria-busy="true"
      className={cx(light.table, props.height === 'content' && light.content)}
      style={{ '--light-row': `${rowPx}px`, '--light-line': `${lineHeightOf(rowPx)}px` } as CSSProperties}
    >
      {box !== undefined &&
        row('head', column => <span className={cx(column.quietHeader === true && light.quiet)}>{column.header}</span>, { isHead: true })}
      {shown.slice(0, inView).map(each =>
        row(rowId(each), column => <Cell column={column} row={each} widthPx={widths?.get(column)} />, {
          id: rowId(each),
          tone: props.rowTone?.(each),
          isActive: rowId(each) === props.activeId,
          hasBox: props.canTick?.(each) !== false,
          toneOf: column => column.tone?.(each),
          onClick: target => press(props, each, target),
        }),
      )}
      {/* The height of the others, so that the width is measured with the scroll bar that there will be. */}
      <div aria-hidden="true" style={{ height: (shown.length - inView + (box === undefined ? 1 : 0)) * rowPx }} />
    </div>
  )
}

interface CellProps<Row> {
  readonly column: Column<Row>
  readonly row: Row
  readonly widthPx: number | undefined
}

function Cell<Row>({ column, row, widthPx }: CellProps<Row>): ReactNode {
  const { tree, render, text, isFigure } = column
  if (render !== undefined) return render(row, () => row)
  if (tree !== undefined) return <TreeContent row={row} text={text(row)} tree={tree} />
  return isFigure === true && widthPx !== undefined ? withinCell(text(row), widthPx) : text(row)
}

interface RowLook<Row> {
  readonly isHead?: boolean
  readonly id?: string
  readonly tone?: 'muted' | 'warning' | 'group' | undefined
  readonly isActive?: boolean
  readonly hasBox?: boolean
  readonly toneOf?: (column: Column<Row>) => CellTone | undefined
  readonly onClick?: (target: EventTarget) => void
}

/** A click on a control within a cell is the control's. */
function press<Row>({ onRowClick, onCellClick }: DataGridProps<Row>, row: Row, target: EventTarget): void {
  if (!(target instanceof Element) || target.closest('button, a, input, select') !== null) return
  const columnId = target.closest('[col-id]')?.getAttribute('col-id')
  if (columnId !== null && columnId !== undefined) onCellClick?.(row, columnId)
  onRowClick?.(row)
}

interface LightRowProps<Row> extends RowLook<Row> {
  readonly columns: readonly LightColumn<Row>[]
  readonly isPicked: boolean
  readonly cells: (column: Column<Row>) => ReactNode
}

const tones = { muted: styles.rowMuted, warning: styles.rowWarning, group: styles.rowGroup }

function LightRow<Row>({
  columns,
  isPicked,
  cells,
  isHead = false,
  tone,
  isActive,
  hasBox = true,
  toneOf,
  id,
  onClick,
}: LightRowProps<Row>): ReactNode {
  const cellOf = ({ column, width, flex }: LightColumn<Row>): ReactNode => {
    const cellTone = isHead ? undefined : toneOf?.(column)
    return (
      <div
        key={column.id}
        role={isHead ? 'columnheader' : 'gridcell'}
        col-id={column.id}
        className={cx(
          light.cell,
          styles[column.align],
          !isHead && column.align === 'right' && styles.figure,
          !isHead && column.render !== undefined && styles.component,
          cellTone !== undefined && styles[cellTone],
        )}
        style={flex === undefined ? { width, flex: 'none' } : { flex: `${flex} ${flex} 0`, minWidth: leastWidth(column) }}
      >
        {cells(column)}
      </div>
    )
  }
  const of = (place: LightColumn<Row>['pinned']): ReactNode => columns.filter(each => each.pinned === place).map(cellOf)
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the grid, which follows at once, takes the keys
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- laid out as the grid's rows are, which are no table's
      role="row"
      tabIndex={-1}
      row-id={id}
      onClick={event => onClick?.(event.target)}
      className={cx(light.row, isHead && light.head, tone !== undefined && tones[tone], isActive && styles.rowActive)}
    >
      {isPicked && <div className={light.pick}>{hasBox && <span className={light.box} />}</div>}
      {of('left')}
      <div className={light.middle}>{of(undefined)}</div>
      {columns.some(each => each.pinned === 'right') && <div className={light.pinnedRight}>{of('right')}</div>}
    </div>
  )
}
