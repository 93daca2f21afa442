import { describe, expect, it } from 'vitest'
import { Tally } from '../engine/sim/tally.ts'
import { type Plant, plants } from '../../../testing/liveness/planted.sim.ts'
import { runLiveness } from '../../../testing/liveness/run-liveness.sim.ts'

const seeds = Number(process.env['LIVENESS_SEEDS'] ?? 16)

describe('the exchange after its faults healed', () => {
  it('lets every client know every outcome, shows every order in its book, and ends everything', async () => {
    const tally = new Tally()
    for (let seed = 1; seed <= seeds; seed += 1) await runLiveness(seed, tally)
    expect(tally.counts.get('outlived')).toBe(seeds)
    for (const what of [
      'unknown: request lost',
      'unknown: answer lost',
      'unknown: late lost',
      'resolved by a look-up',
      'resolved by asking again: accepted',
      'working order found in its book',
      'killed',
      'RFQ ended: timeout',
      'order ended: timeout',
      'order ended: supervisory',
    ])
      expect(tally.counts.get(what), what).toBeGreaterThan(0)
  })

  it.each(Object.entries(plants) as [Plant, string][])('is found out where it %s', async (plant, promise) => {
    let found = ''
    for (let seed = 1; seed <= 60 && found === ''; seed += 1) {
      await runLiveness(seed, new Tally(), plant).catch((error: unknown) => {
        if (String(error).includes(promise)) found = String(error)
      })
    }
    expect(found).toContain(promise)
  })
})
