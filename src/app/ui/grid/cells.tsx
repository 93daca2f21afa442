import type { CustomCellRendererProps } from 'ag-grid-react'
import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Column } from './column.ts'
import { flashCell, flashWay } from './flash.ts'

/** Renders a cell; `current` returns the row at the time of a press, which may be newer than the rendered one. */
export type DrawCell<Row> = (row: Row, current: () => Row) => ReactNode

type GridCell<Row> = ComponentType<CustomCellRendererProps<Row>>

export function componentCell<Row>(draw: DrawCell<Row>): GridCell<Row> {
  return ({ data, node }) => (data === undefined ? null : draw(data, () => node.data ?? data))
}

export function flashingCell<Row>(column: Column<Row>): GridCell<Row> {
  return function FlashingCell({ data, eGridCell, valueFormatted }) {
    const before = useRef(data)
    useLayoutEffect(() => {
      const way =
        before.current === undefined || data === undefined ? undefined : flashWay(column, before.current, data)
      before.current = data
      if (way !== undefined) flashCell(eGridCell, way)
    }, [data, eGridCell])
    return valueFormatted
  }
}
