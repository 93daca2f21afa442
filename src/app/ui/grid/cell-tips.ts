/** Tooltips of cells and headers, set as titles when the pointer arrives, so that unread cells carry none. */
import type { Column } from './column.ts'

export function tipAt<Row>(
  target: Element,
  columns: readonly Column<Row>[],
  rowOf: (id: string) => Row | undefined,
): string | undefined {
  const cell = target.closest('[col-id]')
  const column = columns.find(each => each.id === cell?.getAttribute('col-id'))
  if (cell === null || column === undefined) return undefined
  if (cell.getAttribute('role') === 'columnheader') return column.title
  const row = rowOf(cell.closest('[row-id]')?.getAttribute('row-id') ?? '')
  return row === undefined ? undefined : column.tip?.(row)
}

export function showTip<Row>(
  target: EventTarget | null,
  columns: readonly Column<Row>[],
  rowOf: (id: string) => Row | undefined,
): void {
  if (!(target instanceof Element)) return
  const cell = target.closest('[col-id]')
  const tip = tipAt(target, columns, rowOf)
  if (tip === undefined) cell?.removeAttribute('title')
  else cell?.setAttribute('title', tip)
}
