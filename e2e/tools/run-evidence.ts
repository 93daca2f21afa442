export interface TestRun {
  readonly command: string
  readonly commit: string
  readonly date: string
  readonly load: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly minutes: number
}

export function countsOf(output: string): Pick<TestRun, 'passed' | 'failed' | 'skipped'> | undefined {
  const counts = /^ *(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(output.trimEnd().split('\n').at(-1) ?? '')
  if (counts === null) return undefined
  const [, passed = '', failed = '', skipped = '0'] = counts
  return { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) }
}

const heading = '## Runs of the tests'
const rule = '|---|---|---|--:|--:|--:|--:|--:|'
const mostRuns = 12

/** Adds a run at the end of the table, which keeps the last `mostRuns`. */
export function addRun(
  page: string,
  { command, commit, date, load, passed, failed, skipped, minutes }: TestRun,
): string {
  const start = page.indexOf(rule, page.indexOf(heading))
  if (!page.includes(heading) || start < 0) throw new Error(`docs/evidence.md has no table below “${heading}”`)
  const first = start + rule.length
  const end = first + (/\n(?!\|)/.exec(page.slice(first))?.index ?? page.length - first)
  const cells = [
    `\`${command}\``,
    `\`${commit}\``,
    date.slice(0, 16).replace('T', ' '),
    load,
    passed,
    failed,
    skipped,
    minutes.toFixed(1),
  ]
  const rows = [...page.slice(first, end).split('\n').slice(1), `| ${cells.join(' | ')} |`]
  return [page.slice(0, first), ...rows.slice(-mostRuns)].join('\n') + page.slice(end)
}
