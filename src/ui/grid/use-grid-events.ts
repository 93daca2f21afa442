import type { CellClickedEvent, CellKeyDownEvent, FullWidthCellKeyDownEvent, RowClickedEvent } from 'ag-grid-community'
import type { Slot } from './slot.ts'
import type { DataGridProps } from './data-grid.tsx'

const isPressed = (event: Event | null | undefined): event is KeyboardEvent => event instanceof KeyboardEvent

/** A press on a control within a cell is the control's, not the row's. */
const onControl = (event: Event | null | undefined): boolean =>
  event?.target instanceof Element && event.target.closest('button, a, input, select') !== null

/** Clicks and keys of rows and cells in our terms. */
export function useGridEvents<Row>({ onRowClick, onCellKey, onCellClick }: DataGridProps<Row>) {
  return {
    onRowClicked: ({ data, event }: RowClickedEvent<Slot<Row>>): void => {
      if (data !== undefined && !onControl(event)) onRowClick?.(data.row)
    },
    onCellClicked: ({ data, column, event }: CellClickedEvent<Slot<Row>>): void => {
      if (data !== undefined && !onControl(event)) onCellClick?.(data.row, column.getColId())
    },
    onCellKeyDown: (press: CellKeyDownEvent<Slot<Row>> | FullWidthCellKeyDownEvent<Slot<Row>>): void => {
      const { event, data } = press
      if (!isPressed(event) || data === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      const columnId = 'column' in press ? press.column.getColId() : ''
      if (onCellKey?.(event.key, data.row, columnId) === true) {
        event.preventDefault()
        return
      }
      if (event.key !== 'Enter') return
      // Enter on a cell with a control in it goes to the control.
      const control = event.target instanceof HTMLElement ? event.target.querySelector<HTMLElement>('button, a, input') : null
      if (control !== null) control.focus()
      else if (!onControl(event)) onRowClick?.(data.row)
    },
  }
}
