/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows stand by their place, which those of a table element do not */
import {
  type CSSProperties,
  type MouseEvent,
  type ReactNode,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { usePreferences } from '../theme/preferences.ts'
import { showTip } from './cell-tips.ts'
import type { TableProps } from './data-grid-props.ts'
import { checkBoxPx } from './fit-columns.ts'
import grid from './grid.module.css'
import { useRowHeight } from './row-height.ts'
import { StickyGroup } from './sticky-group.tsx'
import { TableHead } from './table-head.tsx'
import { takeTableKey } from './table-keys.ts'
import { type CellBox, TableRow, templateOf } from './table-row.tsx'
import styles from './table.module.css'
import { type DrawnColumn, useColumnLayout } from './use-column-layout.ts'
import { useRowMenu } from './use-row-menu.tsx'
import { useTableBox } from './use-table-box.ts'
import { type TableFocus, useTableFocus } from './use-table-focus.ts'
import { type TableTicks, useTableTicks } from './use-table-ticks.ts'
import { plainTable, type ViewTable } from './view-table.ts'

const beyond = 6
const mostHeadPx = 32
/** Number of rows to render if the page has no layout. */
const inSightAnyway = 60

function drawnIndexes(count: number, firstSeen: number, seen: number, stop: number): readonly number[] {
  const from = Math.max(0, Math.min(firstSeen, count - seen) - beyond)
  const to = Math.min(count, from + seen + 2 * beyond)
  const indexes = Array.from({ length: to - from }, (_, at) => from + at)
  if (stop < 0 || (stop >= from && stop < to)) return indexes
  return stop < from ? [stop, ...indexes] : [...indexes, stop]
}

const pinnedPx = <Row,>(columns: readonly DrawnColumn<Row>[], place: 'left' | 'right'): number =>
  columns.reduce((sum, { pinned, widthPx }) => sum + (pinned === place ? widthPx : 0), 0)

function boxOf<Row>(
  row: Row,
  id: string,
  { canTick }: TableProps<Row>,
  ticks: TableTicks | undefined,
): CellBox | undefined {
  if (ticks === undefined) return undefined
  if (canTick?.(row) === false) return 'none'
  return ticks.ticked.has(id) ? 'ticked' : 'free'
}

function press<Row>(
  { target, shiftKey }: MouseEvent,
  { onRowClick, rowId }: TableProps<Row>,
  rows: readonly Row[],
  ticks?: TableTicks,
) {
  const place = target instanceof Element ? target.closest('[row-id]') : null
  const row = rows.find(each => rowId(each) === place?.getAttribute('row-id'))
  if (row === undefined || !(target instanceof Element)) return
  if (target.closest('[data-tick]') !== null) ticks?.toggle(rowId(row), shiftKey)
  // A press on a control within a cell belongs to the control.
  else if (target.closest('button, a, input, select') === null) onRowClick?.(row)
}

export function Table<Row>(props: TableProps<Row>): ReactNode {
  const { label, columns, rowId, depthOf, empty } = props
  const rowPx = useRowHeight(props)
  const headPx = Math.min(rowPx, mostHeadPx)
  const host = useRef<HTMLDivElement>(null)
  const { box, firstSeen, onScroll } = useTableBox(host, rowPx)
  const layout = useColumnLayout(props, box)
  const { drawn, rows } = layout
  const ticks = useTableTicks(props, rows)
  const focus = useTableFocus(host, { rows, rowId, columns: drawn, hasBoxes: ticks !== undefined })
  const rowOf = (id: string): Row | undefined => rows.find(row => rowId(row) === id)
  const rowMenu = useRowMenu(rowOf, props.rowMenu)
  const tableOf = (ids: ReadonlySet<string>): ViewTable =>
    plainTable(
      drawn.flatMap(({ column }) => (column.quietHeader === true ? [] : column)),
      ids.size === 0 ? rows : rows.filter(row => ids.has(rowId(row))),
    )
  const tickedIds = (): ReadonlySet<string> => ticks?.now() ?? new Set()
  useImperativeHandle(props.handle, () => ({
    table: () => tableOf(tickedIds()),
    tickedIds: () => [...tickedIds()],
    focusedId: focus.focusedId,
  }))
  const seen = box === undefined || box.heightPx === 0 ? inSightAnyway : Math.ceil(box.heightPx / rowPx)
  const leftPx = pinnedPx(drawn, 'left') + (ticks === undefined ? 0 : checkBoxPx)
  const style = {
    '--columns': templateOf(drawn, ticks !== undefined),
    '--row': `${rowPx}px`,
    '--head': `${headPx}px`,
    scrollPadding: `${headPx + rowPx}px ${pinnedPx(drawn, 'right')}px 0 ${leftPx}px`,
  } as CSSProperties
  return (
    <div className={styles.frame} data-testid={props.testId}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a grid or a tree of one, by its role */}
      <div
        ref={host}
        role={depthOf === undefined ? 'grid' : 'treegrid'}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-multiselectable={ticks === undefined ? undefined : true}
        className={styles.table}
        style={style}
        onScroll={onScroll}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        onContextMenu={rowMenu.ask}
        onPointerOver={event => showTip(event.target, columns, rowOf)}
        onClick={event => press(event, props, rows, ticks)}
        onKeyDown={event =>
          takeTableKey(event, { props, layout, focus, ticks, tableOf, pageRows: Math.max(1, seen - 2) })
        }
      >
        {box !== undefined && (
          <>
            <TableHead layout={layout} focus={focus} ticks={ticks} />
            {depthOf !== undefined && (
              <StickyGroup
                rows={rows}
                columns={drawn}
                depthOf={depthOf}
                at={firstSeen}
                hasBoxes={ticks !== undefined}
              />
            )}
            <Body props={props} rows={rows} columns={drawn} rowPx={rowPx} focus={focus} ticks={ticks}>
              {drawnIndexes(rows.length, firstSeen, seen, focus.stop.index)}
            </Body>
          </>
        )}
      </div>
      {rowMenu.menu}
      {rows.length === 0 && empty !== undefined && <div className={grid.empty}>{empty}</div>}
    </div>
  )
}

interface BodyProps<Row> {
  readonly props: TableProps<Row>
  readonly rows: readonly Row[]
  readonly columns: readonly DrawnColumn<Row>[]
  readonly rowPx: number
  readonly focus: TableFocus
  readonly ticks: TableTicks | undefined
  readonly children: readonly number[]
}

function Body<Row>({ props, rows, columns, rowPx, focus, ticks, children }: BodyProps<Row>): ReactNode {
  const { rowId, rowTone, activeId } = props
  const { amounts, timeZone, units } = usePreferences()
  const current = useRef<(id: string, row: Row) => Row>((_, row) => row)
  useLayoutEffect(() => {
    current.current = (id, row) => rows.find(each => rowId(each) === id) ?? row
  })
  return (
    <div role="rowgroup" className={styles.body} style={{ height: rows.length * rowPx }}>
      {children.map(index => {
        const row = rows[index] as Row
        const id = rowId(row)
        return (
          <TableRow<Row>
            key={id}
            id={id}
            row={row}
            index={index}
            rowPx={rowPx}
            columns={columns}
            tone={rowTone?.(row)}
            isActive={id === activeId}
            box={boxOf(row, id, props, ticks)}
            stop={focus.stop.index === index ? focus.stop.columnId : undefined}
            current={current}
            choices={`${amounts} ${timeZone} ${units}`}
          />
        )
      })}
    </div>
  )
}
