/** Which rows of a long table are worth drawing: those in view and a few around them. Short tables are drawn whole. */
import { type RefObject, useEffect, useState } from 'react'

/** Up to so many rows nothing is left out. */
const wholeUpTo = 150
const around = 20

export interface RowWindow {
  readonly from: number
  readonly to: number
}

export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeightPx: number): RowWindow {
  const [range, setRange] = useState<RowWindow>({ from: 0, to: wholeUpTo })
  useEffect(() => {
    const element = scroller.current
    if (element === null || count <= wholeUpTo) return
    const measure = () => {
      const from = Math.max(0, Math.floor(element.scrollTop / rowHeightPx) - around)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowHeightPx) + around
      setRange(now => (Math.abs(now.from - from) < around / 2 && Math.abs(now.to - to) < around / 2 ? now : { from, to }))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      resized.disconnect()
    }
  }, [scroller, count, rowHeightPx])
  return count <= wholeUpTo ? { from: 0, to: count } : { from: range.from, to: Math.min(count, range.to) }
}
