/**
 * `npm run tool -- fuzz --cases N [--from SEED]`: malformed requests, upgrades and socket messages by seed, beyond
 * those of the test run. Prints counts of outcomes and the memory used; a failing case is named by its seed.
 */
import { parseArgs } from 'node:util'
import { runFuzz } from '../../src/testing/fuzz/run-fuzz.ts'
import { say, whole } from './arguments.ts'

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '10000' }, from: { type: 'string', default: '100000' } },
})
const [cases, from] = [whole('--cases', values.cases), whole('--from', values.from)]
const used: { readonly done: number; readonly rss: number }[] = []
const started = performance.now()

const { counts, problems } = await runFuzz({
  cases,
  from,
  onBatch(done, rss) {
    used.push({ done, rss })
    if (done % 5_000 === 0) say(`  ${done} of ${cases}, ${Math.round(rss / 1e6)} MB`)
  },
})

/** Allowed growth per case in bytes, since orders and accounts are permanent; the first fifth warms up. */
const longestGrowth = 4_000
const warm = used[Math.floor(used.length / 5)]
const last = used.at(-1)
const growth =
  warm === undefined || last === undefined || last.done - warm.done < 10_000
    ? 0
    : (last.rss - warm.rss) / (last.done - warm.done)
const failures = growth > longestGrowth ? [...problems, `memory grows by ${Math.round(growth)} bytes a case`] : problems

for (const [outcome, count] of [...counts].toSorted(([, a], [, b]) => b - a))
  say(`${String(count).padStart(9)}  ${outcome}`)
for (const failure of failures.slice(0, 50)) say(`✗ ${failure}`)
say(
  `memory: ${Math.round((warm?.rss ?? 0) / 1e6)} MB warm, ${Math.round((last?.rss ?? 0) / 1e6)} MB at the end, ${Math.round(growth)} bytes a case`,
)
say(
  `${cases} cases from seed ${from} in ${Math.round((performance.now() - started) / 1_000)} s, ${failures.length} failed`,
)
process.exitCode = failures.length === 0 ? 0 : 1
