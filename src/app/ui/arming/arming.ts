/**
 * Decides whether a press on a button that can cost money was deliberate. A question (the order under review, its
 * price, size and side) is asked at a moment, and asked again whenever it changes. A press counts only after a pause,
 * and never while typing. Pure: event times are passed in, in ms of one monotonic clock.
 */

export type Gesture = 'tap' | 'hold'

/** Time that a question must be visible before an answer counts. */
export const restMs = 400
/** A press this soon after typing counts as typing. */
export const typingMs = 300
export const holdMs = 400

export interface ArmingState {
  readonly gesture: Gesture
  readonly askedMs: number
  /** Time of the last key that was not an answer. */
  readonly typedMs: number | undefined
  /**
   * True after a key was typed outside a field of the question: the user has something else in mind, so a tap is no
   * longer enough.
   */
  readonly hasStrayed: boolean
  readonly heldSinceMs: number | undefined
}

export type IgnoredReason = 'too_soon' | 'typing' | 'let_go' | 'already_there'

export type Verdict =
  | { readonly kind: 'fire' }
  | { readonly kind: 'holding'; readonly atMs: number }
  | { readonly kind: 'ignored'; readonly why: IgnoredReason }
  | { readonly kind: 'nothing' }

export interface Step {
  readonly arming: ArmingState
  readonly verdict: Verdict
}

const nothing: Verdict = { kind: 'nothing' }

/** Starts a question or replaces it: earlier presses and holds no longer count. */
export const ask = (gesture: Gesture, atMs: number, before?: ArmingState): ArmingState => ({
  gesture,
  askedMs: atMs,
  typedMs: before?.typedMs,
  hasStrayed: before?.hasStrayed === true,
  heldSinceMs: undefined,
})

/** Handles a key that is not an answer. In a field of the question (`inField`) it does not count as stray. */
export const typed = (arming: ArmingState, atMs: number, inField = false): Step => ({
  arming: { ...arming, typedMs: atMs, hasStrayed: arming.hasStrayed || !inField, heldSinceMs: undefined },
  verdict: arming.heldSinceMs === undefined ? nothing : { kind: 'ignored', why: 'typing' },
})

function tooEarly({ askedMs, typedMs }: ArmingState, atMs: number): IgnoredReason | undefined {
  if (typedMs !== undefined && atMs - typedMs < typingMs) return 'typing'
  return atMs - askedMs < restMs ? 'too_soon' : undefined
}

export function press(arming: ArmingState, atMs: number): Step {
  const why = tooEarly(arming, atMs)
  if (why !== undefined) return { arming: { ...arming, heldSinceMs: undefined }, verdict: { kind: 'ignored', why } }
  if (arming.gesture === 'tap' && !arming.hasStrayed) return { arming, verdict: { kind: 'fire' } }
  return { arming: { ...arming, heldSinceMs: atMs }, verdict: { kind: 'holding', atMs: atMs + holdMs } }
}

export function elapse(arming: ArmingState, atMs: number): Step {
  const { heldSinceMs } = arming
  if (heldSinceMs === undefined || atMs - heldSinceMs < holdMs) return { arming, verdict: nothing }
  return { arming: { ...arming, heldSinceMs: undefined }, verdict: { kind: 'fire' } }
}

export function release(arming: ArmingState, atMs: number): Step {
  const elapsed = elapse(arming, atMs)
  if (arming.heldSinceMs === undefined || elapsed.verdict.kind === 'fire') return elapsed
  return { arming: { ...arming, heldSinceMs: undefined }, verdict: { kind: 'ignored', why: 'let_go' } }
}

/**
 * Handles a click. `wasThere`: the mouse was on the button when the question appeared and has not left it. Touch,
 * switches and assistive technology have no such position.
 */
export function click(arming: ArmingState, atMs: number, wasThere: boolean): Step {
  const why = tooEarly(arming, atMs) ?? (wasThere ? 'already_there' : undefined)
  return { arming, verdict: why === undefined ? { kind: 'fire' } : { kind: 'ignored', why } }
}
