/** Counts from the nightly runs' output, and their page. */

export interface NightRun {
  readonly from: number
  readonly seeds: number
  readonly tookMs: number
  readonly ok: boolean
  readonly output: string
}

export interface NightPart {
  readonly name: string
  readonly unit: string
  readonly runs: readonly NightRun[]
  readonly absent?: string
}

export interface Night {
  readonly commit: string
  readonly node: string
  readonly beganMs: number
  readonly tookMs: number
  readonly parts: readonly NightPart[]
}

/** Parses `   1234  name` and `8 histories: 157 calls, 9.5 % without an answer`. */
export function countsIn(output: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (name: string, count: string): void =>
    void counts.set(name, (counts.get(name) ?? 0) + Number.parseInt(count, 10))
  for (const line of output.split('\n')) {
    const [, count = '', name = ''] = /^ *(\d+) {2}(\S.*)$/.exec(line) ?? []
    if (name !== '') add(name, count)
    const [, calls, unanswered, trades] =
      /histories: (\d+) calls, ([\d.]+) % without an answer, (\d+) trades/.exec(line) ?? []
    if (calls === undefined || unanswered === undefined || trades === undefined) continue
    add('calls', calls)
    add('calls without an answer', String(Math.round((Number(calls) * Number(unanswered)) / 100)))
    add('trades', trades)
  }
  return counts
}

const longestFailure = 4_000

export function failuresIn({ ok, output }: Pick<NightRun, 'ok' | 'output'>): readonly string[] {
  if (ok) return []
  const marked = output.match(/^ *[✗×].*(?:\n {2}\S.*)*/gmu) ?? []
  const said = marked.length > 0 ? marked : [output.trim().split('\n').slice(-30).join('\n')]
  return said.map(each => each.trim().slice(0, longestFailure))
}

const seconds = (ms: number): string => `${Math.round(ms / 1_000)} s`
const whole = (count: number): string => count.toLocaleString('en-US')

function rowOf({ name, unit, runs, absent }: NightPart): string {
  if (absent !== undefined) return `| ${name} | ${unit} | – | NOT RUN: ${absent} | – | – |`
  const first = runs[0]?.from ?? 0
  const count = runs.reduce((sum, run) => sum + run.seeds, 0)
  const tookMs = runs.reduce((sum, run) => sum + run.tookMs, 0)
  const failures = runs.reduce((sum, run) => sum + failuresIn(run).length, 0)
  return `| ${name} | ${unit} | ${first} to ${first + count - 1} | ${whole(count)} | ${failures} | ${seconds(tookMs)} |`
}

function countsOf({ name, runs }: NightPart): string {
  const counts = countsIn(runs.map(run => run.output).join('\n'))
  const listed = [...counts].toSorted(([, a], [, b]) => b - a).map(([what, count]) => `${what} ${whole(count)}`)
  return listed.length === 0 ? '' : `- **${name}**: ${listed.join(', ')}\n`
}

export const failuresOf = ({ parts }: Night): readonly string[] =>
  parts.flatMap(({ name, runs }) =>
    runs.flatMap(run =>
      failuresIn(run).map(
        text => `${name}, seeds ${run.from} to ${run.from + run.seeds - 1}\n\n\`\`\`\n${text}\n\`\`\``,
      ),
    ),
  )

export function nightlyPage(night: Night): string {
  const failures = failuresOf(night)
  return `# Evidence

Written by \`npm run tool -- nightly\`: ${seconds(night.tookMs)} from ${new Date(night.beganMs).toISOString()} on, commit \`${night.commit}\`, Node ${night.node}.
${failures.length === 0 ? 'Nothing failed.' : `${failures.length} failed.`}

| part | a seed is | seeds | count | failed | time |
|---|---|---|--:|--:|--:|
${night.parts.map(rowOf).join('\n')}

## Counts

${night.parts.map(countsOf).join('')}
## Failures

${failures.length === 0 ? 'None.' : failures.join('\n\n')}
`
}
