/**
 * Queues observations for the store, in order. A failed write is retried while observations stay in memory, up to a
 * limit; dropped ones are counted. A write may be repeated, because each row has its key.
 */
import type { HistoryNote } from '../core/history/noted.ts'
import type { JournalChange } from '../core/history/journal-step.ts'
import { LostWriter } from './store/store.ts'

const mostWaiting = 20_000
const atOnce = 200

/** Fills and orders can be read from the venue again; other observations cannot. */
const isSeenOnce = ({ kind }: HistoryNote): boolean => kind !== 'execution' && kind !== 'record'

export class NoteQueue {
  readonly #append: (seen: readonly HistoryNote[]) => Promise<JournalChange>
  readonly #appended: (result: JournalChange) => void
  #waiting: HistoryNote[] = []
  #lost = 0
  #pump: Promise<void> | undefined

  constructor(
    append: (seen: readonly HistoryNote[]) => Promise<JournalChange>,
    appended: (result: JournalChange) => void,
  ) {
    this.#append = append
    this.#appended = appended
  }

  get state(): { readonly waiting: number; readonly once: number; readonly lost: number } {
    return { waiting: this.#waiting.length, once: this.#waiting.filter(isSeenOnce).length, lost: this.#lost }
  }

  note(seen: HistoryNote): void {
    this.#waiting.push(seen)
    if (this.#waiting.length <= mostWaiting) return
    this.#waiting.shift()
    this.#lost += 1
  }

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
        // The new writer observes these itself.
        if (error instanceof LostWriter) this.#waiting = []
        throw error
      })
      this.#waiting = this.#waiting.filter(each => !batch.includes(each))
      this.#appended(result)
    }
  }
}
