/** Logs unexpected failures to stderr, limited in number and length, without control characters. */
import type { EventEmitter } from 'node:events'

const longest = 4_000
const mostPerMinute = 30
const minuteMs = 60_000

type ReportFailure = (where: string, error: unknown) => void

/** `write` receives whole lines; `nowMs` is monotonic. */
export function createFailureReport(write: (line: string) => void, nowMs: () => number): ReportFailure {
  let fromMs = nowMs()
  let written = 0
  return (where, error) => {
    if (nowMs() - fromMs >= minuteMs) {
      if (written > mostPerMinute) write(`${written - mostPerMinute} more failures of that minute were not written.\n`)
      fromMs = nowMs()
      written = 0
    }
    written += 1
    if (written <= mostPerMinute) write(`${where} failed: ${textOfFailure(error)}\n`)
  }
}

export function textOfFailure(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text.slice(0, longest).replace(/[^\P{C}\n]/gu, '?')
}

let reported = 0
export const failuresReported = (): number => reported

export const reportUncounted: ReportFailure = createFailureReport(
  line => void process.stderr.write(line),
  () => performance.now(),
)

export const reportFailure: ReportFailure = (where, error) => {
  reported += 1
  reportUncounted(where, error)
}

/**
 * Every entry into this process (request, upgrade, message, timer) goes through these wrappers: an error, synchronous
 * or not, is logged and ends only its own request, never the process. `failures.test.ts` checks all files of the
 * server.
 */

/** Runs `run` and reports what it throws. `broken` then ends the request, and may itself fail. */
export function guarded<Args extends readonly unknown[]>(
  where: string,
  run: (...args: Args) => unknown,
  broken: (...args: Args) => void = () => undefined,
  report: ReportFailure = reportFailure,
): (...args: Args) => void {
  const failed = (error: unknown, args: Args): void => {
    report(where, error)
    try {
      broken(...args)
    } catch (another) {
      report(where, another)
    }
  }
  return (...args) => {
    try {
      const running = run(...args)
      if (running instanceof Promise) running.catch((error: unknown) => failed(error, args))
    } catch (error) {
      failed(error, args)
    }
  }
}

export function every(ms: number, where: string, run: () => unknown): () => void {
  const timer = setInterval(guarded(where, run), ms)
  timer.unref()
  return () => clearInterval(timer)
}

export function later(ms: number, where: string, run: () => unknown): void {
  setTimeout(guarded(where, run), ms).unref()
}

/**
 * Last resort for uncaught errors. The request is unknown, but the exchange checks itself
 * (`sandbox/watch-soundness.ts`), so the failure is logged and the process continues.
 */
interface Streams {
  readonly stdout: EventEmitter
  readonly stderr: EventEmitter
}

export function catchTheRest(host: EventEmitter & Streams = process, report: ReportFailure = reportFailure): void {
  const nobodyReads = (): void => undefined
  host.stdout.on('error', nobodyReads)
  host.stderr.on('error', nobodyReads)
  host.on('uncaughtException', (error: unknown, origin: string) =>
    report(origin === 'unhandledRejection' ? 'Something left running' : 'Something unforeseen', error),
  )
}

/**
 * Calls once when the parent process is gone. npm's shell does not forward signals, which would leave the server
 * running with its port and data. Only under npm: otherwise a server may outlive its parent on purpose.
 */
export function whenOrphaned(report: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const stop = every(500, 'Looking for the process that started this one', () => {
    if (process.ppid === parent) return
    stop()
    report()
  })
}
