/** Where failures that nobody foresaw are written: the process's own error stream, in bounded number and length, with nothing a terminal obeys. */

const longest = 4_000
const mostPerMinute = 30
const minuteMs = 60_000

export type ReportFailure = (where: string, error: unknown) => void

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

/** Told like a failure, and counted elsewhere by what it is. */
export const reportUncounted: ReportFailure = createFailureReport(
  line => void process.stderr.write(line),
  () => performance.now(),
)

export const reportFailure: ReportFailure = (where, error) => {
  reported += 1
  reportUncounted(where, error)
}
