import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { runCommand, seconds } from './run-command.ts'

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '1' }, from: { type: 'string', default: '2' } },
})
const [seeds, from] = [values.seeds, values.from].map(text => Number.parseInt(text, 10)) as [number, number]
const files = execFileSync('git', ['grep', '-l', 'fc.assert', '--', '*.test.ts', '*.test.tsx'], { encoding: 'utf8' })
  .trim()
  .split('\n')
for (let seed = from; seed < from + seeds; seed += 1) {
  const startedMs = Date.now()
  const { ok, output } = await runCommand('vitest', ['run', ...files], { env: { PROPERTY_SEED: String(seed) } })
  process.stdout.write(
    `${ok ? '✓' : '✗'} seed ${seed}: ${files.length} files, ${seconds(Date.now() - startedMs)}\n${ok ? '' : output}`,
  )
  if (!ok) process.exitCode = 1
}
