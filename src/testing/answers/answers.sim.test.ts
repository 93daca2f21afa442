// @vitest-environment node
import { expect, test } from 'vitest'
import { runAnswers, type Seen } from './answers.sim.ts'

test('answers of two accounts over lost messages: none without confirmation, none beyond the limit, none two cycles after its RFQ', async () => {
  const counts = new Map<Seen, number>()
  const failed: string[] = []
  for (let seed = 0; seed < 4; seed += 1) {
    try {
      await runAnswers(seed, what => counts.set(what, (counts.get(what) ?? 0) + 1))
    } catch (error) {
      failed.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  expect(failed).toEqual([])
  for (const what of [
    'confirmed',
    'refused by the limit',
    'withdrawn',
    'lost cancel',
    'page closed',
    'ended by its life',
  ] as const)
    expect(counts.get(what), what).toBeGreaterThan(0)
})
