/**
 * Looks up orders one at a time, each once while it waits. Another program on the account may fill hundreds of orders a
 * second, and their records serve the journal only. The queue is bounded: beyond `most` the oldest are dropped and
 * their number is reported, so that the journal names every gap. A failed look-up is retried with a growing delay, and
 * dropped after too many failures.
 */
import type { ClientOrderId } from '../domain/ids.ts'
import { type Timers, backOffMs } from './timers.ts'

type Run = () => Promise<boolean>

export interface LookupQueue {
  /** `run` resolves to true if the venue answered. */
  ask(id: ClientOrderId, run: Run): void
  clear(): void
}

export interface LookUpParts {
  readonly timers: Pick<Timers, 'after' | 'random'>
  readonly dropped: (orders: number) => void
}

/**
 * At most 200 waiting and five look-ups a second, because venues limit requests. Drops are reported every ten seconds.
 */
const bounds = { most: 200, everyMs: 200, reportAfterMs: 10_000 }
const firstRetryMs = 1_000
const mostFailures = 8

export function createLookupQueue(
  { timers, dropped }: LookUpParts,
  { most, everyMs, reportAfterMs } = bounds,
): LookupQueue {
  const waiting = new Map<ClientOrderId, Run>()
  const failures = new Map<ClientOrderId, number>()
  let failuresInARow = 0
  let turn = 0
  const droppedIds = new Set<ClientOrderId>()
  let isBusy = false
  let cancelReport: (() => void) | undefined
  const report = (): void => {
    cancelReport?.()
    cancelReport = undefined
    if (droppedIds.size > 0) dropped(droppedIds.size)
    droppedIds.clear()
  }
  const drop = (id: ClientOrderId): void => {
    waiting.delete(id)
    failures.delete(id)
    droppedIds.add(id)
    cancelReport ??= timers.after(reportAfterMs, report)
  }
  const dropOldest = (): void => {
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
      // Goes to the back of the queue, so that an order whose look-up keeps failing does not block the others.
      if (!waiting.has(id)) waiting.set(id, run)
      dropOldest()
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
    const waitMs =
      failuresInARow === 0 ? everyMs : Math.max(everyMs, backOffMs(firstRetryMs, failuresInARow, timers.random()))
    timers.after(waitMs, () => {
      isBusy = false
      void next()
    })
  }
  return {
    ask(id, run) {
      if (!waiting.has(id)) waiting.set(id, run)
      droppedIds.delete(id)
      dropOldest()
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
