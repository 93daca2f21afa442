import { describe, expect, it } from 'vitest'
import { createRealVenue } from '../../../testing/order-desk/real-venue.sim.ts'
import { type RfqHistory, runRfqWorld } from '../../../testing/order-desk/rfq-world.sim.ts'
import { type Reported, settledWithinMs } from '../../../testing/order-desk/world-history.sim.ts'
import { runWorld } from '../../../testing/order-desk/world.sim.ts'

/** Seeds that failed once; they run first. */
const pastSeeds: readonly number[] = [20_005_671, 20_012_375]
const pastRfqSeeds: readonly number[] = [5_258]
const seeds = Number(process.env['DESK_SEEDS'] ?? 240)
const rfqSeeds = Number(process.env['RFQ_SEEDS'] ?? 40)
const first = Number(process.env['DESK_FIRST_SEED'] ?? 1)

const count = (all: readonly Reported[], state: string): number =>
  all.reduce((sum, reported) => sum + (reported.states.get(state) ?? 0), 0)

describe('order desk, simulated', () => {
  it('keeps every invariant in the histories that once broke one', async () => {
    for (const seed of pastSeeds) {
      for (const regime of ['chaos', 'heal'] as const)
        expect((await runWorld({ seed, regime })).steps).toBeGreaterThan(0)
    }
  })

  it('is safe while everything fails, and settles everything and is live within a minute once it heals', async () => {
    const all: Reported[] = []
    for (let seed = first; seed < first + seeds; seed += 1) {
      all.push(await runWorld({ seed, regime: seed % 2 === 0 ? 'chaos' : 'heal' }))
    }
    expect(all.reduce((sum, reported) => sum + reported.posts, 0)).toBeGreaterThan(seeds)
    for (const state of ['accepted', 'rejected', 'unseen', 'unknown', 'dead', 'unstored', 'pushed', 'login_refused'])
      expect(count(all, state), state).toBeGreaterThan(0)
    // Only pages that stay open report it.
    const took = all.flatMap(({ settledMs }) => settledMs ?? [])
    expect(took.filter(ms => ms > 0).length).toBeGreaterThan(seeds / 20)
    expect(Math.max(...took)).toBeLessThan(settledWithinMs)
  })

  it.each([
    ['empty_look_ups', /healed id-\d+ is still unknown/],
    ['failed_look_ups', /healed id-\d+ is still unknown/],
    ['refused_sockets', /healed the socket is still/],
  ] as const)('fails where something stays broken (%s), so the rule of healing can', async (plant, why) => {
    const failed = async (seed: number): Promise<string> => {
      try {
        await runWorld({ seed, regime: 'heal', plant })
        return ''
      } catch (error) {
        return String(error)
      }
    }
    const found: string[] = []
    for (let seed = 1; seed <= 20; seed += 1) found.push(await failed(seed))
    expect(found.filter(text => why.test(text)).length).toBeGreaterThan(0)
  })

  it('never lets more be out of an RFQ than was wanted: lost answers, two tabs, partial fills, reloads', async () => {
    for (const seed of pastRfqSeeds) await runRfqWorld(seed)
    const all: RfqHistory[] = []
    for (let seed = first; seed < first + rfqSeeds; seed += 1) all.push(await runRfqWorld(seed))
    for (const figure of ['sent', 'refused', 'whole'] as const)
      expect(
        all.reduce((sum, reported) => sum + reported[figure], 0),
        figure,
      ).toBeGreaterThan(rfqSeeds / 4)
  })

  it('does so against the sandbox exchange too', async () => {
    const all: Reported[] = []
    for (let seed = 1; seed <= 40; seed += 1) {
      all.push(await runWorld({ seed, regime: 'heal', venue: time => createRealVenue(time, seed) }))
    }
    expect(all.reduce((sum, reported) => sum + reported.posts, 0)).toBeGreaterThan(40)
    for (const state of ['accepted', 'rejected', 'unknown', 'unseen'])
      expect(count(all, state), state).toBeGreaterThan(0)
  })
})
