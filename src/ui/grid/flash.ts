/** Prices that moved are marked for a moment. The class is put on the cell itself and taken off again: the grid draws nothing for it. */
import type { Column } from './column.ts'
import styles from './grid.module.css'

export type FlashWay = 'up' | 'down'

const flashMs = 300
const classes = { up: styles.upFlash ?? '', down: styles.downFlash ?? '' } as const

/** Which way the price of `column` moved, where it moved by more than its step. */
export function flashWay<Row>(column: Column<Row>, before: Row, now: Row): FlashWay | undefined {
  const step = column.flashStep?.(now)
  const [from, to] = [column.sortValue(before), column.sortValue(now)]
  if (step === undefined || typeof from !== 'number' || typeof to !== 'number' || Math.abs(to - from) <= step) return undefined
  return to > from ? 'up' : 'down'
}

/** Which marking of a cell is its last. */
const turns = new WeakMap<Element, object>()

/** Marks cells that moved together, and takes all the marks off together. */
export function flashCells(cells: readonly (readonly [Element, FlashWay])[]): void {
  const turn = {}
  for (const [cell, way] of cells) {
    cell.classList.remove(classes[way === 'up' ? 'down' : 'up'])
    cell.classList.add(classes[way])
    turns.set(cell, turn)
  }
  setTimeout(() => {
    for (const [cell, way] of cells) if (turns.get(cell) === turn) cell.classList.remove(classes[way])
  }, flashMs)
}

/** Takes off the marks of rows that were there before others came into their places. */
export function endFlashes(host: Element): void {
  for (const way of ['up', 'down'] as const)
    for (const cell of host.querySelectorAll(`.${CSS.escape(classes[way])}`)) cell.classList.remove(classes[way])
}
