/**
 * Answers that come while a hand is on a handle are drawn once it rests: they are taken in as ever, and their age counts from their arrival, but the
 * components that show them hear of them later. Orders, fills and outcomes do not come this way and are never held.
 */
import { browserTimers } from '../browser/timers.ts'

/** A hand that never rests sees new figures all the same. */
export const mostHeldMs = 5_000

type Run = () => void

let held: Run[] | undefined
let endHold: Run = () => undefined

export const areAnswersHeld = (): boolean => held !== undefined

/** How the query library tells of what changed: at the end of the task in which an answer came, or once the hold is over. */
export function tellWhenDue(run: Run): void {
  if (held === undefined) queueMicrotask(run)
  else held.push(run)
}

export function releaseAnswers(): void {
  if (held === undefined) return
  endHold()
  const due = held
  held = undefined
  for (const run of due) queueMicrotask(run)
}

export function holdAnswers(): void {
  if (held !== undefined) return
  held = []
  endHold = browserTimers.after(mostHeldMs, releaseAnswers)
}
