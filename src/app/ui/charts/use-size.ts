import { type RefCallback, useCallback, useState } from 'react'

const unmeasured: Size = { width: 0, height: 0 }

/** Size of an element in px, kept up to date; zero until measured. */
export function useSize(): [RefCallback<HTMLElement>, Size] {
  const [size, setSize] = useState(unmeasured)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const take = (width: number, height: number): void => {
      const [whole, high] = [Math.floor(width), Math.floor(height)]
      setSize(before => (before.width === whole && before.height === high ? before : { width: whole, height: high }))
    }
    // Measured before the first paint, so that nothing is drawn at a wrong width.
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

interface Size {
  readonly width: number
  readonly height: number
}

export function elementSize(element: Element): Size {
  const box = element.getBoundingClientRect()
  const exact = (px: number, whole: number): number => Math.floor(px > 0 ? Math.min(px, whole) : whole)
  return { width: exact(box.width, element.clientWidth), height: exact(box.height, element.clientHeight) }
}
