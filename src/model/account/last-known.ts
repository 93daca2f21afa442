/** Remembers the last value of each figure that was made of whole inputs, and gives it back beside a figure that has none. */
import type { LastKnown, Total } from './totals.ts'
import type { Gap } from './gap.ts'

export class LastKnownValues<Value> {
  readonly #values = new Map<string, Value>()

  /** Takes a value down, or answers the last while there is a gap. */
  read(id: string, value: Value | undefined, gap: Gap | undefined): LastKnown<Value> | undefined {
    if (gap === undefined) {
      if (value !== undefined) this.#values.set(id, value)
      return undefined
    }
    const last = this.#values.get(id)
    return last === undefined || gap.wholeMs === undefined ? undefined : { value: last, atMs: gap.wholeMs }
  }
}

export const withLast = (known: LastKnownValues<NonNullable<Total['value']>>, id: string, total: Total): Total => {
  const last = known.read(id, total.value, total.gap)
  return last === undefined ? total : { ...total, last }
}
