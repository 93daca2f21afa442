/** PostgreSQL, for several recorders and servers on several machines. */
import { Client, Pool, type PoolClient, types } from 'pg'
import first from './migrations/postgres-001.sql?raw'
import second from './migrations/postgres-002.sql?raw'
import third from './migrations/postgres-003.sql?raw'
import fourth from './migrations/postgres-004.sql?raw'
import fifth from './migrations/postgres-005.sql?raw'
import sixth from './migrations/postgres-006.sql?raw'
import seventh from './migrations/postgres-007.sql?raw'
import { createLocks } from './postgres-locks.ts'
import { createParts } from './postgres-parts.ts'
import { type Database, type Sql, numberOf } from './sql.ts'

const migrations: readonly string[] = [first, second, third, fourth, fifth, sixth, seventh]

/** Name of the lock under which migrations are made, one after the other. */
const migrationLock = 715_001
const int8 = 20
const parsers = {
  getTypeParser: (oid: number, format?: string) =>
    oid === int8 ? (text: string) => Number.parseInt(text, 10) : types.getTypeParser(oid, format),
}

export interface PostgresSettings {
  readonly url: string
  /** Told of connections that break while nobody uses them. */
  readonly onError: (error: unknown) => void
}

/** Rejects where it cannot be reached, or does not take the migrations. */
export async function openPostgres({ url, onError }: PostgresSettings): Promise<Database> {
  const settings = { connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 15_000, keepAlive: true, types: parsers }
  const pool = new Pool({ ...settings, max: 8, application_name: 'legwork' })
  // Parts are made in the middle of transactions that have all of the others.
  const partPool = new Pool({ ...settings, max: 1, application_name: 'legwork parts' })
  for (const each of [pool, partPool]) each.on('error', onError)
  const locks = createLocks({ ...settings, application_name: 'legwork writer' })
  const close = async (): Promise<void> => void (await Promise.all([pool.end(), partPool.end(), locks.close()]))
  const transaction = transactionsOf(pool)
  await migrateBy({ ...settings, application_name: 'legwork migration' }).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    transaction,
    all: (text, values) => using(pool, client => sqlOf(client).all(text, values)),
    clock: 'extract(epoch FROM clock_timestamp()) * 1000',
    forShare: ' FOR SHARE',
    forUpdate: ' FOR UPDATE',
    lock: locks.lock,
    ...createParts(transactionsOf(partPool)),
    ping: async () => void (await using(pool, client => client.query('SELECT 1'))),
    close,
  }
}

async function using<Value>(pool: Pool, run: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await pool.connect()
  let isBroken = true
  try {
    const value = await run(client)
    isBroken = false
    return value
  } finally {
    client.release(isBroken)
  }
}

const sqlOf = (client: PoolClient): Sql => ({ all: async (text, values = []) => (await client.query(text, values)).rows })

/** One that fails in between loses its connection, and with it all that it did. */
const transactionsOf =
  (pool: Pool): Database['transaction'] =>
  run =>
    using(pool, async client => {
      await client.query('BEGIN')
      const value = await run(sqlOf(client))
      await client.query('COMMIT')
      return value
    })

/** Over a connection of its own, that may take its time: a history of years is written anew by some of them. */
async function migrateBy(settings: ConstructorParameters<typeof Client>[0]): Promise<void> {
  const client = new Client({ ...settings, query_timeout: 0 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN')
    await migrate({ all: async (text, values = []) => (await client.query(text, values.length === 0 ? undefined : values)).rows })
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}

async function migrate(sql: Sql): Promise<void> {
  await sql.all('SELECT pg_advisory_xact_lock($1)', [migrationLock])
  await sql.all('CREATE TABLE IF NOT EXISTS migrations (n integer PRIMARY KEY)')
  const [row] = await sql.all('SELECT count(*) AS count FROM migrations')
  const done = row === undefined ? 0 : numberOf(row, 'count')
  for (const [index, text] of migrations.entries()) {
    if (index < done) continue
    await sql.all(text)
    await sql.all('INSERT INTO migrations (n) VALUES ($1)', [index + 1])
  }
}
