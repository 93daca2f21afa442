/** Work that can pause: a generator that yields wherever others may go first, and returns what it made. */
export type Steps<Value> = Generator<undefined, Value, undefined>

/** All of it at once. */
export function runSteps<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
