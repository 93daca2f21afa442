/** A history as the first recorder version stored it, and what must be left after the migrations. */
import { expect } from 'vitest'
import type { Alert } from '../../core/domain/alert.ts'
import { dec } from '../../core/domain/decimal.ts'
import type { Sample } from '../../core/domain/sample.ts'
import { hourMs, minuteMs } from '../../core/domain/time.ts'
import type { Store } from '../../recorder/store/store.ts'
import { testSample } from './test-sample.ts'

const owner = { venueKey: 'venue.example', account: 'earlier' }
const start = Date.UTC(2026, 7, 31, 7, 58)
const alert: Alert = {
  id: 'set before',
  kind: 'price',
  subject: 'BTC-USD-PERPETUAL',
  direction: 'above',
  level: dec('100000'),
}
const minutes = [0, 1, 2, 3, 61, 62, 24 * 60, 24 * 60 + 1]

const sampleAt = (minute: number): Sample => {
  const sample = testSample(start + minute * minuteMs, 2)
  if (minute !== 2) return sample
  const { positions: _, ...light } = sample
  return light
}

type Run = (text: string, values: readonly (string | number | null)[]) => Promise<void>

export async function writeEarlier(run: Run): Promise<void> {
  const account = [owner.venueKey, owner.account]
  for (const minute of minutes) {
    const { positions, ...light } = sampleAt(minute)
    const texts = [JSON.stringify(light), positions === undefined ? null : JSON.stringify(positions)]
    await run('INSERT INTO samples (venue, account, minute, body, positions) VALUES ($1, $2, $3, $4, $5)', [
      ...account,
      start + minute * minuteMs,
      ...texts,
    ])
  }
  for (const [index, id] of ['one', 'two'].entries()) {
    await run('INSERT INTO row_keys (venue, account, id) VALUES ($1, $2, $3)', [...account, id])
    const row = { id, atMs: start + index, kind: 'state', what: 'accepted' }
    await run(
      'INSERT INTO journal_rows (venue, account, at_ms, seq, kind, subject, body) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [...account, row.atMs, index + 1, row.kind, id, JSON.stringify(row)],
    )
  }
  const read = [start, 'ann', owner.account, 'samples', 200]
  await run('INSERT INTO audit (at_ms, subject, account, call, status) VALUES ($1, $2, $3, $4, $5)', read)
}

export const writeEarlierAlert = (run: Run): Promise<void> =>
  run('INSERT INTO alerts (venue, account, id, set_by, body) VALUES ($1, $2, $3, $4, $5)', [
    owner.venueKey,
    owner.account,
    alert.id,
    'ann',
    JSON.stringify(alert),
  ])

export async function expectEarlierAlert(store: Store): Promise<void> {
  expect(await store.alerts(owner)).toEqual([{ alert, by: 'ann' }])
  expect(await store.removedOf(owner, [alert.id])).toEqual([])
  await store.changeAlerts(owner, { watch: [], drop: [], remove: { ids: [alert.id], atMs: start }, most: 3 })
  await store.changeAlerts(owner, { watch: [{ alert, by: 'ann' }], drop: [], most: 3 })
  expect([await store.alerts(owner), await store.removedOf(owner, [alert.id])]).toEqual([[], [alert.id]])
}

export async function expectEarlier(store: Store): Promise<void> {
  const times = async (grain: 0 | 1 | 2): Promise<readonly number[]> =>
    (await store.samples(owner, 0, start + 48 * hourMs, grain)).map(each => (each.atMs - start) / minuteMs)
  expect(await times(0)).toEqual(minutes)
  // 07:58, 08:00 (whose positions begin a minute later), 08:59 of the previous hour, 09:00 of the next, and the next
  // morning.
  expect(await times(1)).toEqual([0, 2, 3, 62, 24 * 60])
  expect(await times(2)).toEqual([0, 2, 3, 24 * 60])
  const whole = await store.fullSamples(
    owner,
    minutes.map(minute => start + minute * minuteMs),
  )
  expect(whole).toEqual(minutes.map(sampleAt))
  expect((await store.firstPositions(owner))?.atMs).toBe(start)
  expect((await store.rows(owner, { limit: 1 })).total).toBe(2)
  expect(await store.audited()).toEqual([
    { atMs: start, subject: 'ann', account: owner.account, call: 'samples', status: 200 },
  ])
  const writer = await store.takeWriter(owner, 'one')
  expect(await writer?.saveSample(sampleAt(3))).toBe(false)
  expect(await writer?.saveSample(sampleAt(24 * 60 + 1))).toBe(false)
  expect(await writer?.saveSample(sampleAt(24 * 60 + 2.5))).toBe(true)
  expect(await store.fullSamples(owner, [start + (24 * 60 + 2.5) * minuteMs])).toEqual([sampleAt(24 * 60 + 2.5)])
  await writer?.release()
}
