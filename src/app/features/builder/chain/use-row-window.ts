/**
 * Rows of a table to render: for a long table the visible ones with a margin. A short one is rendered whole, but first
 * only with rows that can be visible (`useDeferredValue`). Not @tanstack/react-virtual 3.14, because its 9 kB (brotli)
 * exceed the Build screen's limit.
 */
import { type RefObject, useDeferredValue, useEffect, useState } from 'react'

const wholeUpTo = 150
const around = 20

export interface RowWindow {
  readonly from: number
  readonly to: number
}

export function rowsAround(middle: number, count: number, rowHeightPx: number): RowWindow {
  const most = Math.ceil(innerHeight / rowHeightPx)
  const from = Math.max(0, Math.min(middle - Math.ceil(most / 2), count - most))
  return { from, to: Math.min(count, from + most + 1) }
}

const isNear = (a: number, b: number): boolean => Math.abs(a - b) < around / 2

export function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowHeightPx: number,
  middle: number,
): RowWindow {
  const isFirstDrawn = useDeferredValue(true, false)
  const [range, setRange] = useState<RowWindow>()
  useEffect(() => {
    const element = scroller.current
    if (element === null || count <= wholeUpTo) return
    const measure = () => {
      const from = Math.max(0, Math.floor(element.scrollTop / rowHeightPx) - around)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / rowHeightPx) + around
      setRange(now => (now !== undefined && isNear(now.from, from) && isNear(now.to, to) ? now : { from, to }))
    }
    element.addEventListener('scroll', measure, { passive: true })
    // Also called once it is laid out.
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      resized.disconnect()
    }
  }, [scroller, count, rowHeightPx])
  if (count <= wholeUpTo && isFirstDrawn) return { from: 0, to: count }
  if (count <= wholeUpTo || range === undefined) return rowsAround(middle, count, rowHeightPx)
  return { from: range.from, to: Math.min(count, range.to) }
}
