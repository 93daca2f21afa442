/** Keeps the focus ring on the current leg when its row gives way to another: moved to another strike, or removed. */
import { useEffect, useRef } from 'react'
import { focusLeg, legHasFocus } from '../draft/leg-focus.ts'

export function useLegRing(current: string | undefined): void {
  const wasOnLeg = useRef(false)
  useEffect(() => {
    const note = (): void => {
      wasOnLeg.current = legHasFocus()
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    // Nothing else took the focus: it went with the row.
    if (current !== undefined && wasOnLeg.current && document.activeElement === document.body) focusLeg(current)
  }, [current])
}
