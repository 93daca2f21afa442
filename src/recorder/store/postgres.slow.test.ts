// @vitest-environment node
/** The store in a real PostgreSQL that the test starts. Without an installation the tests are skipped with a reason. */
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, type TestContext } from 'vitest'
import { dayMs, minuteMs } from '../../core/domain/time.ts'
import { alertStoreTests } from '../../testing/recorder/alert-store-conformance.ts'
import { refuseEachStoreCall } from '../../testing/recorder/failed-store-calls.ts'
import {
  expectEarlier,
  expectEarlierAlert,
  writeEarlier,
  writeEarlierAlert,
} from '../../testing/recorder/earlier-history.ts'
import { postgresPrograms, type PostgresServer, startPostgres } from '../../testing/recorder/postgres-server.ts'
import { storeTests } from '../../testing/recorder/store-conformance.ts'
import { testSample } from '../../testing/recorder/test-sample.ts'
import { usualRetention } from '../accounts/retention.ts'
import first from './migrations/postgres-001.sql?raw'
import second from './migrations/postgres-002.sql?raw'
import third from './migrations/postgres-003.sql?raw'
import { openPostgres } from './postgres.ts'
import { sqlStore } from './sql-store.ts'
import { type Database, textOf } from './sql.ts'
import { LostWriter } from './store.ts'
import { movedCash } from '../../testing/recorder/moved-cash.ts'

let server: PostgresServer | undefined
const opened: Database[] = []
beforeAll(async () => {
  const programs = postgresPrograms()
  if (programs !== undefined) server = await startPostgres(programs)
})
afterEach(async () => void (await Promise.all(opened.splice(0).map(each => each.close()))))
afterAll(async () => await server?.stop())

async function open({ skip }: Pick<TestContext, 'skip'>): Promise<Database> {
  if (server === undefined) return skip('NOT RUN: no PostgreSQL is installed here (initdb and postgres)')
  const database = await openPostgres({ url: server.url, onError: () => undefined })
  opened.push(database)
  return database
}

test.for([...storeTests, ...alertStoreTests])('a store in PostgreSQL %s', async ([, run], context) => {
  expect.hasAssertions()
  await run(sqlStore(await open(context)))
})

test('a store in PostgreSQL lies in months, and takes the migrations once from many at a time', async context => {
  const stores = await Promise.all(Array.from({ length: 4 }, () => open(context)))
  await Promise.all(stores.map(each => each.prepare('samples', Date.UTC(2027, 4, 5))))
  const months = await stores[0]?.all(
    `SELECT relname FROM pg_class WHERE relname LIKE 'samples_minutes_20%' AND relkind = 'r'`,
  )
  expect(months?.map(row => row['relname'])).toContain('samples_minutes_2027_05')
})

test('a store in PostgreSQL writes rows of more accounts at once than it has connections, where none of their month is there yet', async context => {
  const store = sqlStore(await open(context))
  const atMs = Date.UTC(2028, 2, 1)
  const written = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const writer = await store.takeWriter({ venueKey: 'venue', account: `many ${index}` }, 'one')
      const { rows } = (await writer?.append([{ kind: 'cash', event: movedCash('1', atMs), knownAtMs: atMs }])) ?? {
        rows: [],
      }
      await writer?.release()
      return rows.length
    }),
  )
  expect(written).toEqual(Array.from({ length: 20 }, () => 1))
})

test('a store in PostgreSQL drops a part once all that was in it has grown too old, and not while anything is in it', async context => {
  const database = await open(context)
  const store = sqlStore(database)
  const owner = { venueKey: 'venue', account: 'parts' }
  const writer = await store.takeWriter(owner, 'one')
  const beganMs = Date.UTC(2024, 1, 27)
  for (let at = beganMs; at < beganMs + 3 * dayMs; at += 30 * minuteMs) await writer?.saveSample(testSample(at))
  await store.audit({ atMs: beganMs, subject: 'ann', account: 'parts', call: 'samples', status: 200 })
  const parts = async (): Promise<readonly string[]> => {
    const found = await database.all(
      `SELECT relname FROM pg_class WHERE relname ~ '_2024_02(_\\d\\d)?$' AND relkind = 'r' ORDER BY relname`,
    )
    return found.map(row => textOf(row, 'relname'))
  }
  const days = [27, 28, 29].map(day => `sample_positions_minutes_2024_02_${day}`)
  expect(await parts()).toEqual(['audit_2024_02', ...days, 'samples_minutes_2024_02'])
  const age = async (nowMs: number): Promise<void> => {
    await writer?.saveSample(testSample(nowMs))
    await writer?.thin(nowMs, usualRetention)
    await store.tidy(nowMs, usualRetention)
  }
  await age(beganMs + 4 * dayMs)
  expect(await parts()).toEqual(['audit_2024_02', ...days.slice(2), 'samples_minutes_2024_02'])
  await age(beganMs + 181 * dayMs)
  expect(await parts()).toEqual(['audit_2024_02', 'samples_minutes_2024_02'])
  await age(beganMs + 200 * dayMs)
  expect(await parts()).toEqual(['audit_2024_02'])
  await age(beganMs + 402 * dayMs)
  expect(await parts()).toEqual([])
  expect((await store.samples(owner, beganMs, beganMs + 3 * dayMs)).length).toBe(72)
  await writer?.release()
})

test('a store in PostgreSQL takes over what an earlier version kept', async context => {
  const database = await open(context)
  await database.all('CREATE DATABASE earlier')
  const url = server?.url.replace('/postgres?', '/earlier?') ?? ''
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(first)
  await client.query('CREATE TABLE migrations (n integer PRIMARY KEY); INSERT INTO migrations (n) VALUES (1)')
  for (const [month, fromMs, toMs] of [
    ['2026_08', Date.UTC(2026, 7), Date.UTC(2026, 8)],
    ['2026_09', Date.UTC(2026, 8), Date.UTC(2026, 9)],
  ] as const) {
    for (const table of ['samples', 'journal_rows'])
      await client.query(
        `CREATE TABLE ${table}_${month} PARTITION OF ${table} FOR VALUES FROM (${fromMs}) TO (${toMs})`,
      )
  }
  await writeEarlier(async (text, values) => void (await client.query(text, values)))
  await client.end()
  const store = sqlStore(await openPostgres({ url, onError: () => undefined }))
  await expectEarlier(store)
  await store.close()
})

test('a store in PostgreSQL watches on what was watched before removals were remembered', async context => {
  const database = await open(context)
  await database.all('CREATE DATABASE watching')
  const url = server?.url.replace('/postgres?', '/watching?') ?? ''
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const text of [first, second, third]) await client.query(text)
  await client.query('CREATE TABLE migrations (n integer PRIMARY KEY); INSERT INTO migrations (n) VALUES (1), (2), (3)')
  await writeEarlierAlert(async (text, values) => void (await client.query(text, values)))
  await client.end()
  const store = sqlStore(await openPostgres({ url, onError: () => undefined }))
  await expectEarlierAlert(store)
  await store.close()
})

test('recorders whose clocks differ agree on who follows an account: the database’s own clock counts', async context => {
  const shifted = (database: Database, byMs: number) => sqlStore(database, () => Date.now() + byMs)
  const fast = shifted(await open(context), 10 * minuteMs)
  const slow = shifted(await open(context), -10 * minuteMs)
  const owner = { venueKey: 'venue', account: 'shifted' }
  const silent = () => Promise.all([fast.silentMs(owner), slow.silentMs(owner)])
  for (const [one, other] of [
    [fast, slow],
    [slow, fast],
  ] as const) {
    const writer = await one.takeWriter(owner, 'one')
    expect(await other.takeWriter(owner, 'other')).toBeUndefined()
    for (const each of await silent()) expect(each).toBeLessThan(minuteMs)
    await opened[0]?.transaction(sql =>
      sql.all(`UPDATE writers SET beat_ms = beat_ms - ${5 * minuteMs} WHERE account = 'shifted'`),
    )
    for (const each of await silent()) expect(Math.floor((each ?? 0) / minuteMs)).toBe(5)
    await writer?.beat()
    for (const each of await silent()) expect(each).toBeLessThan(minuteMs)
    await writer?.release()
    expect(await silent()).toEqual([undefined, undefined])
  }
})

test('what a recorder queued is sent when it is due by another whose clock differs', async context => {
  const clock = (byMs: number) => () => Date.now() + byMs
  const [fastMs, slowMs] = [clock(10 * minuteMs), clock(-10 * minuteMs)]
  const fast = sqlStore(await open(context), fastMs)
  const slow = sqlStore(await open(context), slowMs)
  const owner = { venueKey: 'venue', account: 'queued' }
  const message = { id: 'm', kind: 'fill', isUrgent: false, atMs: 0, title: 'Filled', text: '' } as const
  const first = await fast.takeWriter(owner, 'fast')
  await first?.alerts.queue([{ message, to: ['hook'] }], fastMs())
  await first?.release()
  const second = await slow.takeWriter(owner, 'slow')
  const due = await second?.alerts.nextDue('hook', slowMs() + minuteMs / 2)
  expect(Math.abs((due?.madeMs ?? 0) - slowMs())).toBeLessThan(minuteMs)
  await second?.alerts.settle(
    { destination: 'hook', message },
    { state: 'waiting', attempts: 1, dueMs: slowMs() + 5 * minuteMs, said: '' },
  )
  await second?.release()
  const third = await fast.takeWriter(owner, 'fast')
  expect(await third?.alerts.nextDue('hook', fastMs() + 4 * minuteMs)).toBeUndefined()
  expect(await third?.alerts.nextDue('hook', fastMs() + 6 * minuteMs)).toBeDefined()
  await third?.release()
})

test('a store in PostgreSQL gives the account of a writer whose connection is gone to another, and refuses the first one then', async context => {
  const [one, other] = [await open(context), await open(context)]
  const owner = { venueKey: 'venue', account: 'lost' }
  const writer = await sqlStore(one).takeWriter(owner, 'one')
  expect(await sqlStore(other).takeWriter(owner, 'other')).toBeUndefined()
  await other.all(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'legwork writer'`)
  let second = await sqlStore(other).takeWriter(owner, 'other')
  for (let tries = 0; second === undefined && tries < 100; tries += 1) {
    await wait(20)
    second = await sqlStore(other).takeWriter(owner, 'other')
  }
  await expect(writer?.saveSeenSpan({ fromMs: 1, toMs: 2 })).rejects.toThrow(LostWriter)
  await second?.saveSeenSpan({ fromMs: 5, toMs: 6 })
  expect(await sqlStore(one).spans(owner)).toEqual([{ fromMs: 5, toMs: 6 }])
  await second?.release()
})

test('a recorder over PostgreSQL is never ready while it stores no fill, and records again within a minute, whichever call failed', {
  timeout: 600_000,
}, async context => {
  const table = await refuseEachStoreCall(await open(context), Number.POSITIVE_INFINITY)
  expect(table.length).toBeGreaterThanOrEqual(30)
  expect(table.filter(each => each.said.length === 0)).toEqual([])
})
