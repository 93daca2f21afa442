/**
 * Code that no screen needs before it may be used is fetched after that, in the order in which its parts were drawn: fetched at once, it arrives
 * before the first table and delays it (bench `start`: 54 files instead of 20 until Portfolio was usable). A first press or key ends the waiting,
 * for what it asks for may be such a part.
 */

/** After this long a screen that is not usable, because its data failed, gets the rest all the same. */
const longestMs = 5_000

let waiting: Promise<void> | undefined
let end: (() => void) | undefined

/** From the start of the program until its first screen may be used; without this call nothing waits. */
export function waitForUsable(): void {
  waiting = new Promise(resolve => {
    end = resolve
  })
  for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => end?.(), { capture: true, once: true })
  setTimeout(() => end?.(), longestMs)
}

/** The first screen may be used once its next frame is painted. */
export const markUsable = (): void => void requestAnimationFrame(() => setTimeout(() => end?.()))

/** Resolves once the first screen may be used. */
export const afterUsable = async (): Promise<void> => await waiting
