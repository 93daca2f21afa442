/** Table headers: a press sorts, with Shift adds a sort column; the edge resizes, dragging moves. */
/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows stand by their place, which those of a table element do not */
import { type PointerEvent, type ReactNode, useRef } from 'react'
import { cx } from '../cx.ts'
import styles from './table.module.css'
import { cellStyle, pinnedClass } from './table-row.tsx'
import type { ColumnLayout, DrawnColumn } from './use-column-layout.ts'
import { cellAt, headIndex, type TableFocus, tickColumn } from './use-table-focus.ts'
import type { TableTicks } from './use-table-ticks.ts'

interface TableHeadProps<Row> {
  readonly layout: ColumnLayout<Row>
  readonly focus: TableFocus
  readonly ticks: TableTicks | undefined
}

const sortNames = { asc: 'ascending', desc: 'descending', none: 'none' } as const
const heads = { left: undefined, right: styles.headRight, centre: styles.headCentre } as const
const arrows = { asc: '↑', desc: '↓' } as const
const pressPx = 5

interface Drag {
  readonly columnId: string
  readonly startX: number
  readonly widthPx: number | undefined
  hasMoved: boolean
}

/**
 * The header with its middle passed by the pointer while dragging `columnId`. Before the middle a swap would be undone by
 * the next movement.
 */
function passedHead(host: Element, columnId: string, x: number): string | undefined {
  const heads = [...host.querySelectorAll('[role="columnheader"]')]
  const own = heads.findIndex(head => head.getAttribute('col-id') === columnId)
  const passed = heads.findIndex((head, at) => {
    const { left, right } = head.getBoundingClientRect()
    const middle = (left + right) / 2
    return at < own ? x >= left && x < middle : at > own && x > middle && x <= right
  })
  return heads[passed]?.getAttribute('col-id') ?? undefined
}

function useHeadDrag<Row>({ drawn, resize, move }: ColumnLayout<Row>) {
  const drag = useRef<Drag>(undefined)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const cell = cellAt(event.target)
      if (
        event.button !== 0 ||
        cell === undefined ||
        cell.columnId === tickColumn ||
        !(event.target instanceof Element)
      )
        return
      const isEdge = event.target.hasAttribute('data-edge')
      const widthPx = isEdge ? drawn.find(({ column }) => column.id === cell.columnId)?.widthPx : undefined
      drag.current = { columnId: cell.columnId, startX: event.clientX, widthPx, hasMoved: isEdge }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const { current } = drag
      if (current === undefined || event.buttons === 0) return
      const { columnId, startX, widthPx } = current
      if (!current.hasMoved && Math.abs(event.clientX - startX) < pressPx) return
      current.hasMoved = true
      event.currentTarget.setPointerCapture(event.pointerId)
      if (widthPx !== undefined) return resize(columnId, widthPx + event.clientX - startX)
      const to = passedHead(event.currentTarget, columnId, event.clientX)
      if (to !== undefined) move(columnId, to)
    },
    take: (): boolean => {
      const hasMoved = drag.current?.hasMoved === true
      drag.current = undefined
      return hasMoved
    },
  }
}

export function TableHead<Row>({ layout, focus, ticks }: TableHeadProps<Row>): ReactNode {
  const { drawn, sortBy } = layout
  const { take, ...dragging } = useHeadDrag(layout)
  const stop = focus.stop.index === headIndex ? focus.stop.columnId : undefined
  const sorted = drawn.filter(({ sort }) => sort !== undefined).length
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the table takes the keys
    <div
      role="row"
      aria-rowindex={1}
      className={styles.head}
      {...dragging}
      onClick={({ target, shiftKey }) => {
        const id = cellAt(target)?.columnId
        if (take()) return
        if (id === tickColumn) ticks?.tickAll(ticks.all !== 'all')
        else if (drawn.find(({ column }) => column.id === id)?.column.sortable === true && id !== undefined)
          sortBy(id, shiftKey)
      }}
    >
      {ticks !== undefined && (
        <div
          role="columnheader"
          col-id={tickColumn}
          tabIndex={stop === tickColumn ? 0 : -1}
          className={cx(styles.cell, styles.pick, styles.pinned)}
        >
          <input
            type="checkbox"
            aria-label="Tick all by Space"
            tabIndex={-1}
            ref={box => {
              if (box !== null) box.indeterminate = ticks.all === 'some'
            }}
            checked={ticks.all === 'all'}
            readOnly
            className={styles.box}
          />
        </div>
      )}
      {drawn.map((each, at) => (
        <Head key={each.column.id} drawn={each} hasStop={stop === each.column.id} hasRank={sorted > 1}>
          {cellStyle(drawn, at, ticks !== undefined)}
        </Head>
      ))}
    </div>
  )
}

interface HeadProps<Row> {
  readonly drawn: DrawnColumn<Row>
  readonly hasStop: boolean
  readonly hasRank: boolean
  readonly children: ReturnType<typeof cellStyle>
}

function Head<Row>({ drawn, hasStop, hasRank, children: style }: HeadProps<Row>): ReactNode {
  const { column, sort, sortIndex } = drawn
  return (
    <div
      role="columnheader"
      col-id={column.id}
      aria-sort={column.sortable ? sortNames[sort ?? 'none'] : undefined}
      tabIndex={hasStop ? 0 : -1}
      className={cx(
        styles.cell,
        styles.headCell,
        heads[column.align],
        column.sortable && styles.sortable,
        column.tree !== undefined && column.tree.isFlat !== true && styles.treeHead,
        pinnedClass(drawn),
      )}
      style={style}
    >
      <span className={cx(styles.headText, column.quietHeader === true && styles.quiet)}>{column.header}</span>
      {sort !== undefined && (
        <span aria-hidden="true" className={styles.arrow}>
          {arrows[sort]}
          {hasRank && sortIndex + 1}
        </span>
      )}
      {drawn.pinned !== 'right' && <span data-edge="" className={styles.edge} />}
    </div>
  )
}
