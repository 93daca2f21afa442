import { type RefCallback, useCallback, useState } from 'react'

/** Size of an element in px, kept up to date; zero until it has been measured. */
export function useSize(): [RefCallback<HTMLElement>, { readonly width: number; readonly height: number }] {
  const [size, setSize] = useState({ width: 0, height: 0 })
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(entries => {
      const box = entries.at(-1)?.contentRect
      if (box !== undefined) setSize({ width: Math.floor(box.width), height: Math.floor(box.height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
