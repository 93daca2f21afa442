/** Clicks, keys and ticks of the grid library in our terms; what is to be done is read when it happens. */
import type { CellKeyDownEvent, FullWidthCellKeyDownEvent, GridApi, GridOptions, RowClickedEvent } from 'ag-grid-community'
import type { Column } from './column.ts'
import { writeColumnState } from './column-state.ts'
import type { DataGridProps } from './data-grid-props.ts'
import { copyText } from '../controls/copy-text.ts'
import { plainTable, tabbedText } from './view-table.ts'

const isPressed = (event: Event | null | undefined): event is KeyboardEvent => event instanceof KeyboardEvent

/** A press on a control within a cell is the control's, not the row's. */
const onControl = (event: Event | null | undefined): boolean =>
  event?.target instanceof Element && event.target.closest('button, a, input, select') !== null

/** Those with words in their heads, from left to right. */
const shownColumns = <Row>(api: GridApi<Row>, columns: readonly Column<Row>[]): readonly Column<Row>[] =>
  api.getAllDisplayedColumns().flatMap(each => columns.filter(({ id, quietHeader }) => id === each.getColId() && quietHeader !== true))

type KeyDown<Row> = CellKeyDownEvent<Row> | FullWidthCellKeyDownEvent<Row>

function takeKey<Row>(press: KeyDown<Row>, { onCellKey, onRowClick, columns }: DataGridProps<Row>): void {
  const { event, data, api } = press
  if (!isPressed(event) || data === undefined) return
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'c' && !event.shiftKey && !event.altKey) {
    void copyRows(tabbedText(plainTable(shownColumns(api, columns), [data])))
    return
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const columnId = 'column' in press ? press.column.getColId() : ''
  if (onCellKey?.(event.key, data, columnId) === true) {
    event.preventDefault()
    return
  }
  if (event.key !== 'Enter') return
  // Enter on a cell with a control in it goes to the control.
  const control = event.target instanceof HTMLElement ? event.target.querySelector<HTMLElement>('button, a, input') : null
  if (control !== null) control.focus()
  else if (!onControl(event)) onRowClick?.(data)
}

/** The row with the focus under its heads; text that is marked by hand goes before. */
async function copyRows(text: string): Promise<void> {
  if ((globalThis.getSelection()?.toString() ?? '') !== '') return
  await copyText(text)
}

/** What the reader did to the columns is kept; what the grid does by itself, on start or for want of room, is not the reader's choice. */
function saveColumns<Row>(gridId: string, { api, source }: { readonly api: GridApi<Row>; readonly source: string }): void {
  if (source.startsWith('ui')) writeColumnState(gridId, api.getColumnState())
}

export function gridEvents<Row>(props: () => DataGridProps<Row>): GridOptions<Row> {
  const save = (event: { readonly api: GridApi<Row>; readonly source: string }): void => saveColumns(props().id, event)
  return {
    onRowClicked: ({ data, event }: RowClickedEvent<Row>) => {
      if (data !== undefined && !onControl(event)) props().onRowClick?.(data)
    },
    onCellKeyDown: (press: KeyDown<Row>) => takeKey(press, props()),
    onColumnResized: event => {
      if (!event.finished) return
      save(event)
      // What is written in a cell depends on its width.
      event.api.refreshCells({ force: true, suppressFlash: true })
    },
    onColumnMoved: save,
    onColumnVisible: save,
    onColumnPinned: save,
    onSortChanged: save,
  }
}
