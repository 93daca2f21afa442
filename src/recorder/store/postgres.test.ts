// @vitest-environment node
/** The store in a real PostgreSQL, which the test starts; where none is installed each test counts as skipped and says why. */
import { setTimeout as wait } from 'node:timers/promises'
import { type TestContext, afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresServer, postgresPrograms, startPostgres } from '../../testing/recorder/postgres-server.ts'
import { storeTests } from '../../testing/recorder/store-conformance.ts'
import { openPostgres } from './postgres.ts'
import { sqlStore } from './sql-store.ts'
import type { Database } from './sql.ts'
import { LostWriter } from './store.ts'

let server: PostgresServer | undefined
const opened: Database[] = []
beforeAll(async () => {
  const programs = postgresPrograms()
  if (programs !== undefined) server = await startPostgres(programs)
})
afterAll(async () => {
  await Promise.all(opened.map(each => each.close()))
  await server?.stop()
})

async function open({ skip }: Pick<TestContext, 'skip'>): Promise<Database> {
  if (server === undefined) return skip('NOT RUN: no PostgreSQL is installed here (initdb and postgres)')
  const database = await openPostgres({ url: server.url, onError: () => undefined })
  opened.push(database)
  return database
}

test.for(storeTests)('a store in PostgreSQL %s', async ([, run], context) => {
  expect.hasAssertions()
  await run(sqlStore(await open(context)))
})

test('a store in PostgreSQL lies in months, and takes the migrations once from many at a time', async context => {
  const stores = await Promise.all(Array.from({ length: 4 }, () => open(context)))
  await Promise.all(stores.map(each => each.prepareMonth('samples', Date.UTC(2027, 4, 5))))
  const months = await stores[0]?.all(`SELECT relname FROM pg_class WHERE relname LIKE 'samples_20%' AND relkind = 'r'`)
  expect(months?.map(row => row['relname'])).toContain('samples_2027_05')
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
  await expect(writer?.saw({ fromMs: 1, toMs: 2 })).rejects.toThrow(LostWriter)
  await second?.saw({ fromMs: 5, toMs: 6 })
  expect(await sqlStore(one).spans(owner)).toEqual([{ fromMs: 5, toMs: 6 }])
  await second?.release()
})
