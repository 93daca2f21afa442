/**
 * A bad row never costs the whole answer: a row that cannot be computed or written is omitted, counted and reported
 * once per list. Readers see missing rows by the listing; `GET /healthz` has the counts.
 */
import type { LeaveOut } from '../../core/contract/rows.ts'

export interface LeftOut {
  of(list: string): LeaveOut
  /** Omitted rows since the start, by list; every poll counts again. */
  counts(): Readonly<Record<string, number>>
}

export function createLeftOut(report: (message: string) => void): LeftOut {
  const counts = new Map<string, number>()
  return {
    of: list => make => {
      try {
        return make()
      } catch (error) {
        const before = counts.get(list) ?? 0
        counts.set(list, before + 1)
        if (before === 0)
          report(`A row of the ${list} could not be written and is left out (reported once): ${reasonOf(error)}`)
        return undefined
      }
    },
    counts: () => Object.fromEntries(counts),
  }
}

const longest = 300
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, longest)
