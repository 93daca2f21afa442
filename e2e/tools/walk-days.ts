/**
 * `npm run tool -- days --days D --seeds N [--from K] [--begin 2026-11-22] [--instruments I]`: walks through D days of
 * the sandbox with N seeds, hourly and every ten minutes before an expiry, and checks every answer and message
 * (`src/testing/days`). Continues after a fault and prints counts by kind of answer.
 */
import { parseArgs } from 'node:util'
import { instantsOf } from '../../src/testing/days/instants.ts'
import { type Fault, missingIn, walkDays } from '../../src/testing/days/walk-days.ts'
import { say, stop, whole } from './arguments.ts'

const everySeconds = 30
const shownFaults = 20
const longest = 600

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '40' },
    seeds: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    begin: { type: 'string', default: '2026-11-22' },
    instruments: { type: 'string', default: '1500' },
  },
})
const [days, seeds, from] = [whole('--days', values.days), whole('--seeds', values.seeds), whole('--from', values.from)]
const begin = Date.parse(`${values.begin}T00:00:00Z`)
if (Number.isNaN(begin)) stop(`--begin takes a day like 2026-11-22, not ${values.begin}`)

const counts = new Map<string, number>()
const failed: number[] = []
let instants = 0
for (let seed = from; seed < from + seeds; seed += 1) {
  const started = performance.now()
  let reportedAt = started
  let shown = 0
  const report = (done: number, faults: readonly Fault[]): void => {
    for (const { atMs, what } of faults.slice(shown, shownFaults)) {
      const day = new Date(atMs).toISOString()
      say(`✗ seed ${seed}, ${day}: ${what.slice(0, longest)}`)
    }
    shown = faults.length
    if (performance.now() - reportedAt < everySeconds * 1_000) return
    reportedAt = performance.now()
    say(
      `  seed ${seed}: ${done} instants, ${((reportedAt - started) / done).toFixed(1)} ms each, ${faults.length} faults`,
    )
  }
  const options = {
    seed,
    instants: instantsOf(begin, days),
    instruments: whole('--instruments', values.instruments),
    books: 4,
  }
  const walked = await walkDays(options, report)
  instants += walked.instants
  for (const [kind, count] of walked.counts) counts.set(kind, (counts.get(kind) ?? 0) + count)
  if (walked.faults.length > 0) {
    failed.push(seed)
    say(
      `✗ seed ${seed}: ${walked.faults.length} faults\n  npm run tool -- days --days ${days} --seeds 1 --from ${seed} --begin ${values.begin}`,
    )
  } else say(`✓ seed ${seed}: ${walked.instants} instants`)
}

for (const [kind, count] of [...counts].toSorted(([, a], [, b]) => b - a)) say(`${String(count).padStart(9)}  ${kind}`)
const missing = missingIn(counts)
if (missing.length > 0) say(`Never came: ${missing.join(', ')}`)
say(`${seeds - failed.length} passed, ${failed.length} failed, ${instants} instants`)
process.exitCode = failed.length === 0 && missing.length === 0 ? 0 : 1
