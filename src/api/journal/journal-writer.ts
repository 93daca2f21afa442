/**
 * Takes down what is seen, in order, without holding up anyone who saw it. A database that fails is tried again with growing waits while what
 * was seen is kept in memory, up to a bound; that it fails is told, and never more than that.
 */
import { type Store, createStore } from '../browser/store.ts'
import { faultText, timely } from '../browser/db.ts'
import type { OwnerKey } from '../../domain/owner.ts'
import { type Timers, backOffMs } from '../../client/timers.ts'
import type { Appended } from '../../history/journal-step.ts'
import type { Noted } from '../../history/noted.ts'

export interface JournalFault {
  readonly message: string
  /** Observations that wait in memory. */
  readonly waiting: number
  /** Observations that were given up: the journal has a gap. */
  readonly lost: number
}

export interface JournalWriter {
  /** Never throws, never waits. */
  note(owner: OwnerKey, seen: Noted): void
  /** Resolves once nothing waits that can be written now. */
  settled(): Promise<void>
  readonly fault: Store<JournalFault | undefined>
}

export interface WriterParts {
  append(owner: OwnerKey, seen: readonly Noted[]): Promise<Appended>
  appended(owner: OwnerKey, result: Appended): void
  readonly timers: Timers
}

const mostWaiting = 5_000
const atOnce = 200
const retryMs = 2_000
const writeWithinMs = 10_000

export function createJournalWriter({ append, appended, timers }: WriterParts): JournalWriter {
  const fault = createStore<JournalFault | undefined>(undefined)
  let waiting: { readonly owner: OwnerKey; readonly seen: Noted }[] = []
  let lost = 0
  let failures = 0
  let pump: Promise<void> | undefined
  let isResting = false

  const writeAll = async (): Promise<void> => {
    // What is seen in one go is written in one go.
    await Promise.resolve()
    while (waiting.length > 0) {
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
        // What overflowed while this was written went from the front, which is this.
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
    if (pump !== undefined || isResting || waiting.length === 0) return
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
  return {
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
