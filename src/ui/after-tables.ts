/**
 * Work that follows the tables of a screen: it starts once each table that has rows is drawn by the grid library, so that neither files nor the
 * page's thread are shared with what the trader looks at first. Where there is no such table it follows the next picture.
 */
import { afterPaint } from './after-paint.ts'

/** A table that is not drawn by then, of a page in the background for one, holds up nothing any more. */
const patienceMs = 1_500

let pending = 0
const waiting = new Set<() => void>()

/** A table has rows that the grid library has not drawn yet; the answer says that it has, or that the table is gone. */
export function tableStarts(): () => void {
  let isOver = false
  pending += 1
  return () => {
    if (isOver) return
    isOver = true
    pending -= 1
    if (pending === 0) for (const start of waiting) start()
  }
}

/** The answer calls it off. */
export function afterTables(run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = (): void => {
    waiting.delete(start)
    clearTimeout(timer)
  }
  const start = (): void => {
    leave()
    cancel = afterPaint(run)
  }
  // Tables of the same drawing have said by then that they start.
  let cancel = afterPaint(() => {
    if (pending === 0) {
      run()
      return
    }
    waiting.add(start)
    timer = setTimeout(start, patienceMs)
  })
  return () => {
    leave()
    cancel()
  }
}
