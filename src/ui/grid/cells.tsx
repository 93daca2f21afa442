/** The cells of the grid: React components of the grid library's frame. */
import type { CustomCellRendererProps } from 'ag-grid-react'
import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Column } from './column.ts'
import { flashCell, flashWay } from './flash.ts'

/** What draws a cell; `current` gives the row that is there when it is pressed, which may be a later one than was drawn. */
export type DrawCell<Row> = (row: Row, current: () => Row) => ReactNode

type GridCell<Row> = ComponentType<CustomCellRendererProps<Row>>

export function componentCell<Row>(draw: DrawCell<Row>): GridCell<Row> {
  return ({ data, node }) => (data === undefined ? null : draw(data, () => node.data ?? data))
}

interface TextCellOptions<Row> {
  readonly column: Column<Row>
  readonly text: (row: Row, widthPx: number) => string
  readonly className: (row: Row) => string
}

export function textCell<Row>({ column, text, className }: TextCellOptions<Row>): GridCell<Row> {
  function TextCell({ data, column: drawn }: CustomCellRendererProps<Row>): ReactNode {
    if (data === undefined) return null
    return <span className={className(data)}>{text(data, drawn?.getActualWidth() ?? Number.POSITIVE_INFINITY)}</span>
  }
  if (column.flashStep === undefined) return TextCell
  return function FlashingCell(props) {
    const { data, eGridCell } = props
    const before = useRef(data)
    useLayoutEffect(() => {
      const way = before.current === undefined || data === undefined ? undefined : flashWay(column, before.current, data)
      before.current = data
      if (way !== undefined) flashCell(eGridCell, way)
    }, [data, eGridCell])
    return <TextCell {...props} />
  }
}
