/** The store over either database. */
import type { JournalOrder } from '../../core/domain/journal-order.ts'
import type { JournalRow } from '../../core/domain/journal-row.ts'
import type { Owner } from '../../core/domain/owner.ts'
import { dayMs } from '../../core/domain/time.ts'
import { journalMatcher, searchTerms } from '../../core/history/journal-matcher.ts'
import { cutoffsAt, type Retention } from '../accounts/retention.ts'
import { columnsOf, DamagedHistory, intact } from './row-sum.ts'
import { readFirstPositions, readFullSamples, readSamples } from './sample-sql.ts'
import { sqlAlertReader } from './sql-alerts.ts'
import { ordersOf, takeSqlWriter } from './sql-writer.ts'
import { type Database, numberOf, type Sql, type SqlRow, type SqlValue, textOf, withNow, ownerColumns } from './sql.ts'
import type { AuditEntry, NoteWritten, OrdersAsked, RowsAsked, RowsPage, SharedNote, Span, Store } from './store.ts'

/** `nowMs` is this machine's clock, used for heartbeats if the database has none of its own. */
export function sqlStore(database: Database, nowMs: () => number = () => Date.now()): Store {
  return {
    ...sqlAlertReader(database),
    takeWriter: (owner, holder) => takeSqlWriter({ database, owner, holder, nowMs }),
    samples: (owner, fromMs, toMs, grain = 0, most = Number.MAX_SAFE_INTEGER) =>
      readSamples(database, owner, { fromMs, toMs, grain, most }),
    fullSamples: (owner, timesMs) => readFullSamples(database, owner, timesMs),
    firstPositions: owner => readFirstPositions(database, owner),
    rows: (owner, asked) => rows(database, owner, asked),
    orders: (owner, asked) => orders(database, owner, asked),
    ordersById: async (owner, ids) => [...(await ordersOf(database, owner, ids)).values()],
    spans: owner => spans(database, owner),
    async fillsUntil(owner) {
      const [row] = await database.all(
        `SELECT ${columnsOf('writers')} FROM writers WHERE venue = $1 AND account = $2`,
        ownerColumns(owner),
      )
      return row === undefined || intact('writers', row)['fills_ms'] === null ? undefined : numberOf(row, 'fills_ms')
    },
    async silentMs(owner) {
      const { values, now } = withNow(database, ownerColumns(owner), nowMs)
      const [row] = await database.all(
        `SELECT CAST(${now} AS double precision) - beat_ms AS silent_ms FROM writers WHERE venue = $1 AND account = $2 AND holder <> ''`,
        values,
      )
      return row === undefined ? undefined : numberOf(row, 'silent_ms')
    },
    async notes(owner) {
      const found = await database.all(
        `SELECT ${columnsOf('notes')} FROM notes WHERE venue = $1 AND account = $2 ORDER BY subject`,
        ownerColumns(owner),
      )
      return found.map(row => JSON.parse(textOf(intact('notes', row), 'body')) as SharedNote)
    },
    writeNote: (owner, note, seenAtMs, most = Number.POSITIVE_INFINITY) =>
      writeNote(database, owner, note, { seenAtMs, most }),
    async audit({ atMs, subject, account, call, status }) {
      await database.prepare('audit', atMs)
      await database.transaction(sql =>
        sql.all('INSERT INTO audit (at_ms, subject, account, call, status) VALUES ($1, $2, $3, $4, $5)', [
          atMs,
          subject,
          account,
          call,
          status,
        ]),
      )
    },
    async audited() {
      const found = await database.all('SELECT at_ms, subject, account, call, status FROM audit ORDER BY at_ms')
      return found.map(
        (row): AuditEntry => ({
          atMs: numberOf(row, 'at_ms'),
          subject: textOf(row, 'subject'),
          account: textOf(row, 'account'),
          call: textOf(row, 'call'),
          status: numberOf(row, 'status'),
        }),
      )
    },
    tidy: (nowMs, retention) => tidy(database, nowMs, retention),
    ping: () => database.ping(),
    close: () => database.close(),
  }
}

async function tidy(database: Database, nowMs: number, retention: Retention): Promise<void> {
  await database.transaction(sql => sql.all('DELETE FROM audit WHERE at_ms < $1', [cutoffsAt(nowMs, retention).audit]))
  // Late writes need their partition for another day.
  await database.dropEmptyParts(nowMs - dayMs)
}

const rowsAtOnce = 500
/** A search reads at most this many rows, then returns its position. */
const mostLookedAt = 20_000

interface RowCursor {
  readonly atMs: number
  readonly seq: number
}

export function parseCursor(text: string): RowCursor | undefined {
  const [, at = '', seq = ''] = /^(\d{1,15}(?:\.\d{1,9})?) (\d{1,15})$/.exec(text) ?? []
  return at === '' ? undefined : { atMs: JSON.parse(at) as number, seq: Number.parseInt(seq, 10) }
}

async function rows(database: Database, owner: Owner, asked: RowsAsked): Promise<RowsPage> {
  const matches = journalMatcher(asked)
  const found: { readonly row: JournalRow; readonly cursor: RowCursor }[] = []
  let cursor = asked.before === undefined ? undefined : parseCursor(asked.before)
  let lookedAt = 0
  let isEnd = false
  while (!isEnd && found.length <= asked.limit && lookedAt < mostLookedAt) {
    const some = await nextRows(database, owner, asked, cursor)
    isEnd = some.length < rowsAtOnce
    lookedAt += some.length
    for (const each of some) if (matches(each.row)) found.push(each)
    cursor = some.at(-1)?.cursor
  }
  const last = found.length > asked.limit ? found[asked.limit - 1]?.cursor : isEnd ? undefined : cursor
  return {
    rows: found.slice(0, asked.limit).map(each => each.row),
    before: last === undefined ? undefined : `${last.atMs} ${last.seq}`,
    total: await totalOf(database, owner),
  }
}

async function totalOf(database: Database, owner: Owner): Promise<number> {
  const [row] = await database.all(
    `SELECT ${columnsOf('row_counts')} FROM row_counts WHERE venue = $1 AND account = $2`,
    ownerColumns(owner),
  )
  return row === undefined ? 0 : numberOf(intact('row_counts', row), 'rows')
}

/** Rows that pass the filters the database can evaluate. The rest is filtered by the caller. */
async function nextRows(database: Database, owner: Owner, asked: RowsAsked, cursor: RowCursor | undefined) {
  const values: SqlValue[] = [...ownerColumns(owner)]
  const give = (value: SqlValue): string => `$${values.push(value)}`
  const where = ['venue = $1', 'account = $2']
  if (asked.fromMs !== undefined) where.push(`at_ms >= ${give(asked.fromMs)}`)
  if (asked.toMs !== undefined) where.push(`at_ms < ${give(asked.toMs)}`)
  if (asked.kinds !== undefined) where.push(`kind IN (${['', ...asked.kinds].map(give).join(', ')})`)
  if (asked.subjects !== undefined) where.push(`subject IN (${['', ...asked.subjects].map(give).join(', ')})`)
  // The database searches words that JSON does not escape. Other words are checked here.
  for (const word of searchTerms(asked.text).filter(each => /^[a-z0-9.:@/+-]+$/.test(each)))
    where.push(`lower(body) LIKE ${give(`%${word}%`)}`)
  if (cursor !== undefined) where.push(`(at_ms, seq) < (${give(cursor.atMs)}, ${give(cursor.seq)})`)
  const found = await database.all(
    `SELECT at_ms, seq, ${columnsOf('journal_rows')} FROM journal_rows WHERE ${where.join(' AND ')} ORDER BY at_ms DESC, seq DESC LIMIT ${rowsAtOnce}`,
    values,
  )
  return found.map(row => ({
    row: journalRowOf(row),
    cursor: { atMs: numberOf(row, 'at_ms'), seq: numberOf(row, 'seq') },
  }))
}

function journalRowOf(found: SqlRow): JournalRow {
  const row = JSON.parse(textOf(intact('journal_rows', found), 'body')) as JournalRow
  if (row.atMs !== numberOf(found, 'at_ms')) throw new DamagedHistory('a row of journal_rows is of another time')
  return row
}

const orderTimes = {
  filled: { time: 'filled_ms', only: 'filled_ms IS NOT NULL' },
  open: { time: 'open_ms', only: 'open_ms IS NOT NULL' },
  rfqs: { time: 'sent_ms', only: 'is_rfq = 1' },
} as const

async function orders(
  database: Database,
  owner: Owner,
  { which, toMs, most }: OrdersAsked,
): Promise<readonly JournalOrder[]> {
  const { time, only } = orderTimes[which]
  const found = await database.all(
    `SELECT ${columnsOf('orders')} FROM orders WHERE venue = $1 AND account = $2 AND ${only}${toMs === undefined ? '' : ` AND ${time} < $4`} ORDER BY ${time} DESC LIMIT $3`,
    toMs === undefined ? [...ownerColumns(owner), most] : [...ownerColumns(owner), most, toMs],
  )
  return found.map(row => JSON.parse(textOf(intact('orders', row), 'body')) as JournalOrder)
}

async function spans(database: Database, owner: Owner): Promise<readonly Span[]> {
  const found = await database.all(
    `SELECT ${columnsOf('spans')} FROM spans WHERE venue = $1 AND account = $2 ORDER BY from_ms`,
    ownerColumns(owner),
  )
  return found
    .map(row => intact('spans', row))
    .map(row => ({ fromMs: numberOf(row, 'from_ms'), toMs: numberOf(row, 'to_ms') }))
}

interface NoteLimits {
  readonly seenAtMs: number | undefined
  readonly most: number
}

async function writeNote(
  database: Database,
  owner: Owner,
  note: SharedNote,
  { seenAtMs, most }: NoteLimits,
): Promise<NoteWritten> {
  return database.transaction(async sql => {
    // Concurrent writers of the first note on a subject wait for each other at this row.
    await sql.all(
      `INSERT INTO notes (venue, account, subject, at_ms, body) VALUES ($1, $2, $3, -1, '') ON CONFLICT (venue, account, subject) DO NOTHING`,
      [...ownerColumns(owner), note.subject],
    )
    const [row] = await sql.all(
      `SELECT at_ms, body FROM notes WHERE venue = $1 AND account = $2 AND subject = $3${database.forUpdate}`,
      [...ownerColumns(owner), note.subject],
    )
    const known =
      row === undefined || textOf(row, 'body') === '' ? undefined : (JSON.parse(textOf(row, 'body')) as SharedNote)
    const isRemoved = note.text === '' && note.tags.length === 0
    const isFull = known === undefined && !isRemoved && (await countNotes(sql, owner)) > most
    const isRefused = isFull || known?.atMs !== seenAtMs
    const stays = isRefused ? known : isRemoved ? undefined : note
    if (stays === undefined) {
      await sql.all('DELETE FROM notes WHERE venue = $1 AND account = $2 AND subject = $3', [
        ...ownerColumns(owner),
        note.subject,
      ])
    } else if (!isRefused) {
      await sql.all('UPDATE notes SET at_ms = $4, body = $5 WHERE venue = $1 AND account = $2 AND subject = $3', [
        ...ownerColumns(owner),
        note.subject,
        note.atMs,
        JSON.stringify(note),
      ])
    }
    return isFull ? { ok: false, note: stays, isFull } : { ok: !isRefused, note: stays }
  })
}

async function countNotes(sql: Sql, owner: Owner): Promise<number> {
  const [row] = await sql.all(
    'SELECT count(*) AS count FROM notes WHERE venue = $1 AND account = $2',
    ownerColumns(owner),
  )
  return row === undefined ? 0 : numberOf(row, 'count')
}
