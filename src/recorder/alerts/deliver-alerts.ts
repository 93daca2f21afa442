/**
 * Sends what is due of one account's queue, by its writer alone: each destination in order, one not waiting for another. What may work later is tried again under
 * a doubling wait with jitter, for a day; quiet hours keep back all but what is urgent, and end in one summary.
 */
import type { Owner } from '../../domain/owner.ts'
import { dayMs, minuteMs, secondMs } from '../../domain/time.ts'
import type { AlertWriter, Delivery, Settled } from '../store/alert-store.ts'
import { summaryOf } from './alert-message.ts'
import type { Destination } from './destinations.ts'
import { isQuiet } from './quiet-hours.ts'
import { type SendAlert, type Sent, bodyOf } from './send-alert.ts'

export interface DeliveryCounts {
  delivered: number
  /** Tries that are to be repeated. */
  retried: number
  failed: number
  /** Kept back by quiet hours. */
  quiet: number
}
export const newDeliveryCounts = (): DeliveryCounts => ({ delivered: 0, retried: 0, failed: 0, quiet: 0 })

export interface DeliverParts {
  readonly owner: Owner
  readonly writer: AlertWriter
  readonly to: readonly Destination[]
  readonly send: SendAlert
  /** This machine's clock: quiet hours are people's. */
  readonly nowMs: () => number
  readonly random: () => number
  readonly counts: DeliveryCounts
  report(where: string, error: unknown): void
}

const atOnce = 50
const firstWaitMs = 2 * secondMs
const longestWaitMs = 15 * minuteMs
const triedForMs = dayMs

/** How long after `attempts` failed ones the next try waits: full jitter under a doubling ceiling, and what the receiver asked for. */
export function nextTryMs(attempts: number, random: number, afterMs = 0): number {
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 20))
  return Math.max(secondMs, ceiling * random, Math.min(afterMs, triedForMs))
}

/** Rejects where the store fails, or another took over. */
export async function deliverDue(parts: DeliverParts): Promise<void> {
  const { writer, to, nowMs } = parts
  for (const { name, quiet } of to) {
    if (quiet !== undefined && isQuiet(quiet, nowMs())) continue
    await writer.summarise(name, nowMs(), retained => summaryOf(name, retained, nowMs()))
  }
  const due = await writer.due(nowMs(), atOnce)
  const names = new Set(due.map(each => each.destination))
  const outcomes = await Promise.allSettled(
    [...names].map(name =>
      deliverInTurn(
        parts,
        to.find(each => each.name === name),
        due.filter(each => each.destination === name),
      ),
    ),
  )
  const failed = outcomes.find(outcome => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

async function deliverInTurn(parts: DeliverParts, destination: Destination | undefined, due: readonly Delivery[]): Promise<void> {
  for (const delivery of due) {
    const settled = await deliver(parts, destination, delivery)
    await parts.writer.settle(delivery, settled)
    // Whoever could not be reached is not tried with the next one at once.
    if (settled.state === 'waiting') return
  }
}

async function deliver(parts: DeliverParts, destination: Destination | undefined, delivery: Delivery): Promise<Settled> {
  const { owner, nowMs, send, counts, report } = parts
  const attempts = delivery.attempts + 1
  if (destination === undefined) {
    counts.failed += 1
    return { state: 'failed', attempts: delivery.attempts, dueMs: nowMs(), said: 'The recorder’s file names no such destination any more.' }
  }
  if (destination.quiet !== undefined && !delivery.message.isUrgent && isQuiet(destination.quiet, nowMs())) {
    counts.quiet += 1
    return { state: 'quiet', attempts: delivery.attempts, dueMs: nowMs(), said: delivery.said }
  }
  const sent = await send(destination, { body: bodyOf(owner, delivery.message, destination.name), attempt: attempts })
  const settled = settledOf(sent, attempts, delivery.madeMs, nowMs(), parts.random())
  counts[settled.state === 'delivered' ? 'delivered' : settled.state === 'waiting' ? 'retried' : 'failed'] += 1
  if (settled.state !== 'delivered') report(`An alert to "${destination.name}"`, sent.said)
  return settled
}

function settledOf(sent: Sent, attempts: number, madeMs: number, nowMs: number, random: number): Settled {
  const base = { attempts, dueMs: nowMs, said: sent.said }
  if (sent.kind === 'delivered') return { ...base, state: 'delivered' }
  if (sent.kind === 'refused') return { ...base, state: 'failed' }
  const dueMs = nowMs + nextTryMs(attempts, random, sent.afterMs)
  return dueMs - madeMs > triedForMs ? { ...base, state: 'failed' } : { ...base, state: 'waiting', dueMs }
}
