/**
 * A gesture that is under way: a handle or a slider that a pointer moves. What would be drawn in the middle of it can wait for its rest, which whoever
 * follows the pointer states.
 */
const listeners = new Set<(isMoving: boolean) => void>()
let isMoving = false

function set(next: boolean): void {
  if (next === isMoving) return
  isMoving = next
  for (const listener of listeners) listener(next)
}

export const gestureMoves = (): void => set(true)
export const gestureRests = (): void => set(false)

/** Told as it begins and as it rests; the answer ends that. */
export function subscribeGesture(listener: (isMoving: boolean) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Runs it now, or as soon as a gesture that is under way rests. */
export function whenAtRest(run: () => void): void {
  if (!isMoving) return run()
  const stop = subscribeGesture(() => {
    stop()
    run()
  })
}
