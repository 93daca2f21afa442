/**
 * `npm run tool -- nightly [MINUTES] [--from SEED] [--page FILE]`: runs the seeded tools in turn, each for an equal
 * share of MINUTES (120), from seeds that no earlier day used. Continues after failures and writes one page with
 * counts, seeds and failures.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { failuresOf, type Night, type NightPart, type NightRun, nightlyPage } from './nightly-page.ts'
import { runCommand } from './run-command.ts'
import { say, whole } from './arguments.ts'

interface Searching {
  readonly name: string
  readonly unit: string
  readonly first: number
  readonly script: string
  command(
    seeds: number,
    from: number,
  ): { readonly run: readonly [string, ...string[]]; readonly env?: Readonly<Record<string, string>> }
}

const byTool = (name: string, unit: string, first: number, script: string, ...more: readonly string[]): Searching => ({
  name,
  unit,
  first,
  script,
  command: (seeds, from) => ({ run: ['tsx', script, '--seeds', String(seeds), '--from', String(from), ...more] }),
})

const parts: readonly Searching[] = [
  byTool('sim', 'a history of the exchange', 500, 'e2e/tools/simulate.ts'),
  byTool('healing', 'a history of clients with a bad line that heals', 100, 'e2e/tools/simulate.ts', '--healing'),
  byTool('desk', 'a history of the order desk', 100, 'e2e/tools/simulate.ts', '--desk'),
  {
    name: 'fuzz',
    unit: 'a strange request, upgrade or message',
    first: 2_000,
    script: 'e2e/tools/fuzz.ts',
    command: (seeds, from) => ({ run: ['tsx', 'e2e/tools/fuzz.ts', '--cases', String(seeds), '--from', String(from)] }),
  },
  byTool('properties', 'all files with properties', 1, 'e2e/tools/properties.ts'),
  byTool('days', 'two days of the sandbox', 1, 'e2e/tools/walk-days.ts', '--days', '2'),
  {
    name: 'concurrent',
    unit: '20 calls of many clients at once',
    first: 40,
    script: 'src/server/concurrent.test.ts',
    command: (seeds, from) => ({
      run: [
        'vitest',
        'run',
        'src/server/concurrent.test.ts',
        '-t',
        'histories with broken connections',
        '--testTimeout=3600000',
      ],
      env: { CONCURRENT_HISTORIES: String(seeds), CONCURRENT_FROM: String(from) },
    }),
  },
  {
    name: 'repeating',
    unit: 'a history of a recorder behind a venue that repeats itself',
    first: 20,
    script: 'src/testing/repeating/repeating.sim.test.ts',
    command: (seeds, from) => ({
      run: ['vitest', 'run', 'src/testing/repeating/repeating.sim.test.ts', '--testTimeout=3600000'],
      env: { REPEATING_HISTORIES: String(seeds), REPEATING_FROM: String(from) },
    }),
  },
  {
    name: 'journeys',
    unit: 'the journeys that only the nightly run has',
    first: 1,
    script: 'e2e/playwright.config.ts',
    command: () => ({ run: ['playwright', 'test', '--config=e2e/playwright.config.ts', '--grep=@nightly'] }),
  },
  byTool('walk', 'a random walk through all screens', 1, 'e2e/tools/walk.ts'),
]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, page: { type: 'string', default: 'e2e/results/nightly.md' } },
})
const dayMs = 86_400_000
const seedsOfDay = 1_000_000
const minutes = whole('MINUTES', positionals[0] ?? '120')
const beganMs = Date.now()
const from =
  values.from === undefined
    ? (Math.floor(beganMs / dayMs) % 90) * seedsOfDay + seedsOfDay
    : whole('--from', values.from)
/** Longest single run, so that output appears and memory is freed. */
const longestRunMs = 600_000
const fastestGrowth = 20

async function search(part: Searching, untilMs: number): Promise<NightPart> {
  const { name, unit } = part
  if (!existsSync(part.script)) return { name, unit, runs: [], absent: `there is no ${part.script}` }
  const runs: NightRun[] = []
  let [next, seeds] = [from, part.first]
  for (;;) {
    const { run, env = {} } = part.command(seeds, next)
    const [command, ...args] = run
    const startedMs = Date.now()
    const { ok, output } = await runCommand(command, args, { env, timeoutMs: 3 * longestRunMs })
    const tookMs = Date.now() - startedMs
    runs.push({ from: next, seeds, tookMs, ok, output })
    say(`${ok ? '✓' : '✗'} ${name}: ${seeds} from ${next}, ${Math.round(tookMs / 1_000)} s`)
    next += seeds
    // A tool that fails without a failing seed cannot run at all.
    if (!ok && !/^ *[✗×]/mu.test(output)) return { name, unit, runs }
    const leftMs = Math.min(untilMs - Date.now(), longestRunMs)
    seeds = Math.min(Math.floor((seeds * leftMs) / tookMs), seeds * fastestGrowth)
    if (seeds < 1) return { name, unit, runs }
  }
}

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()
const commit = `${git('rev-parse', '--short=12', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' and changes'}`
const found: NightPart[] = []
for (const [at, part] of parts.entries()) {
  const nowMs = Date.now()
  const leftMs = beganMs + minutes * 60_000 - nowMs
  found.push(await search(part, nowMs + leftMs / (parts.length - at)))
}
const night: Night = { commit, node: process.version, beganMs, tookMs: Date.now() - beganMs, parts: found }
mkdirSync(dirname(values.page), { recursive: true })
writeFileSync(values.page, nightlyPage(night))
const failures = failuresOf(night)
for (const failure of failures) say(`✗ ${failure}`)
say(`${values.page}: ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
