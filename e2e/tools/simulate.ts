/**
 * `npm run sim -- --seeds N [--from K]`: histories of the exchange from K (0) on, past the ones of the test run. Goes on after a failure, names
 * each failing seed with the command that replays it alone, and ends with how often each thing happened.
 */
import { parseArgs } from 'node:util'
import { runSeed } from '../../src/sandbox/engine/sim/run-seed.ts'
import { missingIn } from '../../src/sandbox/engine/sim/run-seeds.ts'
import { Tally } from '../../src/sandbox/engine/sim/tally.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
const everySeconds = 10
const longest = 2_000

function whole(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number.parseInt(text, 10)
  process.stderr.write(`--${name} takes a whole number, not ${text}\n`)
  process.exit(2)
}

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '0' } } })
const [seeds, from] = [whole('seeds', values.seeds), whole('from', values.from)]
const tally = new Tally()
const failed: number[] = []
const started = performance.now()
let told = started
const rate = (done: number): string => `${((done * 1_000) / (performance.now() - started)).toPrecision(3)} seeds/s`

for (let seed = from; seed < from + seeds; seed += 1) {
  try {
    runSeed(seed, tally)
  } catch (error) {
    failed.push(seed)
    const message = error instanceof Error ? error.message : String(error)
    say(`✗ ${message.slice(0, longest)}\n  npm run sim -- --seeds 1 --from ${seed}`)
  }
  if (performance.now() - told < everySeconds * 1_000) continue
  told = performance.now()
  say(`  ${seed - from + 1} of ${seeds}, ${rate(seed - from + 1)}, ${failed.length} failed`)
}

for (const [name, count] of [...tally.counts].toSorted(([, a], [, b]) => b - a)) say(`${String(count).padStart(9)}  ${name}`)
const missing = missingIn(tally)
if (missing.length > 0 && seeds >= 1_000) say(`Never happened: ${missing.join(', ')}`)
say(`${seeds - failed.length} passed, ${failed.length} failed${failed.length === 0 ? '' : ` (${failed.join(', ')})`}, ${rate(seeds)}`)
process.exitCode = failed.length === 0 ? 0 : 1
