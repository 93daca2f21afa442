// @vitest-environment node
/** Damages a file at random places: a read returns what was written, or rejects. `DAMAGES=2000` tries more. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { minuteMs } from '../../core/domain/time.ts'
import { startTimeLapse } from '../../testing/recorder/time-lapse.ts'
import { DamagedHistory } from './row-sum.ts'
import { sqlStore } from './sql-store.ts'
import { openSqlite } from './sqlite.ts'
import type { HistoryReader } from './store.ts'

const damages = Number.parseInt(process.env['DAMAGES'] ?? '40', 10)
const pageBytes = 4_096
const folder = mkdtempSync(join(tmpdir(), 'legwork-damage-'))
const [path, copy] = [join(folder, 'history.sqlite'), join(folder, 'damaged.sqlite')]
let before = ''
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let owner = { venueKey: '', account: '' }
async function everything(store: HistoryReader): Promise<string> {
  const samples = await store.samples(owner, 0, Number.MAX_SAFE_INTEGER)
  const coarse = await store.samples(owner, 0, Number.MAX_SAFE_INTEGER, 2)
  const times = samples.map(each => each.atMs)
  const lists = (['filled', 'open', 'rfqs'] as const).map(which => store.orders(owner, { which, most: 1_000 }))
  return JSON.stringify([
    await store.fullSamples(owner, times),
    coarse,
    await store.firstPositions(owner),
    await store.rows(owner, { limit: 5_000 }),
    await Promise.all(lists),
    await store.spans(owner),
    await store.fillsUntil(owner),
    await store.notes(owner),
    (await store.alerts(owner)).map(each => each.alert.id),
    await store.deliveries(owner, 1_000),
  ])
}

beforeAll(async () => {
  const lapse = await startTimeLapse({ seed: 'damage' })
  owner = lapse.owner
  const store = sqlStore(openSqlite(path), lapse.nowMs)
  const recorder = await lapse.record(store, 'one')
  await store.writeNote(owner, { subject: 't0', text: 'why', tags: ['hedge'], atMs: 5, by: 'ann' }, undefined)
  const message = { id: 'm', kind: 'fill', isUrgent: false, atMs: 1, title: 'Filled', text: '' } as const
  await recorder?.writer.alerts.queue([{ message, to: ['hook'] }], 1)
  for (let minute = 0; minute < 70; minute += 1) {
    await lapse.trade(lapse.perpetual, minute % 2 === 0 ? 'buy' : 'sell', '0.01')
    await lapse.pass(minuteMs)
    await recorder?.step()
  }
  recorder?.kill()
  await recorder?.writer.release()
  await store.close()
  copyFileSync(path, copy)
  const again = sqlStore(openSqlite(copy), lapse.nowMs)
  before = await everything(again)
  await again.close()
})

function places(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

function damage(random: (below: number) => number, bytes: Buffer): string {
  const at = random(bytes.length)
  const pages = Math.floor(bytes.length / pageBytes)
  const kinds = {
    bit: () => void bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random(8)), at),
    digit() {
      const digits = [...bytes.keys()].filter(index => (bytes[index] ?? 0) >= 0x30 && (bytes[index] ?? 0) <= 0x38)
      const index = digits[random(digits.length)] ?? at
      bytes[index] = (bytes[index] ?? 0) + 1
    },
    sector: () => void bytes.fill(0, at - (at % 512), at - (at % 512) + 512),
    swap() {
      const [a, b] = [random(pages) * pageBytes, random(pages) * pageBytes]
      const first = Buffer.from(bytes.subarray(a, a + pageBytes))
      bytes.copyWithin(a, b, b + pageBytes)
      first.copy(bytes, b)
    },
    cut: () => undefined,
  }
  const name = (['bit', 'digit', 'sector', 'swap', 'cut'] as const)[random(5)] ?? 'bit'
  kinds[name]()
  writeFileSync(copy, bytes)
  if (name === 'cut') truncateSync(copy, random(2) === 0 ? at : random(pages) * pageBytes)
  return `${name} at ${at}`
}

test('damage of the file is never served: what is read is what was written, or is refused', async () => {
  const whole = readFileSync(path)
  const outcomes = { same: 0, refused: 0 }
  const silent: string[] = []
  const random = places(20_261_123)
  for (let count = 0; count < damages; count += 1) {
    const what = damage(random, Buffer.from(whole))
    for (const rest of ['-wal', '-shm', '-journal']) rmSync(`${copy}${rest}`, { force: true })
    try {
      const store = sqlStore(openSqlite(copy))
      try {
        if ((await everything(store)) === before) outcomes.same += 1
        else silent.push(what)
      } finally {
        await store.close()
      }
    } catch {
      outcomes.refused += 1
    }
  }
  expect(silent).toEqual([])
  expect(outcomes.same + outcomes.refused).toBe(damages)
  expect(outcomes.refused).toBeGreaterThan(damages / 3)
})

test('a row that was changed while the history is open is refused in words', async () => {
  copyFileSync(path, copy)
  const database = openSqlite(copy)
  const store = sqlStore(database)
  await database.all(`UPDATE journal_rows SET sum = sum || 'x' WHERE seq = 1`)
  await expect(store.rows(owner, { limit: 5_000 })).rejects.toThrow(DamagedHistory)
  await store.close()
})
