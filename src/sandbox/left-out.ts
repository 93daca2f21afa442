/**
 * A bad row never costs the whole answer: a row that cannot be computed or written is left out of its list, counted,
 * and reported once per list. A reader finds the missing rows by the listing; `GET /healthz` says how many.
 */
import type { LeaveOut } from '../contract/rows.ts'

export interface LeftOut {
  /** For the rows of one list, by its name in the report. */
  of(list: string): LeaveOut
  /** Rows left out since the start, by list; a poll that lacks one counts it again. */
  counts(): Readonly<Record<string, number>>
}

/** `report` hears of each list once. */
export function createLeftOut(report: (message: string) => void): LeftOut {
  const counts = new Map<string, number>()
  return {
    of: list => make => {
      try {
        return make()
      } catch (error) {
        const before = counts.get(list) ?? 0
        counts.set(list, before + 1)
        if (before === 0) report(`A row of the ${list} could not be written and is left out (told once): ${reasonOf(error)}`)
        return undefined
      }
    },
    counts: () => Object.fromEntries(counts),
  }
}

const longest = 300
const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ').slice(0, longest)
