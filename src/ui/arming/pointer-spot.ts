/** Where the mouse last stood in the window: a button that comes up there was not chosen by it. */

export interface Spot {
  readonly x: number
  readonly y: number
}

let last: Spot | undefined

/** Undefined while no mouse was seen: it may stand anywhere. */
export const pointerSpot = (): Spot | undefined => last

const note = (event: PointerEvent): void => {
  if (event.pointerType !== 'touch') last = { x: event.clientX, y: event.clientY }
}

/** Follows the mouse from here on; before the first screen, since what asks a question may be loaded later than the mouse came to rest. */
export function startPointerSpot(): void {
  window.addEventListener('pointermove', note, { capture: true, passive: true })
  window.addEventListener('pointerdown', note, { capture: true, passive: true })
}

export const isWithin = ({ left, right, top, bottom }: DOMRect, { x, y }: Spot): boolean =>
  x >= left && x <= right && y >= top && y <= bottom
