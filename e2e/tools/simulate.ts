/**
 * `npm run tool -- sim --seeds N [--from K]`: exchange histories from seed K (0), beyond those of the test run;
 * `--healing`: clients with unreliable connections that recover; `--desk`: the order desk, every twentieth also against
 * the sandbox. Continues after a failure, prints the command that replays each failing seed, and counts of events.
 */
import { parseArgs } from 'node:util'
import { createRealVenue } from '../../src/testing/order-desk/real-venue.sim.ts'
import { runLiveness } from '../../src/testing/liveness/run-liveness.sim.ts'
import { runRfqWorld } from '../../src/testing/order-desk/rfq-world.sim.ts'
import type { Reported } from '../../src/testing/order-desk/world-history.sim.ts'
import { runWorld } from '../../src/testing/order-desk/world.sim.ts'
import { runSeed } from '../../src/exchange/sandbox/engine/sim/run-seed.ts'
import { missingIn } from '../../src/exchange/sandbox/engine/sim/run-seeds.ts'
import { Tally } from '../../src/exchange/sandbox/engine/sim/tally.ts'
import { say, whole } from './arguments.ts'

const everySeconds = 10
const longest = 2_000
const realVenueEvery = 20

interface Simulation {
  run(seed: number): void | Promise<void>
  counts(): ReadonlyMap<string, number>
  missing(): readonly string[]
}

function ofExchange(): Simulation {
  const tally = new Tally()
  return { run: seed => void runSeed(seed, tally), counts: () => tally.counts, missing: () => missingIn(tally) }
}

function ofHealing(): Simulation {
  const tally = new Tally()
  return { run: seed => runLiveness(seed, tally), counts: () => tally.counts, missing: () => [] }
}

function ofDesk(): Simulation {
  const counts = new Map<string, number>()
  const count = (name: string, more: number): void => void counts.set(name, (counts.get(name) ?? 0) + more)
  const note = ({ posts, states }: Reported): void => {
    count('POST', posts)
    for (const [state, intents] of states) count(state, intents)
  }
  return {
    async run(seed) {
      note(await runWorld({ seed, regime: seed % 2 === 0 ? 'chaos' : 'heal' }))
      const { sent, refused } = await runRfqWorld(seed)
      count('order for an RFQ', sent)
      count('review that an RFQ refused', refused)
      if (seed % realVenueEvery !== 0) return
      note(await runWorld({ seed, regime: 'heal', venue: time => createRealVenue(time, seed) }))
      count('history against the sandbox', 1)
    },
    counts: () => counts,
    missing: () =>
      ['accepted', 'rejected', 'unseen', 'unknown', 'dead', 'unstored', 'pushed'].filter(state => !counts.has(state)),
  }
}

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    desk: { type: 'boolean', default: false },
    healing: { type: 'boolean', default: false },
  },
})
const [seeds, from] = [whole('--seeds', values.seeds), whole('--from', values.from)]
const simulation = values.desk ? ofDesk() : values.healing ? ofHealing() : ofExchange()
const flag = values.desk ? ' --desk' : values.healing ? ' --healing' : ''
const failed: number[] = []
const started = performance.now()
let reported = started
const rate = (done: number): string => `${((done * 1_000) / (performance.now() - started)).toPrecision(3)} seeds/s`

for (let seed = from; seed < from + seeds; seed += 1) {
  try {
    await simulation.run(seed)
  } catch (error) {
    failed.push(seed)
    const message = error instanceof Error ? error.message : String(error)
    say(`✗ ${message.slice(0, longest)}\n  npm run tool -- sim --seeds 1 --from ${seed}${flag}`)
  }
  if (performance.now() - reported < everySeconds * 1_000) continue
  reported = performance.now()
  say(`  ${seed - from + 1} of ${seeds}, ${rate(seed - from + 1)}, ${failed.length} failed`)
}

for (const [name, count] of [...simulation.counts()].toSorted(([, a], [, b]) => b - a))
  say(`${String(count).padStart(9)}  ${name}`)
const missing = simulation.missing()
if (missing.length > 0 && seeds >= 1_000) say(`Never happened: ${missing.join(', ')}`)
say(
  `${seeds - failed.length} passed, ${failed.length} failed${failed.length === 0 ? '' : ` (${failed.join(', ')})`}, ${rate(seeds)}`,
)
process.exitCode = failed.length === 0 ? 0 : 1
