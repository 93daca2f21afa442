/** Highlights prices that moved, by a class on the cell, without involving the grid. */
import type { Column } from './column.ts'
import styles from './grid.module.css'

export type FlashWay = 'up' | 'down'

const flashMs = 300
const classes = { up: styles.upFlash ?? '', down: styles.downFlash ?? '' } as const

export function flashWay<Row>(column: Column<Row>, before: Row, now: Row): FlashWay | undefined {
  const step = column.flashStep?.(now)
  const [from, to] = [column.sortValue(before), column.sortValue(now)]
  if (step === undefined || typeof from !== 'number' || typeof to !== 'number' || Math.abs(to - from) <= step)
    return undefined
  return to > from ? 'up' : 'down'
}

const turns = new WeakMap<Element, object>()

export function flashCell(cell: Element, way: FlashWay): void {
  const turn = {}
  cell.classList.remove(classes[way === 'up' ? 'down' : 'up'])
  cell.classList.add(classes[way])
  turns.set(cell, turn)
  setTimeout(() => {
    if (turns.get(cell) === turn) cell.classList.remove(classes[way])
  }, flashMs)
}
