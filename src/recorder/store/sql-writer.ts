/** Writes for one account. Each write checks the fence in its own transaction. */
import { journalStep, ordersSeen } from '../../core/history/journal-step.ts'
import type { JournalOrder } from '../../core/domain/journal-order.ts'
import { type JournalRow, subjectOf } from '../../core/domain/journal-row.ts'
import { type Owner, ownerKey } from '../../core/domain/owner.ts'
import { isRfqMarket } from '../../core/domain/order.ts'
import { type Cutoffs, cutoffsAt } from '../accounts/retention.ts'
import { minuteOf } from './rows.ts'
import { type LastWritten, parametersFrom, writeSample } from './sample-sql.ts'
import { queueOutgoing, sqlAlertWriter } from './sql-alerts.ts'
import { columnsOf, intact } from './row-sum.ts'
import { type Database, numberOf, type Sql, type SqlLock, textOf, withNow } from './sql.ts'
import { LostWriter, type Writer } from './store.ts'

const passing = `kind NOT IN ('execution', 'cash')`

async function thinAccount(sql: Sql, owner: Owner, cutoffs: Cutoffs): Promise<number> {
  const account = [owner.venueKey, owner.account] as const
  const [newest] = await sql.all(
    'SELECT minute FROM samples WHERE venue = $1 AND account = $2 AND minute >= $3 ORDER BY minute DESC LIMIT 1',
    [...account, cutoffs.positionMinutes],
  )
  // While samples arrive, the newest is never expired. If they stopped, the newest is retained.
  const stays = newest === undefined ? await newestOf(sql, account) : undefined
  const drop = async (table: 'samples' | 'sample_positions', grain: 0 | 1, beforeMs: number): Promise<number> => {
    const gone = await sql.all(
      `DELETE FROM ${table} WHERE venue = $1 AND account = $2 AND grain = ${grain} AND minute < $3 AND minute <> $4 RETURNING minute`,
      [...account, beforeMs, stays ?? -1],
    )
    return gone.length
  }
  // Minute positions first: they are stored as differences from those of the hour.
  await drop('sample_positions', 0, cutoffs.positionMinutes)
  await drop('sample_positions', 1, cutoffs.positionHours)
  const minutes = await drop('samples', 0, cutoffs.minutes)
  const hours = await drop('samples', 1, cutoffs.hours)
  if (cutoffs.rows !== undefined) await thinRows(sql, account, cutoffs.rows)
  return minutes + hours
}

async function newestOf(sql: Sql, account: readonly [string, string]): Promise<number | undefined> {
  const [newest] = await sql.all(
    'SELECT minute FROM samples WHERE venue = $1 AND account = $2 ORDER BY minute DESC LIMIT 1',
    account,
  )
  return newest === undefined ? undefined : numberOf(newest, 'minute')
}

async function thinRows(sql: Sql, account: readonly [string, string], beforeMs: number): Promise<void> {
  const old = `venue = $1 AND account = $2 AND at_ms < $3 AND ${passing}`
  const gone = await sql.all(
    `DELETE FROM row_keys WHERE seq IN (SELECT seq FROM journal_rows WHERE ${old}) RETURNING seq`,
    [...account, beforeMs],
  )
  if (gone.length > 0) {
    await sql.all(`DELETE FROM journal_rows WHERE ${old}`, [...account, beforeMs])
    await sql.all('UPDATE row_counts SET rows = rows - $3 WHERE venue = $1 AND account = $2', [...account, gone.length])
  }
  await sql.all(
    'DELETE FROM orders WHERE venue = $1 AND account = $2 AND sent_ms < $3 AND filled_ms IS NULL AND open_ms IS NULL',
    [...account, beforeMs],
  )
}

interface WriterParts {
  readonly database: Database
  readonly owner: Owner
  readonly holder: string
  readonly nowMs: () => number
}

export async function takeSqlWriter(parts: WriterParts): Promise<Writer | undefined> {
  const { database, owner } = parts
  const lock = await database.lock(ownerKey(owner))
  if (lock === undefined) return undefined
  try {
    return new SqlWriter(parts, await begin(parts), lock)
  } catch (error) {
    // Otherwise no process could become the writer while this one lives.
    await lock.release()
    throw error
  }
}

interface Begun {
  readonly fence: number
  /** Lead of the database's clock over this machine's. */
  readonly aheadMs: number
}

const begin = ({ database, owner, holder, nowMs }: WriterParts): Promise<Begun> =>
  database.transaction(async sql => {
    const { values, now } = withNow(database, [owner.venueKey, owner.account, holder], nowMs)
    const askedMs = nowMs()
    const [taken] = await sql.all(
      `INSERT INTO writers (venue, account, holder, fence, beat_ms) VALUES ($1, $2, $3, 1, ${now})
       ON CONFLICT (venue, account) DO UPDATE SET holder = excluded.holder, fence = writers.fence + 1, beat_ms = excluded.beat_ms
       RETURNING fence, beat_ms`,
      values,
    )
    if (taken === undefined) throw new Error('The writer was not written down.')
    const aheadMs = database.clock === undefined ? 0 : aheadOf(numberOf(taken, 'beat_ms'), askedMs, nowMs())
    return { fence: numberOf(taken, 'fence'), aheadMs }
  })

/** Zero if the database's time is between request and response: the clocks may then agree. */
function aheadOf(databaseMs: number, askedMs: number, answeredMs: number): number {
  if (databaseMs < askedMs) return Math.round(databaseMs - askedMs)
  return databaseMs > answeredMs + 1 ? Math.round(databaseMs - answeredMs) : 0
}

class SqlWriter implements Writer {
  readonly #database: Database
  readonly #owner: Owner
  readonly #nowMs: () => number
  readonly #fence: number
  readonly #aheadMs: number
  readonly #lock: SqlLock
  #last: LastWritten | undefined
  readonly alerts: Writer['alerts']

  constructor({ database, owner, nowMs }: WriterParts, { fence, aheadMs }: Begun, lock: SqlLock) {
    this.#database = database
    this.#owner = owner
    this.#nowMs = nowMs
    this.#fence = fence
    this.#lock = lock
    this.#aheadMs = aheadMs
    this.alerts = sqlAlertWriter({ database, owner, aheadMs, write: run => this.#write(run) })
  }

  get #account(): readonly [string, string] {
    return [this.#owner.venueKey, this.#owner.account]
  }

  async #write<Value>(run: (sql: Sql) => Promise<Value>): Promise<Value> {
    if (!this.#lock.isHeld()) throw new LostWriter('The lock was lost.')
    return this.#database.transaction(async sql => {
      const [row] = await sql.all(
        `SELECT fence FROM writers WHERE venue = $1 AND account = $2${this.#database.forShare}`,
        this.#account,
      )
      if (row === undefined || numberOf(row, 'fence') !== this.#fence)
        throw new LostWriter('Another recorder took over.')
      return run(sql)
    })
  }

  readonly append: Writer['append'] = async (seen, news) => {
    return this.#write(async sql => {
      const known = await ordersOf(sql, this.#owner, ordersSeen(seen))
      const { rows, changed } = journalStep(known, seen, ownerKey(this.#owner))
      // Before the first write: a new month is created in another transaction, which waits for writers of rows.
      for (const row of rows) await this.#database.prepare('journal_rows', row.atMs)
      const fresh: JournalRow[] = []
      for (const row of rows) if (await this.#saveRow(sql, row)) fresh.push(row)
      await this.#count(sql, fresh.length)
      for (const order of changed) await this.#saveOrder(sql, order)
      const messages = news?.(fresh)
      if (messages !== undefined)
        await queueOutgoing(sql, this.#owner, messages.outgoing, messages.nowMs + this.#aheadMs)
      const now = new Map(known)
      for (const order of changed) now.set(order.client_order_id, order)
      return { rows: fresh, orders: [...now.values()] }
    })
  }

  async #saveRow(sql: Sql, row: JournalRow): Promise<boolean> {
    const [key] = await sql.all(
      'INSERT INTO row_keys (venue, account, id) VALUES ($1, $2, $3) ON CONFLICT (venue, account, id) DO NOTHING RETURNING seq',
      [...this.#account, row.id],
    )
    if (key === undefined) return false
    await sql.all(
      'INSERT INTO journal_rows (venue, account, at_ms, seq, kind, subject, body) VALUES ($1, $2, $3, $4, $5, $6, $7)',
      [...this.#account, row.atMs, numberOf(key, 'seq'), row.kind, subjectOf(row), JSON.stringify(row)],
    )
    return true
  }

  async #count(sql: Sql, fresh: number): Promise<void> {
    if (fresh === 0) return
    await sql.all(
      `INSERT INTO row_counts (venue, account, rows) VALUES ($1, $2, $3)
       ON CONFLICT (venue, account) DO UPDATE SET rows = row_counts.rows + excluded.rows`,
      [...this.#account, fresh],
    )
  }

  async #saveOrder(sql: Sql, order: JournalOrder): Promise<void> {
    await sql.all(
      `INSERT INTO orders (venue, account, client_order_id, sent_ms, filled_ms, open_ms, is_rfq, body) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
       ON CONFLICT (venue, account, client_order_id) DO UPDATE
       SET sent_ms = excluded.sent_ms, filled_ms = excluded.filled_ms, open_ms = excluded.open_ms, is_rfq = excluded.is_rfq, body = excluded.body`,
      [
        ...this.#account,
        order.client_order_id,
        order.sentAtMs,
        order.firstFillMs ?? null,
        order.openSinceMs ?? null,
        isRfqMarket(order.market_id) ? 1 : 0,
        JSON.stringify(order),
      ],
    )
  }

  readonly saveSample: Writer['saveSample'] = async sample => {
    const minute = minuteOf(sample.atMs)
    await this.#database.prepare('samples', minute)
    if (sample.positions !== undefined) await this.#database.prepare('sample_positions', minute)
    const written = await this.#write(sql => writeSample(sql, this.#owner, sample, this.#last))
    this.#last = written ?? this.#last
    return written !== undefined
  }

  readonly saveSeenSpan: Writer['saveSeenSpan'] = async ({ fromMs, toMs }, fillsUntilMs) => {
    await this.#write(async sql => {
      await sql.all(
        `INSERT INTO spans (venue, account, from_ms, to_ms) VALUES ($1, $2, $3, $4)
         ON CONFLICT (venue, account, from_ms) DO UPDATE SET to_ms = excluded.to_ms WHERE spans.to_ms < excluded.to_ms`,
        [...this.#account, Math.round(fromMs), Math.round(toMs)],
      )
      if (fillsUntilMs === undefined) return
      await sql.all('UPDATE writers SET fills_ms = $3 WHERE venue = $1 AND account = $2', [
        ...this.#account,
        Math.floor(fillsUntilMs),
      ])
    })
  }

  readonly thin: Writer['thin'] = async (nowMs, retention) =>
    this.#write(sql => thinAccount(sql, this.#owner, cutoffsAt(nowMs, retention)))

  readonly beat: Writer['beat'] = async () => {
    const { values, now } = withNow(this.#database, [...this.#account, this.#fence], this.#nowMs)
    await this.#write(sql =>
      sql.all(`UPDATE writers SET beat_ms = ${now} WHERE venue = $1 AND account = $2 AND fence = $3`, values),
    )
  }

  readonly release: Writer['release'] = async () => {
    try {
      await this.#database.transaction(sql =>
        sql.all(`UPDATE writers SET holder = '' WHERE venue = $1 AND account = $2 AND fence = $3`, [
          ...this.#account,
          this.#fence,
        ]),
      )
    } finally {
      // Otherwise no process could become the writer while this one lives.
      await this.#lock.release()
    }
  }
}

export async function ordersOf(
  sql: Pick<Sql, 'all'>,
  owner: Owner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, JournalOrder>> {
  if (ids.length === 0) return new Map()
  const found = await sql.all(
    `SELECT client_order_id, ${columnsOf('orders')} FROM orders WHERE venue = $1 AND account = $2 AND client_order_id IN (${parametersFrom(3, ids.length)})`,
    [owner.venueKey, owner.account, ...ids],
  )
  const byId = new Map(
    found.map(row => [
      textOf(row, 'client_order_id'),
      JSON.parse(textOf(intact('orders', row), 'body')) as JournalOrder,
    ]),
  )
  return new Map(ids.flatMap(id => (byId.get(id) === undefined ? [] : [[id, byId.get(id) as JournalOrder] as const])))
}
