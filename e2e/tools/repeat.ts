/**
 * `npm run tool -- repeat N [--slow] [--load PROCESSES]`: runs `npm test` (`--slow`: `npm run test:slow`) N times
 * beside that many busy processes (0) and adds each run to docs/evidence.md. Output of failing runs is stored in
 * e2e/results.
 */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { say, stop, whole } from './arguments.ts'
import { addRun, countsOf } from './run-evidence.ts'
import { runCommand } from './run-command.ts'

const evidence = 'docs/evidence.md'

const git = (...args: readonly string[]): string => execFileSync('git', args, { encoding: 'utf8' }).trim()

/** The work tree must be clean, so that the run tests exactly that commit. */
function cleanCommit(): string {
  const changes = git('status', '--porcelain', '--', '.', `:!${evidence}`)
  return changes === ''
    ? git('rev-parse', '--short=8', 'HEAD')
    : stop(`Commit first, so that the record names what was tested:\n${changes}`)
}

function keepBusy(processes: number): () => void {
  const busy = Array.from({ length: processes }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  const end = (): void => busy.forEach(each => each.kill('SIGKILL'))
  process.once('exit', end)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return end
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { slow: { type: 'boolean', default: false }, load: { type: 'string', default: '0' } },
})
const times = whole('repeat', positionals[0] ?? '1', 1)
const load = whole('--load', values.load)
const script = values.slow ? 'test:slow' : 'test'
const command = values.slow ? 'npm run test:slow' : 'npm test'
const commit = cleanCommit()
const stopBusy = keepBusy(load)
for (let turn = 1; turn <= times; turn += 1) {
  const startedMs = Date.now()
  say(`${turn}/${times} ${command}, ${load} busy processes`)
  const { ok, output } = await runCommand('npm', ['run', '--silent', script], { timeoutMs: 4 * 3_600_000 })
  const counts = countsOf(output) ?? { passed: 0, failed: 1, skipped: 0 }
  const minutes = (Date.now() - startedMs) / 60_000
  const date = new Date(startedMs).toISOString()
  writeFileSync(evidence, addRun(readFileSync(evidence, 'utf8'), { command, commit, date, load, minutes, ...counts }))
  say(`  ${counts.passed} passed, ${counts.failed} failed, ${minutes.toFixed(1)} min`)
  if (ok && counts.failed === 0) continue
  process.exitCode = 1
  mkdirSync('e2e/results', { recursive: true })
  const log = `e2e/results/repeat-${date.replaceAll(/\D/g, '').slice(0, 14)}.log`
  writeFileSync(log, output)
  say(`  failed; its output is in ${log}`)
}
stopBusy()
