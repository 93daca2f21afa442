/** Whether the wire preview is open or one line: kept from visit to visit. A line leaves its height to the payoff. */
import { useState } from 'react'
import { readStored, writeStored } from '../../../ui/stored.ts'

const key = 'legwork.build.wireOpen'
/** Of the one button that opens and folds it, whichever form it stands in. */
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
    // The button is drawn again in the other form: the focus goes along.
    requestAnimationFrame(() => document.getElementById(foldButtonId)?.focus())
  }
  return { open, toggle }
}
