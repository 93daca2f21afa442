/**
 * Writes observations in order, without delaying the caller. A failing database is retried with growing waits while a
 * bounded number of observations stays in memory. The failure is only reported.
 */
import { type Store, createStore } from '../browser/store.ts'
import { faultText, timely } from '../browser/db.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { type Timers, backOffMs } from '../../../core/client/timers.ts'
import type { JournalChange } from '../../../core/history/journal-step.ts'
import type { HistoryNote } from '../../../core/history/noted.ts'

export interface JournalFault {
  readonly message: string
  readonly waiting: number
  readonly lost: number
}

export interface JournalWriter {
  note(owner: OwnerKey, seen: HistoryNote): void
  settled(): Promise<void>
  /**
   * Runs `erase` while nothing is written. Observations of `owner` that waited for the database are discarded with what
   * it erases; later ones are written after it.
   */
  erasing(owner: OwnerKey, erase: () => Promise<void>): Promise<void>
  readonly fault: Store<JournalFault | undefined>
}

export interface WriterParts {
  append(owner: OwnerKey, seen: readonly HistoryNote[]): Promise<JournalChange>
  appended(owner: OwnerKey, result: JournalChange): void
  readonly timers: Timers
}

const mostWaiting = 5_000
const atOnce = 200
const retryMs = 2_000
const writeWithinMs = 10_000

export function createJournalWriter({ append, appended, timers }: WriterParts): JournalWriter {
  const fault = createStore<JournalFault | undefined>(undefined)
  let waiting: { readonly owner: OwnerKey; readonly seen: HistoryNote }[] = []
  let lost = 0
  let failures = 0
  let pump: Promise<void> | undefined
  let isResting = false
  let isErasing = false

  const writeAll = async (): Promise<void> => {
    // Batches observations of the same task.
    await Promise.resolve()
    while (waiting.length > 0 && !isErasing) {
      const [first] = waiting
      if (first === undefined) return
      const end = waiting.findIndex((each, index) => each.owner !== first.owner || index === atOnce)
      const batch = waiting.slice(0, end < 0 ? waiting.length : end)
      try {
        const result = await timely(
          append(
            first.owner,
            batch.map(each => each.seen),
          ),
          writeWithinMs,
        )
        // An overflow during the write dropped from the front, which is this batch.
        waiting = waiting.filter(each => !batch.includes(each))
        failures = 0
        fault.set(lost === 0 ? undefined : { message: 'The browser’s database failed for a while.', waiting: 0, lost })
        appended(first.owner, result)
      } catch (error) {
        failures += 1
        fault.set({ message: faultText(error), waiting: waiting.length, lost })
        isResting = true
        timers.after(backOffMs(retryMs, failures, timers.random()), () => {
          isResting = false
          start()
        })
        return
      }
    }
  }
  const start = (): void => {
    if (pump !== undefined || isResting || isErasing || waiting.length === 0) return
    pump = writeAll().finally(() => {
      pump = undefined
      start()
    })
  }
  const settled = async (): Promise<void> => {
    if (pump === undefined) return
    await pump
    return settled()
  }
  const erasing = async (owner: OwnerKey, erase: () => Promise<void>): Promise<void> => {
    isErasing = true
    const before = new Set(waiting)
    try {
      await pump
      await erase()
      waiting = waiting.filter(each => each.owner !== owner || !before.has(each))
    } finally {
      isErasing = false
      start()
    }
  }
  return {
    erasing,
    note(owner, seen) {
      waiting.push({ owner, seen })
      if (waiting.length > mostWaiting) {
        waiting.shift()
        lost += 1
      }
      start()
    },
    settled,
    fault,
  }
}
