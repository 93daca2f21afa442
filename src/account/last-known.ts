/** Remembers the last value of each figure that was made of whole inputs, and gives it back beside a figure that has none. */
import type { LastKnown, Total } from './totals.ts'
import type { Gap } from './gap.ts'

interface Taken<Value> {
  readonly value: Value
  /** When the oldest of its inputs was last read in full, as far as gaps since then say. */
  readonly atMs?: number
}

export class LastKnownValues<Value> {
  readonly #taken = new Map<string, Taken<Value>>()

  /** Takes a value down, or answers the last while there is a gap. */
  read(id: string, value: Value | undefined, gap: Gap | undefined): LastKnown<Value> | undefined {
    if (gap === undefined) {
      if (value !== undefined) this.#taken.set(id, { value })
      return undefined
    }
    const last = this.#taken.get(id)
    if (last === undefined || gap.wholeMs === undefined) return undefined
    // Another input may have failed since, and was read in full until later.
    const known = { value: last.value, atMs: Math.min(last.atMs ?? gap.wholeMs, gap.wholeMs) }
    this.#taken.set(id, known)
    return known
  }
}

export const withLast = (known: LastKnownValues<NonNullable<Total['value']>>, id: string, total: Total): Total => {
  const last = known.read(id, total.value, total.gap)
  return last === undefined ? total : { ...total, last }
}
