/**
 * Every way into this process (a request, an upgrade, a message, a timer) is entered through here: what its handler throws, at once or
 * later, is written down and ends what it was about, never the process. `guarded.test.ts` holds all files of the server to it.
 */
import { type ReportFailure, reportFailure } from './report-failure.ts'

/** `run` behind a guard. `broken` says what becomes of whoever asked, and may itself fail. */
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
