/**
 * Orders to be looked up one after the other, each once however often it is asked for: another program on the same account may fill hundreds
 * of orders a second, and their records are for the journal, not for a decision. Bounded: of more than `most` the oldest are let go, and how
 * many went is told, so that the journal has no gap that it does not name.
 */
import type { ClientOrderId } from '../../domain/ids.ts'
import type { Timers } from '../browser/timers.ts'

export interface LookUps {
  ask(id: ClientOrderId, run: () => Promise<unknown>): void
  /** Lets go of all that wait, and tells of them at once. */
  clear(): void
}

export interface LookUpParts {
  readonly timers: Pick<Timers, 'after'>
  /** So many orders were let go since it was last told. */
  readonly dropped: (orders: number) => void
}

/** At most 200 waiting, and five a second: a venue counts requests. What was let go is told together, every ten seconds. */
const bounds = { most: 200, everyMs: 200, tellAfterMs: 10_000 }

export function createLookUps({ timers, dropped }: LookUpParts, { most, everyMs, tellAfterMs } = bounds): LookUps {
  const waiting = new Map<ClientOrderId, () => Promise<unknown>>()
  const letGo = new Set<ClientOrderId>()
  let isBusy = false
  let cancelTelling: (() => void) | undefined
  const tell = (): void => {
    cancelTelling?.()
    cancelTelling = undefined
    if (letGo.size > 0) dropped(letGo.size)
    letGo.clear()
  }
  const drop = (id: ClientOrderId): void => {
    waiting.delete(id)
    letGo.add(id)
    cancelTelling ??= timers.after(tellAfterMs, tell)
  }
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
      letGo.delete(id)
      for (const oldest of waiting.keys()) {
        if (waiting.size <= most) break
        drop(oldest)
      }
      void next()
    },
    clear() {
      for (const id of waiting.keys()) drop(id)
      tell()
    },
  }
}
