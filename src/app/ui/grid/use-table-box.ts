import { type RefObject, type UIEvent, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TableBox } from './use-column-layout.ts'

const sizeOf = ({ clientWidth, clientHeight, offsetWidth }: HTMLElement): TableBox => ({
  widthPx: clientWidth,
  heightPx: clientHeight,
  outerPx: offsetWidth,
})
const isSame = (a: TableBox | undefined, b: TableBox): boolean =>
  a?.widthPx === b.widthPx && a.heightPx === b.heightPx && a.outerPx === b.outerPx

export function useTableBox(host: RefObject<HTMLElement | null>, rowPx: number) {
  const [box, setBox] = useState<TableBox>()
  const [firstSeen, setFirstSeen] = useState(0)
  useLayoutEffect(() => {
    const { current } = host
    if (current === null) return undefined
    const measure = (): void => {
      const size = sizeOf(current)
      setBox(before => (isSame(before, size) ? before : size))
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(current)
    // Printing does not scroll, so all rows are rendered.
    const unroll = (): void => flushSync(() => setBox({ ...sizeOf(current), heightPx: Number.POSITIVE_INFINITY }))
    window.addEventListener('beforeprint', unroll)
    window.addEventListener('afterprint', measure)
    return () => {
      resized.disconnect()
      window.removeEventListener('beforeprint', unroll)
      window.removeEventListener('afterprint', measure)
    }
  }, [host])
  const onScroll = ({ currentTarget, target }: UIEvent<HTMLElement>): void => {
    if (target === currentTarget) setFirstSeen(Math.ceil(currentTarget.scrollTop / rowPx))
  }
  return { box, firstSeen, onScroll }
}
