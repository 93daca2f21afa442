/**
 * The cells of the grid: components of its React frame. A cell of plain text writes its text itself, and may be told to do so again (`drawTexts`): React
 * makes the cell and takes it away, but a poll goes past it, since the grid's own refreshing sets a state in each cell that changed.
 */
import type { CustomCellRendererProps } from 'ag-grid-react'
import { type ComponentType, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Slot } from './slot.ts'

/** What draws a cell; `current` gives the row that is there when it is pressed, which may be a later one than was drawn. */
export type DrawCell<Row> = (row: Row, current: () => Row) => ReactNode

type GridCell<Row> = ComponentType<CustomCellRendererProps<Slot<Row>>>

export function componentCell<Row>(draw: DrawCell<Row>): GridCell<Row> {
  return ({ data }) => (data === undefined ? null : draw(data.row, () => data.row))
}

interface DrawnText {
  readonly host: Element
  readonly draw: () => void
}

/** Text cells in the document, and what draws them anew: by the row's place, then by column. */
const drawnTexts = new WeakMap<object, Map<string, DrawnText>>()

function register(slot: object, columnId: string, drawn: DrawnText): () => void {
  const ofRow = drawnTexts.get(slot) ?? new Map<string, DrawnText>()
  drawnTexts.set(slot, ofRow)
  ofRow.set(columnId, drawn)
  return () => {
    if (ofRow.get(columnId) === drawn) ofRow.delete(columnId)
  }
}

/** The grid's cell around a text; undefined where it is not in the document. */
export const cellOf = <Row,>(slot: Slot<Row>, columnId: string): Element | undefined =>
  drawnTexts.get(slot)?.get(columnId)?.host.closest('[role="gridcell"]') ?? undefined

/** Draws the text cells of these rows anew; of these columns, or of all. */
export function drawTexts<Row>(slots: readonly Slot<Row>[], columnIds?: readonly string[]): void {
  for (const slot of slots) {
    const ofRow = drawnTexts.get(slot)
    if (ofRow === undefined) continue
    for (const id of columnIds ?? ofRow.keys()) ofRow.get(id)?.draw()
  }
}

/** A text node that is changed keeps its box; one that takes another's place is laid out from nothing, which costs several times as much. */
export function writeCell(host: HTMLElement, text: string, className: string): void {
  const node = host.firstChild
  if (node instanceof Text) {
    if (node.data !== text) node.data = text
  } else host.textContent = text
  if (host.className !== className) host.className = className
}

interface TextCellOptions<Row> {
  readonly columnId: string
  readonly text: (row: Row, widthPx: number) => string
  readonly className: (row: Row) => string
}

export function textCell<Row>({ columnId, text, className }: TextCellOptions<Row>): GridCell<Row> {
  return function TextCell({ data, column }) {
    const host = useRef<HTMLSpanElement>(null)
    useLayoutEffect(() => {
      const element = host.current
      if (element === null || data === undefined) return undefined
      const draw = (): void => writeCell(element, text(data.row, column?.getActualWidth() ?? Number.POSITIVE_INFINITY), className(data.row))
      draw()
      return register(data, columnId, { host: element, draw })
    })
    return <span ref={host} />
  }
}
