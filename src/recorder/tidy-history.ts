/** Once an hour, what concerns no account alone and has grown too old is dropped from the history. What fails is reported and tried again an hour later. */
import type { Timers } from '../client/timers.ts'
import { hourMs, minuteMs } from '../domain/time.ts'
import type { Retention } from './accounts/retention.ts'
import type { Store } from './store/store.ts'

export interface TidyParts {
  readonly store: Pick<Store, 'tidy'>
  readonly retention: Retention
  readonly timers: Timers
  report(where: string, error: unknown): void
}

/** A start has other things to do first. */
const firstAfterMs = 5 * minuteMs

/** Runs until the answer is called, which resolves once nothing of it is under way. */
export function tidyHistory({ store, retention, timers, report }: TidyParts): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  let isOver = false
  const tidyOnce = async (): Promise<void> => {
    try {
      await store.tidy(timers.wallMs(), retention)
    } catch (error) {
      report('Tidying the history', error)
    }
    if (!isOver) cancel = timers.after(hourMs, tidy)
  }
  const tidy = (): void => {
    running = tidyOnce()
  }
  let cancel = timers.after(firstAfterMs, tidy)
  return () => {
    isOver = true
    cancel()
    return running
  }
}
