/**
 * Arm, then fire: whether a press on a button that can cost money was meant. A question (an order under review, its price, size and side) is put at a moment
 * and put again whenever it changes; a press counts only once the question has rested, and never in the middle of typing. Pure: the times of events come in, in ms
 * of one monotonic clock.
 */

/** What a press of Enter must be: a tap is enough, or it is held down. */
export type Gesture = 'tap' | 'hold'

/** A question must stand so long before an answer to it counts. */
export const restMs = 400
/** A press so soon after typing belongs to the typing. */
export const typingMs = 300
export const holdMs = 400

export interface Arming {
  readonly gesture: Gesture
  /** When the question was put, in its present form. */
  readonly askedMs: number
  /** The last key typed that is no answer. */
  readonly typedMs: number | undefined
  /** Was a key typed that has no place here? Who types such keys has something else in mind: a tap is not enough any more. */
  readonly hasStrayed: boolean
  /** Since when the key is held down. */
  readonly heldSinceMs: number | undefined
}

export type Ignored = 'too_soon' | 'typing' | 'let_go' | 'already_there'

export type Verdict =
  | { readonly kind: 'fire' }
  /** Fires at `atMs`, unless it is let go before. */
  | { readonly kind: 'holding'; readonly atMs: number }
  | { readonly kind: 'ignored'; readonly why: Ignored }
  | { readonly kind: 'nothing' }

export interface Step {
  readonly arming: Arming
  readonly verdict: Verdict
}

const nothing: Verdict = { kind: 'nothing' }

/** The question is put, or put again: what was pressed or held until now was meant for the one before. */
export const ask = (gesture: Gesture, atMs: number, before?: Arming): Arming => ({
  gesture,
  askedMs: atMs,
  typedMs: before?.typedMs,
  hasStrayed: before?.hasStrayed === true,
  heldSinceMs: undefined,
})

/** A key that is no answer; typed into a field of the question (`inField`) it is at least no stray one. */
export const typed = (arming: Arming, atMs: number, inField = false): Step => ({
  arming: { ...arming, typedMs: atMs, hasStrayed: arming.hasStrayed || !inField, heldSinceMs: undefined },
  verdict: arming.heldSinceMs === undefined ? nothing : { kind: 'ignored', why: 'typing' },
})

function tooEarly({ askedMs, typedMs }: Arming, atMs: number): Ignored | undefined {
  if (typedMs !== undefined && atMs - typedMs < typingMs) return 'typing'
  return atMs - askedMs < restMs ? 'too_soon' : undefined
}

/** Enter goes down; its repeats look the same. */
export function press(arming: Arming, atMs: number): Step {
  const why = tooEarly(arming, atMs)
  if (why !== undefined) return { arming: { ...arming, heldSinceMs: undefined }, verdict: { kind: 'ignored', why } }
  if (arming.gesture === 'tap' && !arming.hasStrayed) return { arming, verdict: { kind: 'fire' } }
  return { arming: { ...arming, heldSinceMs: atMs }, verdict: { kind: 'holding', atMs: atMs + holdMs } }
}

/** Time has passed while Enter was held. */
export function elapse(arming: Arming, atMs: number): Step {
  const { heldSinceMs } = arming
  if (heldSinceMs === undefined || atMs - heldSinceMs < holdMs) return { arming, verdict: nothing }
  return { arming: { ...arming, heldSinceMs: undefined }, verdict: { kind: 'fire' } }
}

/** Enter comes up, or the button lost the keyboard. */
export function release(arming: Arming, atMs: number): Step {
  const elapsed = elapse(arming, atMs)
  if (arming.heldSinceMs === undefined || elapsed.verdict.kind === 'fire') return elapsed
  return { arming: { ...arming, heldSinceMs: undefined }, verdict: { kind: 'ignored', why: 'let_go' } }
}

/**
 * A click. `wasThere`: the mouse stood on the button when the question was put and has not left it since. A finger, a switch or assistive
 * technology has no such place.
 */
export function click(arming: Arming, atMs: number, wasThere: boolean): Step {
  const why = tooEarly(arming, atMs) ?? (wasThere ? 'already_there' : undefined)
  return { arming, verdict: why === undefined ? { kind: 'fire' } : { kind: 'ignored', why } }
}
