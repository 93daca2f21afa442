/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows stand by their place, which those of a table element do not */
import { type CSSProperties, memo, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { withinCell } from '../format/within-cell.ts'
import { useTicking } from '../use-tick.ts'
import type { Column } from './column.ts'
import { flashCell, flashWay } from './flash.ts'
import grid from './grid.module.css'
import { checkBoxPx } from './fit-columns.ts'
import styles from './table.module.css'
import { TreeContent } from './tree-content.tsx'
import type { DrawnColumn } from './use-column-layout.ts'
import { tickColumn } from './use-table-focus.ts'

export type CellBox = 'none' | 'free' | 'ticked'

export function templateOf<Row>(columns: readonly DrawnColumn<Row>[], hasBoxes: boolean): string {
  const tracks = columns.map(({ widthPx }) => `${widthPx}px`)
  const right = columns.filter(({ pinned }) => pinned === 'right').length
  const box = hasBoxes ? [`${checkBoxPx}px`] : []
  return [
    ...box,
    ...tracks.slice(0, tracks.length - right),
    'minmax(0, 1fr)',
    ...tracks.slice(tracks.length - right),
  ].join(' ')
}

export function cellStyle<Row>(
  columns: readonly DrawnColumn<Row>[],
  at: number,
  hasBoxes: boolean,
): CSSProperties | undefined {
  const pinned = columns[at]?.pinned
  if (pinned === undefined) return undefined
  const beside = pinned === 'left' ? columns.slice(0, at) : columns.slice(at + 1)
  const px = beside.reduce((sum, { widthPx }) => sum + widthPx, 0)
  return pinned === 'left'
    ? { left: px + (hasBoxes ? checkBoxPx : 0) }
    : { right: px, gridColumn: at - columns.length - 1 }
}

function overStyle<Row>(columns: readonly DrawnColumn<Row>[], at: number, row: Row): CSSProperties | undefined {
  const next = columns[at + 1]
  if (columns[at]?.column.runsOver !== true || next === undefined || next.pinned !== undefined) return undefined
  return next.column.sortValue(row) === undefined ? { marginInlineEnd: -next.widthPx } : undefined
}

export const pinnedClass = <Row,>({ pinned }: DrawnColumn<Row>): string | undefined =>
  pinned === undefined ? undefined : cx(styles.pinned, pinned === 'right' && styles.pinnedRight)

interface TableRowProps<Row> {
  readonly id: string
  readonly row: Row
  readonly index: number
  readonly rowPx: number
  readonly columns: readonly DrawnColumn<Row>[]
  readonly tone: 'muted' | 'warning' | 'group' | undefined
  readonly isActive: boolean
  readonly box: CellBox | undefined
  readonly stop: string | undefined
  readonly current: RefObject<(id: string, row: Row) => Row>
  readonly choices: string
}

const tones = { muted: grid.rowMuted, warning: styles.rowWarning, group: styles.rowGroup } as const

function DrawnRow<Row>({
  id,
  row,
  index,
  rowPx,
  columns,
  tone,
  isActive,
  box,
  stop,
  current,
}: TableRowProps<Row>): ReactNode {
  const tree = columns.find(({ column }) => column.tree !== undefined)?.column.tree
  return (
    <div
      role="row"
      row-id={id}
      aria-rowindex={index + 2}
      aria-level={tree === undefined ? undefined : tree.depth(row) + 1}
      aria-expanded={tree?.isOpen(row)}
      aria-selected={box === undefined || box === 'none' ? undefined : box === 'ticked'}
      className={cx(
        styles.row,
        tone !== undefined && tones[tone],
        box === 'ticked' && styles.rowTicked,
        isActive && styles.rowActive,
      )}
      style={{ top: index * rowPx }}
    >
      {box !== undefined && (
        <div
          role="gridcell"
          col-id={tickColumn}
          data-tick={box === 'none' ? undefined : ''}
          tabIndex={stop === tickColumn ? 0 : -1}
          className={cx(styles.cell, styles.pick, styles.pinned)}
        >
          {box !== 'none' && (
            <input
              type="checkbox"
              aria-label="Tick by Space"
              tabIndex={-1}
              checked={box === 'ticked'}
              readOnly
              className={styles.box}
            />
          )}
        </div>
      )}
      {columns.map((each, at) => (
        <div
          key={each.column.id}
          role="gridcell"
          col-id={each.column.id}
          tabIndex={stop === each.column.id ? 0 : -1}
          className={cellClass(each, row)}
          style={overStyle(columns, at, row) ?? cellStyle(columns, at, box !== undefined)}
        >
          {contentOf(each, row, () => current.current(id, row))}
        </div>
      ))}
    </div>
  )
}

export const TableRow = memo(DrawnRow) as typeof DrawnRow

function cellClass<Row>(drawn: DrawnColumn<Row>, row: Row): string {
  const { align, render, tone } = drawn.column
  const toned = tone?.(row)
  return cx(
    styles.cell,
    grid[align],
    align === 'right' && grid.figure,
    render !== undefined && grid.component,
    toned !== undefined && grid[toned],
    pinnedClass(drawn),
  )
}

export const cellText = <Row,>({ column: { text, isFigure }, widthPx }: DrawnColumn<Row>, row: Row): string =>
  isFigure === true && widthPx > 0 ? withinCell(text(row), widthPx) : text(row)

function contentOf<Row>(drawn: DrawnColumn<Row>, row: Row, current: () => Row): ReactNode {
  const { column } = drawn
  if (column.render !== undefined) return column.render(row, current)
  if (column.tree !== undefined) return <TreeContent row={row} text={column.text(row)} tree={column.tree} />
  if (column.ticking === true) return <TickingText read={() => cellText(drawn, row)} />
  if (column.flashStep !== undefined) return <FlashingText column={column} row={row} text={cellText(drawn, row)} />
  return cellText(drawn, row)
}

const TickingText = ({ read }: { readonly read: () => string }): string => useTicking(read)

interface FlashingTextProps<Row> {
  readonly column: Column<Row>
  readonly row: Row
  readonly text: string
}

function FlashingText<Row>({ column, row, text }: FlashingTextProps<Row>): ReactNode {
  const before = useRef(row)
  const content = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const way = flashWay(column, before.current, row)
    before.current = row
    const cell = content.current?.parentElement
    if (way !== undefined && cell !== null && cell !== undefined) flashCell(cell, way)
  }, [column, row])
  return <span ref={content}>{text}</span>
}
