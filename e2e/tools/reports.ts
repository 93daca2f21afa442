/**
 * Reads the JSON reports of vitest and Playwright: number passed, and each failure's text. A skipped test has not
 * passed.
 */

export interface Counted {
  readonly passed: number
  readonly failures: readonly string[]
  /** Tests that could not run here: neither passed nor failed. */
  readonly skipped?: number
  readonly files?: readonly TimedFile[]
}

interface TimedFile {
  readonly path: string
  readonly ms: number
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message?: string
    readonly startTime?: number
    readonly endTime?: number
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

export function countVitest(report: unknown): Counted {
  let passed = 0
  const failures: string[] = []
  const files: TimedFile[] = []
  for (const file of (report as VitestReport).testResults) {
    const path = file.name.replace(`${process.cwd()}/`, '')
    files.push({ path, ms: (file.endTime ?? 0) - (file.startTime ?? 0) })
    for (const { status, fullName, failureMessages = [] } of file.assertionResults) {
      if (status === 'passed') passed += 1
      else failures.push(`${path} › ${fullName.trim()}: ${status}\n${failureMessages.join('\n')}`)
    }
    const isSilent = file.assertionResults.every(each => each.status === 'passed')
    if (file.status !== 'passed' && isSilent) failures.push(`${path}: ${file.message ?? file.status}`)
  }
  return { passed, failures, files }
}

interface PlaywrightSuite {
  readonly title: string
  readonly file?: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly projectName: string
      readonly results: readonly {
        readonly duration?: number
        readonly errors?: readonly {
          readonly message?: string
          readonly location?: { readonly file: string; readonly line: number }
        }[]
      }[]
    }[]
  }[]
}

export function countPlaywright(report: unknown): Counted {
  const { suites, errors = [] } = report as {
    suites: readonly PlaywrightSuite[]
    errors?: readonly { message?: string }[]
  }
  const counts = suites.map(suite => countSuite(suite, []))
  return {
    passed: counts.reduce((sum, count) => sum + count.passed, 0),
    failures: [
      ...counts.flatMap(count => count.failures),
      ...errors.map(error => error.message ?? 'an error without words'),
    ],
    files: suites.map(suite => ({ path: `e2e/journeys/${suite.title}`, ms: durationMs(suite) })),
  }
}

function durationMs({ suites = [], specs = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(spec => spec.tests).flatMap(test => test.results.map(result => result.duration ?? 0))
  return [...own, ...suites.map(durationMs)].reduce((sum, ms) => sum + ms, 0)
}

function countSuite(suite: PlaywrightSuite, above: readonly string[]): Counted {
  const titles = [...above, suite.title]
  const within = (suite.suites ?? []).map(each => countSuite(each, titles))
  const failures = within.flatMap(count => count.failures)
  let passed = within.reduce((sum, count) => sum + count.passed, 0)
  for (const spec of suite.specs ?? []) {
    for (const one of spec.tests) {
      if (one.status === 'expected') {
        passed += 1
        continue
      }
      const errors = one.results.flatMap(result => result.errors ?? [])
      const where = (at?: { file: string; line: number }): string =>
        at === undefined ? '' : `\n  at ${at.file}:${at.line}`
      const words = errors.map(error => `${error.message ?? ''}${where(error.location)}`).join('\n')
      failures.push(`${[...titles, spec.title].join(' › ')} [${one.projectName}]: ${one.status}\n${words}`)
    }
  }
  return { passed, failures }
}

export function closingLine(counts: readonly Counted[]): string {
  const passed = counts.reduce((sum, count) => sum + count.passed, 0)
  const failed = counts.reduce((sum, count) => sum + count.failures.length, 0)
  const skipped = counts.reduce((sum, count) => sum + (count.skipped ?? 0), 0)
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`
}

export function slowestFiles(counts: readonly Counted[]): readonly string[] {
  const files = counts.flatMap(count => count.files ?? []).toSorted((one, other) => other.ms - one.ms)
  return files.slice(0, 10).map(({ path, ms }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${path}`)
}
