/** Cooperative work: a generator that yields at pause points and returns its result. */
export type Steps<Value> = Generator<undefined, Value, undefined>

export function runSteps<Value>(steps: Steps<Value>): Value {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
