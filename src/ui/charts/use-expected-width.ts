/**
 * Width of an element whose width is mostly known beforehand. It is not asked for as the element is put into the page, which would lay the whole page
 * out in the midst of drawing it, but heard of when that is done anyway; where it is another, all is drawn anew before anything is painted.
 */
import { type RefCallback, useCallback, useState } from 'react'
import { flushSync } from 'react-dom'
import { elementSize } from './use-size.ts'

/** Whole px, kept up to date; `expectedPx` until the page is laid out. Where nothing is expected (zero) it is measured at once. */
export function useExpectedWidth(expectedPx: number): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(expectedPx)
  const [isExpected] = useState(expectedPx !== 0)
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      if (!isExpected) setWidth(elementSize(element).width)
      const observer = new ResizeObserver(entries => {
        const box = entries.at(-1)?.contentRect
        if (box !== undefined) flushSync(() => setWidth(Math.floor(box.width)))
      })
      observer.observe(element)
      return () => observer.disconnect()
    },
    [isExpected],
  )
  return [ref, width]
}
