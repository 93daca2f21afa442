/**
 * Delays code that the first screen does not need until that screen is usable. Without the delay Portfolio was usable
 * after 54 files of script, with it after 7 (bench `start`). The first press or key ends the delay, since it may ask
 * for such code.
 */

import { createSignal } from '../../core/domain/store.ts'

/** Ends the delay of a screen that never gets usable because its data failed. */
const longestMs = 5_000

const usable = createSignal()
let waiting: Promise<void> | undefined

export function waitForUsable(): void {
  waiting = new Promise(resolve => {
    // A hidden page has no next frame: the time ends its delay.
    const stop = usable.listen(() => {
      stop()
      requestAnimationFrame(() => setTimeout(resolve))
    })
    for (const event of ['pointerdown', 'keydown'])
      addEventListener(event, () => resolve(), { capture: true, once: true })
    setTimeout(resolve, longestMs)
  })
}

/** Ends the delay after the next frame. */
export const markUsable = usable.emit

export const afterUsable = async (): Promise<void> => await waiting
