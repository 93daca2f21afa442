/**
 * Orders to be looked up one after the other, each once however often it is asked for: another program on the same account may fill hundreds
 * of orders a second, and their records are for the journal, not for a decision. Bounded: of more than `most` the oldest are let go.
 */
import type { ClientOrderId } from '../../domain/ids.ts'
import type { Timers } from '../browser/timers.ts'

export interface LookUps {
  ask(id: ClientOrderId, run: () => Promise<unknown>): void
  clear(): void
}

/** At most 200 waiting, and five a second: a venue counts requests. */
const bounds = { most: 200, everyMs: 200 }

export function createLookUps(timers: Pick<Timers, 'after'>, { most, everyMs } = bounds): LookUps {
  const waiting = new Map<ClientOrderId, () => Promise<unknown>>()
  let isBusy = false
  const next = async (): Promise<void> => {
    const [first] = waiting
    if (isBusy || first === undefined) return
    isBusy = true
    const [id, run] = first
    waiting.delete(id)
    try {
      await run()
    } finally {
      timers.after(everyMs, () => {
        isBusy = false
        void next()
      })
    }
  }
  return {
    ask(id, run) {
      if (!waiting.has(id)) waiting.set(id, run)
      for (const oldest of waiting.keys()) {
        if (waiting.size <= most) break
        waiting.delete(oldest)
      }
      void next()
    },
    clear: () => waiting.clear(),
  }
}
