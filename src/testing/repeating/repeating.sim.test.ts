// @vitest-environment node
import { expect, test } from 'vitest'
import { endpoints } from '../../core/contract/endpoints.ts'
import { type Counts, runRepeating } from './run-repeating.sim.ts'
import { lineFaults } from './faulty-line.ts'

/** The nightly run sets these to higher counts. */
const histories = Number.parseInt(process.env['REPEATING_HISTORIES'] ?? '4', 10)
const from = Number.parseInt(process.env['REPEATING_FROM'] ?? '0', 10)

test('histories of a venue that repeats itself: nothing old is recorded as of now, no token leaves its life, and a minute after it heals all is right', async () => {
  const counts: Counts = new Map()
  const failed: string[] = []
  for (let seed = from; seed < from + histories; seed += 1) {
    try {
      await runRepeating(seed, counts)
    } catch (error) {
      failed.push(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  expect(failed).toEqual([])
  // The account always binds margin, so an emptied list of positions is never a sample.
  const emptied = `emptied ${endpoints.positions.path}`
  for (const what of [...lineFaults, emptied, 'trade', 'sample']) expect(counts.get(what), what).toBeGreaterThan(0)
})
