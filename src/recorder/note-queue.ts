/**
 * What was seen waits here for the store, in order. A store that fails is tried again while what was seen stays in memory, up to a bound; what had to be let
 * go is counted. A write that was lost on the way may be made twice: each row has its key.
 */
import type { Noted } from '../history/noted.ts'
import type { Appended } from '../history/journal-step.ts'
import { LostWriter } from './store/store.ts'

const mostWaiting = 20_000
const atOnce = 200

/** Fills and orders are read again from the venue. */
const isSeenOnce = ({ kind }: Noted): boolean => kind !== 'execution' && kind !== 'record'

export class NoteQueue {
  readonly #append: (seen: readonly Noted[]) => Promise<Appended>
  readonly #appended: (result: Appended) => void
  #waiting: Noted[] = []
  #lost = 0
  #pump: Promise<void> | undefined

  constructor(append: (seen: readonly Noted[]) => Promise<Appended>, appended: (result: Appended) => void) {
    this.#append = append
    this.#appended = appended
  }

  /** Observations that wait, those that nothing shows again if they are not written, and those that were dropped. */
  get state(): { readonly waiting: number; readonly once: number; readonly lost: number } {
    return { waiting: this.#waiting.length, once: this.#waiting.filter(isSeenOnce).length, lost: this.#lost }
  }

  note(seen: Noted): void {
    this.#waiting.push(seen)
    if (this.#waiting.length <= mostWaiting) return
    this.#waiting.shift()
    this.#lost += 1
  }

  /** Writes all that waits; rejects where the store does not take it, which then still waits. */
  async flush(): Promise<void> {
    this.#pump ??= this.#writeAll().finally(() => {
      this.#pump = undefined
    })
    return this.#pump
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, atOnce)
      const result = await this.#append(batch).catch((error: unknown) => {
        // Anyone who writes now sees it for itself.
        if (error instanceof LostWriter) this.#waiting = []
        throw error
      })
      this.#waiting = this.#waiting.filter(each => !batch.includes(each))
      this.#appended(result)
    }
  }
}
