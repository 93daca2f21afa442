/** Rows of a table that can be seen, to steps of a few, so that a small movement changes nothing. */
import { type RefObject, useEffect, useState } from 'react'
import type { RowWindow } from './use-row-window.ts'

const stepRows = 8
const restMs = 200

/** Nothing is watched, and no row in view, while `isAsked` is false. */
export function useRowsInView(scroller: RefObject<HTMLElement | null>, count: number, rowHeightPx: number, isAsked: boolean): RowWindow {
  const [seen, setSeen] = useState<RowWindow>({ from: 0, to: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null || !isAsked) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const measure = () => {
      const first = Math.floor(element.scrollTop / rowHeightPx / stepRows) * stepRows
      const last = Math.ceil((element.scrollTop + element.clientHeight) / rowHeightPx / stepRows) * stepRows
      const to = Math.min(count, last)
      setSeen(now => (now.from === first && now.to === to ? now : { from: first, to }))
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, restMs)
    }
    soon()
    element.addEventListener('scroll', soon, { passive: true })
    return () => {
      clearTimeout(timer)
      element.removeEventListener('scroll', soon)
    }
  }, [scroller, count, rowHeightPx, isAsked])
  return isAsked ? seen : { from: 0, to: 0 }
}
