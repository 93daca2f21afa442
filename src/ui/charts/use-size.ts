import { type RefCallback, useCallback, useState } from 'react'

const unmeasured: Size = { width: 0, height: 0 }

/** Size of an element in px, kept up to date; zero until it has been measured. */
export function useSize(): [RefCallback<HTMLElement>, Size] {
  const [size, setSize] = useState(unmeasured)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const take = (width: number, height: number): void => {
      const [whole, high] = [Math.floor(width), Math.floor(height)]
      setSize(before => (before.width === whole && before.height === high ? before : { width: whole, height: high }))
    }
    // The first size before the first paint: nothing is drawn for a width that it has not.
    const first = elementSize(element)
    take(first.width, first.height)
    const observer = new ResizeObserver(entries => {
      const box = entries.at(-1)?.contentRect
      if (box !== undefined) take(box.width, box.height)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}

/** The room in an element, whole px: of a part of a pixel what is within it, as an observer of it will count. */
interface Size {
  readonly width: number
  readonly height: number
}

export function elementSize(element: Element): Size {
  const box = element.getBoundingClientRect()
  const exact = (px: number, whole: number): number => Math.floor(px > 0 ? Math.min(px, whole) : whole)
  return { width: exact(box.width, element.clientWidth), height: exact(box.height, element.clientHeight) }
}
