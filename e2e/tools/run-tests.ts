/**
 * `npm test`: every gate and every test, one after the other, going on after a failure, and at the end one plain line with the counts.
 * A gate (types, lint, format, dead code, build, size) counts as one; unit tests and journeys count one each. `--only name,name` runs some.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needBrowser } from './find-browser.ts'

interface Counts {
  readonly passed: number
  readonly failed: number
}

interface Step {
  readonly name: string
  readonly command: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Counts of a test runner's JSON report; without it the exit code counts as one. */
  readonly report?: () => Counts
}

const folder = mkdtempSync(join(tmpdir(), 'legwork-tests-'))
const unitReport = join(folder, 'unit.json')
const journeyReport = join(folder, 'journeys.json')

function unitCounts(text: string): Counts {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(text) as {
    numPassedTests: number
    numFailedTests: number
    testResults: { status: string; assertionResults: unknown[] }[]
  }
  // A file that does not even load has no tests to fail.
  const unloaded = testResults.filter(file => file.status === 'failed' && file.assertionResults.length === 0).length
  return { passed: numPassedTests, failed: numFailedTests + unloaded }
}

function journeyCounts(text: string): Counts {
  const { stats, errors } = JSON.parse(text) as { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length }
}

const steps: readonly Step[] = [
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the core, without a browser or Node', command: ['tsc', '-p', 'src/tsconfig.core.json'] },
  { name: 'lint', command: ['oxlint', '--type-aware', '--quiet'] },
  { name: 'format', command: ['biome', 'format', '--config-path=.biome.json', '.'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  {
    name: 'unit, property and simulation tests',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`],
    report: () => unitCounts(readFileSync(unitReport, 'utf8')),
  },
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  { name: 'size', command: ['size-limit'] },
  {
    name: 'browser journeys',
    command: ['playwright', 'test', '--config=e2e/playwright.config.ts'],
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport },
    report: () => journeyCounts(readFileSync(journeyReport, 'utf8')),
  },
]

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

/** Exit code of a command of this project; its output goes to the screen. */
function run({ command, env }: Step): Promise<number> {
  const [name = '', ...rest] = command
  return new Promise(resolve => {
    const child = spawn(name, rest, {
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
      env: { ...process.env, ...env, PATH: `${join(process.cwd(), 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env['PATH'] ?? ''}` },
    })
    child.on('error', error => {
      say(`${name}: ${error.message}`)
      resolve(127)
    })
    child.on('close', code => resolve(code ?? 1))
  })
}

async function countsOf(step: Step): Promise<Counts> {
  if (step.name === 'browser journeys') {
    const browser = needBrowser(say)
    if (!browser.ok) {
      say(browser.message)
      return { passed: 0, failed: 1 }
    }
    say(`driving ${browser.path} (from ${browser.from})`)
  }
  const code = await run(step)
  const counts = step.report === undefined ? { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 } : readCounts(step.report)
  // A runner that failed without a failed test (a crash, a leak) has failed all the same.
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function readCounts(report: () => Counts): Counts {
  try {
    return report()
  } catch (error) {
    say(`no report: ${error instanceof Error ? error.message : String(error)}`)
    return { passed: 0, failed: 1 }
  }
}

const only = process.argv.find(each => each.startsWith('--only='))?.slice('--only='.length).split(',')
const chosen = only === undefined ? steps : steps.filter(step => only.some(word => step.name.startsWith(word)))
let passed = 0
let failed = 0
const lines: string[] = []
for (const [index, step] of chosen.entries()) {
  say(`\n[${index + 1}/${chosen.length}] ${step.name} …`)
  const started = performance.now()
  const counts = await countsOf(step)
  passed += counts.passed
  failed += counts.failed
  lines.push(`${counts.failed === 0 ? 'ok    ' : 'FAILED'} ${step.name} (${counts.passed} passed, ${counts.failed} failed, ${seconds(performance.now() - started)})`)
  say(lines.at(-1) ?? '')
}
rmSync(folder, { recursive: true, force: true })
say(`\n${lines.join('\n')}\n`)
say(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
