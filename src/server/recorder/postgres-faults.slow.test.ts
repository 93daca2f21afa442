// @vitest-environment node
/**
 * A PostgreSQL lost during a commit, full or read-only: acknowledged writes are stored, and retries store nothing
 * twice.
 */
import { afterAll, afterEach, beforeAll, expect, test, type TestContext } from 'vitest'
import { Client } from 'pg'
import { openPostgres } from '../../recorder/store/postgres.ts'
import { sqlStore } from '../../recorder/store/sql-store.ts'
import type { Store, Writer } from '../../recorder/store/store.ts'
import { type CuttingProxy, startCuttingProxy } from '../../testing/recorder/cutting-proxy.ts'
import { postgresPrograms, type PostgresServer, startPostgres } from '../../testing/recorder/postgres-server.ts'
import { historyWhy } from './history-problem.ts'
import { movedCash } from '../../testing/recorder/moved-cash.ts'

const startMs = Date.UTC(2026, 10, 30, 23)
let server: PostgresServer | undefined
let proxy: CuttingProxy | undefined
beforeAll(async () => {
  const programs = postgresPrograms()
  if (programs === undefined) return
  server = await startPostgres(programs)
  proxy = await startCuttingProxy(server.url)
})
afterAll(async () => {
  proxy?.close()
  await server?.stop()
})

const stores: Store[] = []
afterEach(async () => void (await Promise.all(stores.splice(0).map(each => each.close()))))
let accounts = 0

async function begin({ skip }: Pick<TestContext, 'skip'>) {
  if (server === undefined || proxy === undefined)
    return skip('NOT RUN: no PostgreSQL is installed here (initdb and postgres)')
  const store = sqlStore(await openPostgres({ url: proxy.url, onError: () => undefined }))
  stores.push(store)
  const owner = { venueKey: 'venue', account: `faults ${(accounts += 1)}` }
  const writer = (await store.takeWriter(owner, 'one')) as Writer
  const found = async (): Promise<number[]> => {
    const { rows, total } = await store.rows(owner, { limit: 100 })
    expect(total).toBe(rows.length)
    return rows.map(row => (row.atMs - startMs) / 1_000).toSorted((a, b) => a - b)
  }
  return { writer, found, proxy, url: server.url }
}

const cash = (index: number): Parameters<Writer['append']>[0][number] => ({
  kind: 'cash',
  knownAtMs: startMs + index * 1_000,
  event: movedCash(`${index + 1}`, startMs + index * 1_000),
})

async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const whyOf = async (write: Promise<unknown>): Promise<string | undefined> =>
  write.then(
    () => 'written',
    (error: unknown) => historyWhy({ kind: 'postgres', url: '' }, error),
  )

test.for(['before the database has it', 'before its answer'] as const)(
  'a commit whose connection is lost %s is refused, and is there once when it is tried again',
  async (when, context) => {
    const { writer, found, proxy: line } = await begin(context)
    await writer.append([cash(0), cash(1)])
    const before = line.cuts()
    line.cut(when)
    expect(await whyOf(writer.append([cash(2), cash(3)]))).toBe('its database does not answer')
    expect(line.cuts()).toBe(before + 1)
    const isThere = when === 'before its answer'
    expect(await found()).toEqual(isThere ? [0, 1, 2, 3] : [0, 1])
    const { rows } = await writer.append([cash(2), cash(3), cash(4)])
    expect(rows.length).toBe(isThere ? 1 : 3)
    expect(await found()).toEqual([0, 1, 2, 3, 4])
  },
)

test('a commit for which the database has no room (53100) is refused in words as a whole, and is taken once there is', async context => {
  const { writer, found, url } = await begin(context)
  await writer.append([cash(0)])
  await run(
    url,
    `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100', MESSAGE = 'could not extend file: No space left on device'; END $$`,
    'CREATE CONSTRAINT TRIGGER full_disk AFTER INSERT ON row_keys DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION full_disk()',
  )
  expect(await whyOf(writer.append([cash(1), cash(2)]))).toBe('the disk of its database is full')
  expect(await found()).toEqual([0])
  await run(url, 'DROP TRIGGER full_disk ON row_keys', 'DROP FUNCTION full_disk')
  await writer.append([cash(1), cash(2)])
  expect(await found()).toEqual([0, 1, 2])
})

test('a database that takes nothing to write is named at a write and at a start, and is written again when it does', async context => {
  const { writer, found, url } = await begin(context)
  await writer.append([cash(0)])
  const readOnly = async (value: 'on' | 'off'): Promise<void> => {
    await run(
      url,
      'SET default_transaction_read_only = off',
      `ALTER DATABASE postgres SET default_transaction_read_only = ${value}`,
    )
    // Open connections keep their settings, so this closes them.
    await run(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'legwork'`)
  }
  await readOnly('on')
  const why = await whyOf(writer.append([cash(1)]))
  // The first call finds its connection closed.
  expect(['its database does not answer', 'its database takes nothing to write']).toContain(why)
  expect(await whyOf(writer.append([cash(1)]))).toBe('its database takes nothing to write')
  expect(await whyOf(openPostgres({ url, onError: () => undefined }))).toBe('its database takes nothing to write')
  await readOnly('off')
  await whyOf(writer.append([cash(1)]))
  await writer.append([cash(1)])
  expect(await found()).toEqual([0, 1])
})

test('a transaction in which a failure was swallowed is not taken for written', async context => {
  const { url } = await begin(context)
  const database = await openPostgres({ url, onError: () => undefined })
  const writing = database.transaction(async sql => {
    await sql.all('SELECT 1 / 0').catch(() => undefined)
    return 'done'
  })
  await expect(writing).rejects.toThrow('The database rolled the transaction back.')
  await database.close()
})
