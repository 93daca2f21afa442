import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'
import type { Sample } from '../../../core/domain/sample.ts'
import { dayMs, minuteMs } from '../../../core/domain/time.ts'
import { startMs, testOwner } from '../../../testing/journal.fixture.ts'
import { closeDatabase } from '../browser/db.ts'
import { lastExplainedSample, readSamples, saveSample, thinSamples } from './sample-store.ts'
import { cashSample } from '../../../testing/cash-sample.ts'

const sampleAt = (atMs: number, cashFromMs?: number): Sample =>
  cashSample(atMs, '1', cashFromMs === undefined ? {} : { cashFromMs })

afterEach(async () => {
  await closeDatabase()
  indexedDB.deleteDatabase('legwork')
})

it('the sample to go on from is the last one, or the one that the last names while cash since is unexplained', async () => {
  expect(await lastExplainedSample(testOwner)).toBeUndefined()
  await saveSample(testOwner, sampleAt(startMs))
  await saveSample(testOwner, sampleAt(startMs + minuteMs))
  expect((await lastExplainedSample(testOwner))?.atMs).toBe(startMs + minuteMs)
  await saveSample(testOwner, sampleAt(startMs + dayMs, startMs + minuteMs))
  expect(await lastExplainedSample(testOwner)).toMatchObject({ atMs: startMs + minuteMs, positions: [] })
})

it('a sample that left cash unexplained gives way to one of its minute that does not, and to no other', async () => {
  const at = startMs + dayMs
  await saveSample(testOwner, sampleAt(at, startMs))
  expect(await saveSample(testOwner, sampleAt(at + 1_000, startMs))).toBe(false)
  expect(await saveSample(testOwner, sampleAt(at + 2_000))).toBe(true)
  expect(await saveSample(testOwner, sampleAt(at + 3_000))).toBe(false)
  expect((await readSamples(testOwner)).map(sample => sample.atMs)).toEqual([at + 2_000])
})

it('age removes no sample from which on cash is unexplained', async () => {
  const old = [0, 1, 2].map(index => startMs + index * minuteMs)
  for (const atMs of old) await saveSample(testOwner, sampleAt(atMs))
  const nowMs = startMs + 5 * dayMs
  await saveSample(testOwner, sampleAt(nowMs, old[2]))
  expect(await thinSamples(testOwner, nowMs)).toBe(1)
  expect((await lastExplainedSample(testOwner))?.atMs).toBe(old[2])
})
