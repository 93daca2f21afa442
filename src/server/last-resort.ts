/**
 * For what gets past every guard. By then nobody knows whose request it was, but what must be sound is the exchange, and it watches itself
 * (`sandbox/watch-soundness.ts`): so a stray failure is written down and the process goes on.
 */
import type { EventEmitter } from 'node:events'
import { type ReportFailure, reportFailure } from './report-failure.ts'

interface Streams {
  readonly stdout: EventEmitter
  readonly stderr: EventEmitter
}

/** Takes what nobody caught, rejections included. Whoever read what we write may have gone; that is no failure either. */
export function catchTheRest(host: EventEmitter & Streams = process, report: ReportFailure = reportFailure): void {
  const nobodyReads = (): void => undefined
  host.stdout.on('error', nobodyReads)
  host.stderr.on('error', nobodyReads)
  host.on('uncaughtException', (error: unknown, origin: string) =>
    report(origin === 'unhandledRejection' ? 'Something left running' : 'Something unforeseen', error),
  )
}
