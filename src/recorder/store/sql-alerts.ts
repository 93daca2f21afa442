/** Alerts and deliveries in either database (`alert-store.ts`). */
import { type Alert, type AlertCrossing, isSameAlerts, stepAlerts, type ValueOf } from '../../core/domain/alert.ts'
import type { Owner } from '../../core/domain/owner.ts'
import { dayMs } from '../../core/domain/time.ts'
import { filePrefix } from '../accounts/accounts-file.ts'
import type { AlertMessage } from '../alerts/alert-message.ts'
import type {
  AlertChange,
  AlertReader,
  AlertWriter,
  Delivery,
  DeliveryState,
  JudgedAt,
  OutgoingAlert,
  SetAlert,
} from './alert-store.ts'
import { columnsOf, intact } from './row-sum.ts'
import { parametersFrom } from './sample-sql.ts'
import { type Database, numberOf, type Sql, type SqlRow, textOf, ownerColumns } from './sql.ts'

const alertOfRow = (row: SqlRow): SetAlert => ({
  alert: JSON.parse(textOf(intact('alerts', row), 'body')) as Alert,
  by: textOf(row, 'set_by'),
})

const deliveryOfRow = (row: SqlRow): Delivery => ({
  destination: textOf(row, 'destination'),
  message: JSON.parse(textOf(intact('deliveries', row), 'body')) as AlertMessage,
  state: textOf(row, 'state') as DeliveryState,
  madeMs: numberOf(row, 'made_ms'),
  attempts: numberOf(row, 'attempts'),
  said: textOf(row, 'said'),
})

async function alertsIn(sql: Pick<Sql, 'all'>, owner: Owner, lock = ''): Promise<readonly SetAlert[]> {
  const found = await sql.all(
    `SELECT ${columnsOf('alerts')} FROM alerts WHERE venue = $1 AND account = $2 ORDER BY id${lock}`,
    ownerColumns(owner),
  )
  return found.map(alertOfRow)
}

export function sqlAlertReader(database: Database): AlertReader {
  return {
    alerts: owner => alertsIn(database, owner),
    async deliveries(owner, most) {
      const found = await database.all(
        'SELECT * FROM deliveries WHERE venue = $1 AND account = $2 ORDER BY made_ms DESC, id LIMIT $3',
        [...ownerColumns(owner), most],
      )
      return found.map(deliveryOfRow)
    },
    changeAlerts: (owner, change) => database.transaction(sql => changeAlerts(sql, owner, change, database.forUpdate)),
    removedOf: async (owner, ids) => [...(await removalsOf(database, owner, ids)).keys()],
  }
}

/** Concurrent changes to one account's alerts wait for each other at the changed rows. */
async function changeAlerts(
  sql: Sql,
  owner: Owner,
  { watch, drop, remove, most }: AlertChange,
  lock: string,
): Promise<boolean> {
  const known = new Map((await alertsIn(sql, owner, lock)).map(each => [each.alert.id, each]))
  const removals = await removalsOf(
    sql,
    owner,
    watch.map(each => each.alert.id),
  )
  const gone = [...drop, ...(remove?.ids ?? [])]
  // A removal must not be older than the alert, whatever the clocks say.
  const removed = (remove?.ids ?? []).map(
    id => [id, Math.max(remove?.atMs ?? 0, known.get(id)?.alert.setMs ?? 0)] as const,
  )
  for (const id of gone) known.delete(id)
  const fresh = watch.filter(
    ({ alert }) => !isWatched(known.get(alert.id)?.alert, alert) && isSetSince(alert, removals.get(alert.id)),
  )
  for (const each of fresh) known.set(each.alert.id, each)
  if (known.size > most && fresh.length > 0) return false
  for (const id of gone)
    await sql.all('DELETE FROM alerts WHERE venue = $1 AND account = $2 AND id = $3', [...ownerColumns(owner), id])
  for (const [id, atMs] of removed) await putRemoval(sql, owner, id, atMs)
  for (const each of fresh) {
    if (removals.has(each.alert.id)) await dropRemoval(sql, owner, each.alert.id)
    await putAlert(sql, owner, each)
  }
  if (remove !== undefined) await forgetRemovals(sql, owner, remove.atMs - removalsForMs)
  return true
}

const isSetSince = ({ setMs }: Alert, removedMs: number | undefined): boolean =>
  removedMs === undefined || (setMs !== undefined && setMs > removedMs)

/** After this time, a closed browser may restore an alert that was removed meanwhile. */
const removalsForMs = 400 * dayMs
/** A hundred alerts at a time, each removed fifty times. */
const mostRemovals = 5_000

async function removalsOf(
  sql: Pick<Sql, 'all'>,
  owner: Owner,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map()
  const places = ids.map((_, index) => `$${index + 3}`).join(', ')
  const found = await sql.all(
    `SELECT id, at_ms FROM removed_alerts WHERE venue = $1 AND account = $2 AND id IN (${places})`,
    [...ownerColumns(owner), ...ids],
  )
  return new Map(found.map(row => [textOf(row, 'id'), numberOf(row, 'at_ms')]))
}

const putRemoval = (sql: Sql, owner: Owner, id: string, atMs: number) =>
  sql.all(
    `INSERT INTO removed_alerts (venue, account, id, at_ms) VALUES ($1, $2, $3, $4)
     ON CONFLICT (venue, account, id) DO UPDATE SET at_ms = excluded.at_ms`,
    [...ownerColumns(owner), id, atMs],
  )

const dropRemoval = (sql: Sql, owner: Owner, id: string) =>
  sql.all('DELETE FROM removed_alerts WHERE venue = $1 AND account = $2 AND id = $3', [...ownerColumns(owner), id])

async function forgetRemovals(sql: Sql, owner: Owner, beforeMs: number): Promise<void> {
  const newest = `SELECT at_ms FROM removed_alerts WHERE venue = $1 AND account = $2 ORDER BY at_ms DESC LIMIT 1 OFFSET ${mostRemovals}`
  await sql.all(
    `DELETE FROM removed_alerts WHERE venue = $1 AND account = $2 AND (at_ms < $3 OR at_ms <= (${newest}))`,
    [...ownerColumns(owner), beforeMs],
  )
}

const isWatched = (known: Alert | undefined, asked: Alert): boolean =>
  known !== undefined &&
  known.kind === asked.kind &&
  known.subject === asked.subject &&
  known.direction === asked.direction &&
  known.level === asked.level

async function putAlert(sql: Sql, owner: Owner, { alert, by }: SetAlert): Promise<void> {
  await sql.all(
    `INSERT INTO alerts (venue, account, id, set_by, body) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (venue, account, id) DO UPDATE SET set_by = excluded.set_by, body = excluded.body`,
    [...ownerColumns(owner), alert.id, by, JSON.stringify(alert)],
  )
}

/** Must run in the transaction that stored the event. */
export async function queueOutgoing(
  sql: Sql,
  owner: Owner,
  outgoing: readonly OutgoingAlert[],
  nowMs: number,
): Promise<void> {
  for (const { message, to } of outgoing) {
    for (const destination of to) {
      await sql.all(
        `INSERT INTO deliveries (venue, account, id, destination, state, urgent, made_ms, due_ms, attempts, said, body)
         VALUES ($1, $2, $3, $4, 'waiting', $7, $5, $5, 0, '', $6)
         ON CONFLICT (venue, account, id, destination) DO NOTHING`,
        [...ownerColumns(owner), message.id, destination, nowMs, JSON.stringify(message), message.isUrgent ? 1 : 0],
      )
    }
  }
}

type Write = <Value>(run: (sql: Sql) => Promise<Value>) => Promise<Value>

interface JudgingInputs {
  readonly valueOf: ValueOf
  readonly at: JudgedAt
  readonly outgoing: (crossing: AlertCrossing) => OutgoingAlert
}

interface AlertWrite {
  readonly database: Database
  readonly owner: Owner
  readonly write: Write
  /** Added to this machine's times when writing, subtracted when reading: another machine may send the message. */
  readonly aheadMs: number
}

async function judge(
  { database, owner, write, aheadMs }: AlertWrite,
  { valueOf, at, outgoing }: JudgingInputs,
): Promise<number> {
  const alertsOf = (set: readonly SetAlert[]): readonly Alert[] => set.map(each => each.alert)
  const seen = alertsOf(await alertsIn(database, owner))
  if (isSameAlerts(seen, stepAlerts(seen, valueOf, at.venueMs).next)) return 0
  return write(async sql => {
    const before = await alertsIn(sql, owner, database.forUpdate)
    const { next, crossed } = stepAlerts(alertsOf(before), valueOf, at.venueMs)
    for (const [index, alert] of next.entries()) {
      const { alert: old, by = '' } = before[index] ?? {}
      if (alert !== old) await putAlert(sql, owner, { alert, by })
    }
    await queueOutgoing(sql, owner, crossed.map(outgoing), at.nowMs + aheadMs)
    return crossed.length
  })
}

async function nextDue(
  { database, owner, aheadMs }: AlertWrite,
  destination: string,
  nowMs: number,
): Promise<Delivery | undefined> {
  const waiting = `venue = $1 AND account = $2 AND destination = $3 AND state = 'waiting'`
  const [row] = await database.all(
    `SELECT * FROM deliveries WHERE ${waiting} AND due_ms <= $4
     AND (urgent = 1 OR NOT EXISTS (SELECT 1 FROM deliveries WHERE ${waiting} AND attempts > 0 AND due_ms > $4))
     ORDER BY urgent DESC, made_ms, id LIMIT 1`,
    [...ownerColumns(owner), destination, nowMs + aheadMs],
  )
  if (row === undefined) return undefined
  const delivery = deliveryOfRow(row)
  return { ...delivery, madeMs: delivery.madeMs - aheadMs }
}

export function sqlAlertWriter(writing: AlertWrite): AlertWriter {
  const { database, owner, write, aheadMs } = writing
  const key = ownerColumns(owner)
  return {
    setFileAlerts: alerts =>
      write(async sql => {
        const known = (await alertsIn(sql, owner, database.forUpdate))
          .map(each => each.alert)
          .filter(each => each.id.startsWith(filePrefix))
        const gone = known.filter(each => !alerts.some(alert => alert.id === each.id)).map(each => each.id)
        await changeAlerts(
          sql,
          owner,
          { watch: alerts.map(alert => ({ alert, by: '' })), drop: gone, most: Number.MAX_SAFE_INTEGER },
          '',
        )
      }),
    judge: (valueOf, at, outgoing) => judge(writing, { valueOf, at, outgoing }),
    queue: (outgoing, nowMs) => write(sql => queueOutgoing(sql, owner, outgoing, nowMs + aheadMs)),
    nextDue: (destination, nowMs) => nextDue(writing, destination, nowMs),
    retire: destinations =>
      write(async sql => {
        const others =
          destinations.length === 0 ? '' : ` AND destination NOT IN (${parametersFrom(3, destinations.length)})`
        const gone = await sql.all(
          `UPDATE deliveries SET state = 'failed', said = 'The recorder’s file no longer names this destination.'
           WHERE venue = $1 AND account = $2 AND state IN ('waiting', 'quiet')${others} RETURNING id`,
          [...key, ...destinations],
        )
        return gone.length
      }),
    settle: async ({ destination, message }, { state, attempts, dueMs, said }) =>
      void (await write(sql =>
        sql.all(
          'UPDATE deliveries SET state = $5, attempts = $6, due_ms = $7, said = $8 WHERE venue = $1 AND account = $2 AND id = $3 AND destination = $4',
          [...key, message.id, destination, state, attempts, dueMs + aheadMs, said],
        ),
      )),
    async summarise(destination, nowMs, summaryOf) {
      const kept = `state = 'quiet' AND destination = $3`
      const select = `SELECT body FROM deliveries WHERE venue = $1 AND account = $2 AND ${kept} ORDER BY made_ms, id`
      if ((await database.all(`${select} LIMIT 1`, [...key, destination])).length === 0) return 0
      return write(async sql => {
        const found = await sql.all(select, [...key, destination])
        if (found.length === 0) return 0
        const summary = summaryOf(found.map(row => JSON.parse(textOf(row, 'body')) as AlertMessage))
        await sql.all(`UPDATE deliveries SET state = 'summarised' WHERE venue = $1 AND account = $2 AND ${kept}`, [
          ...key,
          destination,
        ])
        await queueOutgoing(sql, owner, [{ message: summary, to: [destination] }], nowMs + aheadMs)
        return found.length
      })
    },
    async waiting() {
      const [row] = await database.all(
        `SELECT count(*) AS count FROM deliveries WHERE venue = $1 AND account = $2 AND state IN ('waiting', 'quiet')`,
        key,
      )
      return row === undefined ? 0 : numberOf(row, 'count')
    },
    forget: async beforeMs =>
      void (await write(sql =>
        sql.all(
          `DELETE FROM deliveries WHERE venue = $1 AND account = $2 AND made_ms < $3 AND state IN ('delivered', 'summarised', 'failed')`,
          [...key, beforeMs + aheadMs],
        ),
      )),
  }
}
