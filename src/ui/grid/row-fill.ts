/**
 * Gives a grid tens of thousands of rows without holding the page up: those that are seen first at once, the others some thousands a task. A grid that
 * is scrolled far down is given the new list whole, so that nobody's place in it is lost, and so is one that sorts, for any of the rows may come first.
 */
import { afterPaint } from '../after-paint.ts'

/** Some screens full: of lists that follow one another as somebody types, the grid makes no more rows than these. */
export const firstRows = 300
export const rowsATask = 6_000
/** Without another list, before the rows further down are given. */
const restMs = 250

export interface FilledGrid<Item> {
  /** In place of what it has. */
  readonly put: (items: Item[]) => void
  /** Below what it has. */
  readonly add: (items: Item[]) => void
  /** Rows above those in view. */
  readonly above: () => number
  /** A part of the list will not do. */
  readonly isWhole: () => boolean
}

export interface RowFill<Item> {
  readonly setRows: (items: readonly Item[]) => void
  /** What is not there yet at once: for whoever reads the grid's rows. */
  readonly finish: () => void
  /** Nothing more is given. */
  readonly stop: () => void
}

/** `waiting`: items below those that the grid was made with. */
export function createRowFill<Item>(grid: FilledGrid<Item>, waiting: readonly Item[] = []): RowFill<Item> {
  let rest = waiting
  let cancel: (() => void) | undefined
  const stop = (): void => {
    cancel?.()
    cancel = undefined
    rest = []
  }
  const give = (count: number): void => {
    const next = rest.slice(0, count)
    rest = rest.slice(count)
    if (next.length > 0) grid.add(next)
  }
  const goOn = (): void => {
    cancel = rest.length === 0 ? undefined : afterPaint(run)
  }
  /** Lists that follow one another, as they do while somebody types, are not filled up each. */
  const goOnLater = (): void => {
    const timer = setTimeout(goOn, restMs)
    cancel = () => clearTimeout(timer)
  }
  const run = (): void => {
    give(rowsATask)
    goOn()
  }
  goOn()
  return {
    setRows(items) {
      stop()
      if (items.length <= firstRows || grid.above() > firstRows / 2 || grid.isWhole()) return grid.put([...items])
      grid.put(items.slice(0, firstRows))
      rest = items.slice(firstRows)
      goOnLater()
    },
    finish() {
      cancel?.()
      cancel = undefined
      give(rest.length)
    },
    stop,
  }
}
