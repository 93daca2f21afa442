/** Whether the wire preview is open or folded to one line; stored. Until chosen it is open where there is room for it. */
import { useState } from 'react'
import { readStored, writeStored } from '../../../ui/stored.ts'

const key = 'legwork.build.wireOpen'
export const foldButtonId = 'wire-preview-fold'

export interface WireFold {
  readonly open: boolean
  readonly toggle: () => void
}

export function useWireFold(hasRoom: boolean): WireFold {
  const [chosen, setChosen] = useState(() => readStored(key))
  const open = typeof chosen === 'boolean' ? chosen : hasRoom
  const toggle = (): void => {
    setChosen(!open)
    writeStored(key, !open)
    // The button is a new element, so it gets the focus again.
    requestAnimationFrame(() => document.getElementById(foldButtonId)?.focus())
  }
  return { open, toggle }
}
