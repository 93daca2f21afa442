/**
 * `npm run tool -- mutate [MODULE…]`: mutation testing. Changes a module in many small ways and runs its unit tests on
 * each. Prints the share of detected mutants and each survivor.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { say, stop } from './arguments.ts'
import { type MutatedModule, mutatedModules } from './mutate/modules.ts'
import { type MutationReport, scoreOf, survivorsIn } from './mutate/score.ts'
import { runCommand, seconds } from './run-command.ts'

const folder = 'e2e/results/mutate'
/** Least acceptable share of detected mutants, percent. */
const least = 85

async function mutate(name: string, { files, tests }: MutatedModule): Promise<boolean> {
  const report = join(folder, `${name}.json`)
  const config = join(folder, `${name}.config.json`)
  rmSync(report, { force: true })
  const options = {
    // Stryker has no checker for this TypeScript version, so ill-typed mutants are run as well.
    tsconfigFile: 'none',
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'e2e/tools/mutate/vitest.config.ts', related: false },
    mutate: [...files, '!src/**/*.test.ts'],
    ignorePatterns: ['dist', 'release', 'e2e/results', 'docs', 'public', 'deploy'],
    tempDirName: join(folder, 'copy'),
    reporters: ['json'],
    jsonReporter: { fileName: report },
    concurrency: 1,
    allowEmpty: false,
    checkers: [],
    disableTypeChecks: false,
    timeoutMS: 60_000,
  }
  writeFileSync(config, JSON.stringify(options))
  const startedMs = Date.now()
  const { ok, output } = await runCommand('stryker', ['run', config], { env: { MUTATE_TESTS: tests.join(',') } })
  if (!ok) {
    say(`✗ ${name}: Stryker did not run. It comes with npm ci.\n${output.trim().split('\n').slice(-30).join('\n')}`)
    return false
  }
  const results = JSON.parse(readFileSync(report, 'utf8')) as MutationReport
  const { noticed, all, percent } = scoreOf(results)
  for (const line of survivorsIn(results)) say(`  ${line}`)
  say(
    `${percent >= least ? '✓' : '✗'} ${name}: ${percent} % of ${all} changes noticed (${noticed}), ${seconds(Date.now() - startedMs)}`,
  )
  return percent >= least
}

mkdirSync(folder, { recursive: true })
const names = process.argv.slice(2)
const wanted = (names.length === 0 ? Object.keys(mutatedModules) : names).map(name => {
  const found = mutatedModules[name]
  return found === undefined
    ? stop(`There is no module ${name}. Modules: ${Object.keys(mutatedModules).join(', ')}`)
    : ([name, found] as const)
})
for (const [name, module] of wanted) if (!(await mutate(name, module))) process.exitCode = 1
