/**
 * Orders to be looked up one after the other, each once however often it is asked for: another program on the same account may fill hundreds
 * of orders a second, and their records are for the journal, not for a decision. Bounded: of more than `most` the oldest are let go, and how
 * many went is reported, so that the journal has no gap that it does not name. A look-up that failed is made again, later and later while the
 * venue answers none, and counts among those let go once it failed too often.
 */
import type { ClientOrderId } from '../domain/ids.ts'
import { type Timers, backOffMs } from './timers.ts'

type Run = () => Promise<boolean>

export interface LookUps {
  /** `run` answers whether the venue did. */
  ask(id: ClientOrderId, run: Run): void
  /** Lets go of all that wait, and reports them at once. */
  clear(): void
}

export interface LookUpParts {
  readonly timers: Pick<Timers, 'after' | 'random'>
  /** So many orders were let go since the last report. */
  readonly dropped: (orders: number) => void
}

/** At most 200 waiting, and five a second: a venue counts requests. What was let go is reported together, every ten seconds. */
const bounds = { most: 200, everyMs: 200, reportAfterMs: 10_000 }
const firstRetryMs = 1_000
/** About a minute and a half at the least in which the venue did not answer. */
const mostFailures = 8

export function createLookUps({ timers, dropped }: LookUpParts, { most, everyMs, reportAfterMs } = bounds): LookUps {
  const waiting = new Map<ClientOrderId, Run>()
  const failures = new Map<ClientOrderId, number>()
  let failuresInARow = 0
  let turn = 0
  const letGo = new Set<ClientOrderId>()
  let isBusy = false
  let cancelReport: (() => void) | undefined
  const report = (): void => {
    cancelReport?.()
    cancelReport = undefined
    if (letGo.size > 0) dropped(letGo.size)
    letGo.clear()
  }
  const drop = (id: ClientOrderId): void => {
    waiting.delete(id)
    failures.delete(id)
    letGo.add(id)
    cancelReport ??= timers.after(reportAfterMs, report)
  }
  const letGoOldest = (): void => {
    for (const oldest of waiting.keys()) {
      if (waiting.size <= most) return
      drop(oldest)
    }
  }
  const settle = (id: ClientOrderId, run: Run, isAnswered: boolean): void => {
    failuresInARow = isAnswered ? 0 : failuresInARow + 1
    const count = (failures.get(id) ?? 0) + 1
    if (isAnswered) failures.delete(id)
    else if (count >= mostFailures) drop(id)
    else {
      failures.set(id, count)
      // Behind the others: where the venue fails only for this one, it holds nobody up.
      if (!waiting.has(id)) waiting.set(id, run)
      letGoOldest()
    }
  }
  const next = async (): Promise<void> => {
    const [first] = waiting
    if (isBusy || first === undefined) return
    isBusy = true
    const [id, run] = first
    waiting.delete(id)
    const asked = turn
    const isAnswered = await run().catch(() => false)
    if (asked === turn) settle(id, run, isAnswered)
    const waitMs = failuresInARow === 0 ? everyMs : Math.max(everyMs, backOffMs(firstRetryMs, failuresInARow, timers.random()))
    timers.after(waitMs, () => {
      isBusy = false
      void next()
    })
  }
  return {
    ask(id, run) {
      if (!waiting.has(id)) waiting.set(id, run)
      letGo.delete(id)
      letGoOldest()
      void next()
    },
    clear() {
      turn += 1
      failuresInARow = 0
      for (const id of waiting.keys()) drop(id)
      report()
    },
  }
}
