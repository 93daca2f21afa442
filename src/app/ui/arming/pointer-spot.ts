/** Last position of the mouse, to detect a button that appears under it. */

export interface Spot {
  readonly x: number
  readonly y: number
}

let last: Spot | undefined

export const pointerSpot = (): Spot | undefined => last

const note = (event: PointerEvent): void => {
  if (event.pointerType !== 'touch') last = { x: event.clientX, y: event.clientY }
}

/**
 * Starts tracking the mouse. Call this before the first screen, since later code may load after the mouse has stopped.
 */
export function startPointerSpot(): void {
  window.addEventListener('pointermove', note, { capture: true, passive: true })
  window.addEventListener('pointerdown', note, { capture: true, passive: true })
}

export const isWithin = ({ left, right, top, bottom }: DOMRect, { x, y }: Spot): boolean =>
  x >= left && x <= right && y >= top && y <= bottom
