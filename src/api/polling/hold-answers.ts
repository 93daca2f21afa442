/**
 * When components hear of an answer. One that comes while a hand is on a handle is drawn once it rests, and one that a table has drawn by itself
 * (`draw-first.ts`) after that picture: it is taken in as ever, and its age counts from its arrival, but the components that show it hear of it later.
 * Orders, fills and outcomes do not come this way and are never held.
 */
import { browserTimers } from '../browser/timers.ts'

/** A hand that never rests sees new figures all the same, all of them at once each time. */
export const mostHeldMs = 5_000

type Run = () => void

let held: Run[] | undefined
let endHold: Run = () => undefined

export const areAnswersHeld = (): boolean => held !== undefined

/** Runs what it is given once, later. */
export type Later = (run: Run) => unknown

let later: Later | undefined

/** What is being taken in at this moment is told of later. */
export function tellLater(how: Later): void {
  later = how
  queueMicrotask(() => {
    later = undefined
  })
}

/** How the query library tells of what changed: at the end of the task in which an answer came, once the hold is over, or after the picture that shows it. */
export function tellWhenDue(run: Run): void {
  if (held !== undefined) held.push(run)
  else if (later === undefined) queueMicrotask(run)
  // A hand may be on a handle by then.
  else later(() => tellWhenDue(run))
}

export function releaseAnswers(): void {
  if (held === undefined) return
  endHold()
  const due = held
  held = undefined
  for (const run of due) queueMicrotask(run)
}

/** Until they are released; those that come in a hold without end are told together, as often as the bound asks. */
export function holdAnswers(): void {
  if (held !== undefined) return
  held = []
  endHold = browserTimers.after(mostHeldMs, () => {
    releaseAnswers()
    holdAnswers()
  })
}
