/**
 * Where unforeseen failures are written: the process's own error stream, in bounded number and length, with nothing a
 * terminal obeys.
 */
import type { EventEmitter } from 'node:events'

const longest = 4_000
const mostPerMinute = 30
const minuteMs = 60_000

type ReportFailure = (where: string, error: unknown) => void

/** `write` takes whole lines; `nowMs` is monotonic. */
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

/** The stack where there is one. What a stranger sent may stand in it, so control characters do not pass. */
export function textOfFailure(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text.slice(0, longest).replace(/[^\P{C}\n]/gu, '?')
}

let reported = 0
/** Since the start of this process. */
export const failuresReported = (): number => reported

/** Written like a failure, but counted elsewhere. */
export const reportUncounted: ReportFailure = createFailureReport(
  line => void process.stderr.write(line),
  () => performance.now(),
)

export const reportFailure: ReportFailure = (where, error) => {
  reported += 1
  reportUncounted(where, error)
}

/**
 * Every way into this process (a request, an upgrade, a message, a timer) is entered through here: what its handler throws, at once or
 * later, is written down and ends what it was about, never the process. `failures.test.ts` holds all files of the server to it.
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

/** Runs again and again without keeping the process alive; the answer stops it. */
export function every(ms: number, where: string, run: () => unknown): () => void {
  const timer = setInterval(guarded(where, run), ms)
  timer.unref()
  return () => clearInterval(timer)
}

/** Runs once, later, without keeping the process alive. */
export function later(ms: number, where: string, run: () => unknown): void {
  setTimeout(guarded(where, run), ms).unref()
}

/**
 * The last resort for uncaught errors. The request is unknown by then, but the exchange checks itself
 * (`sandbox/watch-soundness.ts`): so the failure is logged and the process continues.
 */
interface Streams {
  readonly stdout: EventEmitter
  readonly stderr: EventEmitter
}

/** Handles uncaught errors and rejections. A closed stdout or stderr is not a failure. */
export function catchTheRest(host: EventEmitter & Streams = process, report: ReportFailure = reportFailure): void {
  const nobodyReads = (): void => undefined
  host.stdout.on('error', nobodyReads)
  host.stderr.on('error', nobodyReads)
  host.on('uncaughtException', (error: unknown, origin: string) =>
    report(origin === 'unhandledRejection' ? 'Something left running' : 'Something unforeseen', error),
  )
}

/**
 * Calls once when the process that started this one is gone. npm's shell ends on a signal without passing it on, which would leave
 * the server behind, holding its port and its data. Started without npm, a server may outlive its parent on purpose.
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
