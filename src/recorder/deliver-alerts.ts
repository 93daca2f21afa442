/**
 * Sends one account's due alerts; only its writer does. Destinations are independent, so that a failed one delays no
 * other. Urgent messages go first. Failed messages are retried with doubling, jittered delays for at most a day.
 * Meanwhile only urgent ones are tried. Quiet hours delay all but urgent messages and end in one summary.
 */
import type { Owner } from '../core/domain/owner.ts'
import { dayMs, minuteMs, secondMs } from '../core/domain/time.ts'
import { summaryOf } from './alerts/alert-message.ts'
import type { Destination } from './alerts/destinations.ts'
import { isQuiet } from './alerts/quiet-hours.ts'
import { bodyOf, type SendAlert, type SendResult } from './alerts/send-alert.ts'
import type { AlertWriter, Delivery, DeliveryResult } from './store/alert-store.ts'

export interface DeliveryCounts {
  delivered: number
  retried: number
  failed: number
  quiet: number
}
export const newDeliveryCounts = (): DeliveryCounts => ({ delivered: 0, retried: 0, failed: 0, quiet: 0 })

export interface DeliverParts {
  readonly owner: Owner
  readonly writer: AlertWriter
  readonly send: SendAlert
  /** This machine's clock, because quiet hours use local time. */
  readonly nowMs: () => number
  readonly random: () => number
  readonly counts: DeliveryCounts
  report(where: string, error: unknown): void
}

/** Limit on messages per call, so that the caller can check whether to stop. */
const atOnce = 50
const firstWaitMs = 2 * secondMs
const longestWaitMs = 15 * minuteMs
const triedForMs = dayMs

export function nextTryMs(attempts: number, random: number, afterMs = 0): number {
  const ceiling = Math.min(longestWaitMs, firstWaitMs * 2 ** Math.min(attempts - 1, 20))
  return Math.max(secondMs, ceiling * random, Math.min(afterMs, triedForMs))
}

export async function deliverDue(parts: DeliverParts, destination: Destination): Promise<void> {
  const { writer, nowMs } = parts
  const { name, quiet } = destination
  if (quiet === undefined || !isQuiet(quiet, nowMs())) {
    await writer.summarise(name, nowMs(), retained => summaryOf(name, retained, nowMs()))
  }
  for (let tries = 0; tries < atOnce; tries += 1) {
    const delivery = await writer.nextDue(name, nowMs())
    if (delivery === undefined) return
    await writer.settle(delivery, await deliver(parts, destination, delivery))
  }
}

async function deliver(parts: DeliverParts, destination: Destination, delivery: Delivery): Promise<DeliveryResult> {
  const { owner, nowMs, send, counts, report } = parts
  const attempts = delivery.attempts + 1
  if (destination.quiet !== undefined && !delivery.message.isUrgent && isQuiet(destination.quiet, nowMs())) {
    counts.quiet += 1
    return { state: 'quiet', attempts: delivery.attempts, dueMs: nowMs(), said: delivery.said }
  }
  const sent = await send(destination, { body: bodyOf(owner, delivery.message, destination.name), attempt: attempts })
  const settled = settledOf(sent, attempts, delivery.madeMs, nowMs(), parts.random())
  counts[settled.state === 'delivered' ? 'delivered' : settled.state === 'waiting' ? 'retried' : 'failed'] += 1
  if (settled.state !== 'delivered') report(`An alert to "${destination.name}"`, sent.report)
  return settled
}

function settledOf(sent: SendResult, attempts: number, madeMs: number, nowMs: number, random: number): DeliveryResult {
  const base = { attempts, dueMs: nowMs, said: sent.report }
  if (sent.kind === 'delivered') return { ...base, state: 'delivered' }
  if (sent.kind === 'refused') return { ...base, state: 'failed' }
  const dueMs = nowMs + nextTryMs(attempts, random, sent.afterMs)
  return dueMs - madeMs > triedForMs ? { ...base, state: 'failed' } : { ...base, state: 'waiting', dueMs }
}
