/** Whether the wire preview is open or folded to one line; stored. Folding leaves room for the payoff. */
import { useState } from 'react'
import { readStored, writeStored } from '../../../ui/stored.ts'

const key = 'legwork.build.wireOpen'
export const foldButtonId = 'wire-preview-fold'

export interface WireFold {
  readonly open: boolean
  readonly toggle: () => void
}

export const isWireOpen = (): boolean => readStored(key) === true

export function useWireFold(): WireFold {
  const [open, setOpen] = useState(isWireOpen)
  const toggle = (): void => {
    setOpen(!open)
    writeStored(key, !open)
    // The button is a new element, so it gets the focus again.
    requestAnimationFrame(() => document.getElementById(foldButtonId)?.focus())
  }
  return { open, toggle }
}
