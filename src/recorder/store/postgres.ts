/** PostgreSQL, shared by recorders and servers on several machines. */
import { Client, Pool, type PoolClient, types } from 'pg'
import first from './migrations/postgres-001.sql?raw'
import second from './migrations/postgres-002.sql?raw'
import third from './migrations/postgres-003.sql?raw'
import fourth from './migrations/postgres-004.sql?raw'
import fifth from './migrations/postgres-005.sql?raw'
import sixth from './migrations/postgres-006.sql?raw'
import seventh from './migrations/postgres-007.sql?raw'
import { type Database, numberOf, type PartedTable, type Sql, type SqlLock, textOf } from './sql.ts'
import { hourMs } from '../../core/domain/time.ts'

const partLock = 715_002

const partedBy: Readonly<Record<PartedTable, { readonly parent: string; readonly by: 'month' | 'day' }>> = {
  samples: { parent: 'samples_minutes', by: 'month' },
  sample_positions: { parent: 'sample_positions_minutes', by: 'day' },
  journal_rows: { parent: 'journal_rows', by: 'month' },
  audit: { parent: 'audit', by: 'month' },
}

/** Time for which a known partition is assumed to exist: another process may drop it. */
const believedMs = hourMs

/**
 * Time partitions of tables, created before use and dropped when empty. `transaction` needs its own connections: the
 * caller already uses one, and would deadlock if all were taken.
 */
function createParts(transaction: Database['transaction']): Pick<Database, 'prepare' | 'dropEmptyParts'> {
  const known = new Map<string, number>()
  const pending = new Map<string, Promise<void>>()
  return {
    async prepare(table, atMs) {
      const part = partOf(table, atMs)
      const knownAtMs = known.get(part.name)
      if (knownAtMs !== undefined && performance.now() - knownAtMs < believedMs) return
      // Concurrent callers share one creation.
      const making =
        pending.get(part.name) ?? transaction(sql => makePart(sql, part)).finally(() => pending.delete(part.name))
      pending.set(part.name, making)
      await making
      known.set(part.name, performance.now())
    },
    async dropEmptyParts(beforeMs) {
      const dropped: string[] = []
      for (const { parent } of Object.values(partedBy)) {
        for (const name of await transaction(sql => partsOf(sql, parent))) {
          if ((endOf(name, parent) ?? Number.POSITIVE_INFINITY) > beforeMs) continue
          if (!(await transaction(sql => dropIfEmpty(sql, parent, name)))) continue
          known.delete(name)
          dropped.push(name)
        }
      }
      return dropped
    },
  }
}

interface Part {
  readonly parent: string
  readonly name: string
  readonly fromMs: number
  readonly toMs: number
}

function partOf(table: PartedTable, atMs: number): Part {
  const { parent, by } = partedBy[table]
  const at = new Date(atMs)
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  const two = (value: number): string => String(value).padStart(2, '0')
  const monthName = `${parent}_${year}_${two(month + 1)}`
  if (by === 'month') return { parent, name: monthName, fromMs: Date.UTC(year, month), toMs: Date.UTC(year, month + 1) }
  return {
    parent,
    name: `${monthName}_${two(day)}`,
    fromMs: Date.UTC(year, month, day),
    toMs: Date.UTC(year, month, day + 1),
  }
}

function endOf(name: string, parent: string): number | undefined {
  const [, year, month, day] = new RegExp(`^${parent}_(\\d{4})_(\\d{2})(?:_(\\d{2}))?$`).exec(name) ?? []
  if (year === undefined || month === undefined) return undefined
  const [y, m] = [Number.parseInt(year, 10), Number.parseInt(month, 10) - 1]
  return day === undefined ? Date.UTC(y, m + 1) : Date.UTC(y, m, Number.parseInt(day, 10) + 1)
}

type Statements = Parameters<Parameters<Database['transaction']>[0]>[0]

async function makePart(sql: Statements, { parent, name, fromMs, toMs }: Part): Promise<void> {
  await sql.all('SELECT pg_advisory_xact_lock($1)', [partLock])
  const [found] = await sql.all('SELECT to_regclass($1) IS NOT NULL AS is_there', [name])
  if (found?.['is_there'] === true) return
  await sql.all(`CREATE TABLE ${name} PARTITION OF ${parent} FOR VALUES FROM (${fromMs}) TO (${toMs})`)
}

async function partsOf(sql: Statements, parent: string): Promise<readonly string[]> {
  const found = await sql.all(
    'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass',
    [parent],
  )
  return found.map(row => textOf(row, 'name'))
}

/** Readers wait briefly at most: if the table is busy, the next call drops it. */
async function dropIfEmpty(sql: Statements, parent: string, name: string): Promise<boolean> {
  const isEmpty = async (): Promise<boolean> => (await sql.all(`SELECT 1 AS one FROM ${name} LIMIT 1`)).length === 0
  if (!(await isEmpty())) return false
  await sql.all('SELECT pg_advisory_xact_lock($1)', [partLock])
  await sql.all(`SET LOCAL lock_timeout = '1s'`)
  await sql.all(`LOCK TABLE ${parent} IN ACCESS EXCLUSIVE MODE`)
  if (!(await isEmpty())) return false
  await sql.all(`DROP TABLE ${name}`)
  return true
}

/** First half of a lock's number, to avoid conflicts with other locks in the same database. */
const lockSpace = 715

interface Session {
  readonly client: Client
  readonly names: Set<string>
  isLost: boolean
  /** The previous statement: statements run one after the other. */
  turn: Promise<unknown>
}

interface Locks extends Pick<Database, 'lock'> {
  close(): Promise<void>
}

/**
 * Advisory locks of one process, all on one extra connection. They end with the process, or about ten seconds after its
 * machine fails.
 */
function createLocks(settings: ConstructorParameters<typeof Client>[0]): Locks {
  let current: Promise<Session> | undefined
  const session = async (): Promise<Session> => {
    const before = current
    const known = await before?.catch(() => undefined)
    // If several callers find it lost, the first reconnects.
    if (known?.isLost !== false && current === before) current = openSession(settings)
    current ??= openSession(settings)
    return await current
  }
  const take = async (name: string): Promise<SqlLock | undefined> => {
    const held = await session()
    if (held.names.has(name)) return undefined
    held.names.add(name)
    const isLocked = await ask(held, 'SELECT pg_try_advisory_lock($1, hashtext($2)) AS is_locked', name).catch(
      (error: unknown) => {
        held.isLost = true
        void held.client.end().catch(() => undefined)
        throw error
      },
    )
    if (isLocked) return lockOf(held, name)
    held.names.delete(name)
    return undefined
  }
  return {
    // A connection that broke while idle fails at its first use, so it is retried once on a new one.
    lock: name => take(name).catch(() => take(name)),
    async close() {
      const closing = current
      current = undefined
      await closing?.then(({ client }) => client.end()).catch(() => undefined)
    },
  }
}

async function openSession(settings: ConstructorParameters<typeof Client>[0]): Promise<Session> {
  const client = new Client(settings)
  const session: Session = { client, names: new Set(), isLost: false, turn: Promise.resolve() }
  const lost = (): void => {
    session.isLost = true
  }
  client.on('error', lost)
  client.on('end', lost)
  await client.connect()
  // The database detects a failed machine and frees the locks within 5 + 2 × 3 s.
  await client.query('SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 3; SET tcp_keepalives_count = 2')
  return session
}

async function ask(session: Session, statement: string, name: string): Promise<boolean> {
  const asking = session.turn.then(() => session.client.query(statement, [lockSpace, name]))
  session.turn = asking.catch(() => undefined)
  const { rows } = await asking
  return rows[0]?.['is_locked'] === true
}

const lockOf = (session: Session, name: string): SqlLock => ({
  isHeld: () => !session.isLost && session.names.has(name),
  async release() {
    if (session.isLost || !session.names.delete(name)) return
    await ask(session, 'SELECT pg_advisory_unlock($1, hashtext($2)) AS is_unlocked', name).catch(() => undefined)
  },
})

const migrations: readonly string[] = [first, second, third, fourth, fifth, sixth, seventh]

const migrationLock = 715_001
const int8 = 20
const parsers = {
  getTypeParser: (oid: number, format?: string) =>
    oid === int8 ? (text: string) => Number.parseInt(text, 10) : types.getTypeParser(oid, format),
}

export interface PostgresSettings {
  readonly url: string
  readonly onError: (error: unknown) => void
}

export async function openPostgres({ url, onError }: PostgresSettings): Promise<Database> {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    keepAlive: true,
    types: parsers,
  }
  const pool = new Pool({ ...settings, max: 8, application_name: 'legwork' })
  // Partitions are created during transactions that may use all other connections.
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

const heard = (): void => undefined

async function using<Value>(pool: Pool, run: (client: PoolClient) => Promise<Value>): Promise<Value> {
  const client = await pool.connect()
  let isBroken = true
  // The pool handles errors of idle connections only. Queries on a lost connection reject by themselves.
  client.on('error', heard)
  try {
    const value = await run(client)
    isBroken = false
    return value
  } finally {
    client.off('error', heard)
    client.release(isBroken)
  }
}

const sqlOf = (client: PoolClient): Sql => ({
  all: async (text, values = []) => (await client.query(text, values)).rows,
})

/** A failed transaction closes its connection, which rolls everything back. */
const transactionsOf =
  (pool: Pool): Database['transaction'] =>
  run =>
    using(pool, async client => {
      await client.query('BEGIN')
      const value = await run(sqlOf(client))
      // COMMIT after a failed statement rolls back without an error.
      const { command } = await client.query('COMMIT')
      if (command !== 'COMMIT') throw new Error('The database rolled the transaction back.')
      return value
    })

/** Uses its own connection without a time limit: some migrations rewrite years of history. */
async function migrateBy(settings: ConstructorParameters<typeof Client>[0]): Promise<void> {
  const client = new Client({ ...settings, query_timeout: 0 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('BEGIN')
    await migrate({
      all: async (text, values = []) => (await client.query(text, values.length === 0 ? undefined : values)).rows,
    })
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
