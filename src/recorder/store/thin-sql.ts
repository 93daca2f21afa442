/** Drops what has grown too old, of one account (`retention.ts`). */
import type { Owner } from '../../domain/owner.ts'
import type { Cutoffs } from '../accounts/retention.ts'
import { type Sql, numberOf } from './sql.ts'

/** What moved no money. */
const passing = `kind NOT IN ('execution', 'cash')`

/** Answers how many samples went. */
export async function thinAccount(sql: Sql, owner: Owner, cutoffs: Cutoffs): Promise<number> {
  const account = [owner.venueKey, owner.account] as const
  const [newest] = await sql.all(
    'SELECT minute FROM samples WHERE venue = $1 AND account = $2 AND minute >= $3 ORDER BY minute DESC LIMIT 1',
    [...account, cutoffs.positionMinutes],
  )
  // While samples come, the newest is younger than all that goes; where they stopped, it stays.
  const stays = newest === undefined ? await newestOf(sql, account) : undefined
  const drop = async (table: 'samples' | 'sample_positions', grain: 0 | 1, beforeMs: number): Promise<number> => {
    const gone = await sql.all(
      `DELETE FROM ${table} WHERE venue = $1 AND account = $2 AND grain = ${grain} AND minute < $3 AND minute <> $4 RETURNING minute`,
      [...account, beforeMs, stays ?? -1],
    )
    return gone.length
  }
  // A minute's positions before those of the hour, which they are told by what they differ from.
  await drop('sample_positions', 0, cutoffs.positionMinutes)
  await drop('sample_positions', 1, cutoffs.positionHours)
  const minutes = await drop('samples', 0, cutoffs.minutes)
  const hours = await drop('samples', 1, cutoffs.hours)
  if (cutoffs.rows !== undefined) await thinRows(sql, account, cutoffs.rows)
  return minutes + hours
}

async function newestOf(sql: Sql, account: readonly [string, string]): Promise<number | undefined> {
  const [newest] = await sql.all('SELECT minute FROM samples WHERE venue = $1 AND account = $2 ORDER BY minute DESC LIMIT 1', account)
  return newest === undefined ? undefined : numberOf(newest, 'minute')
}

async function thinRows(sql: Sql, account: readonly [string, string], beforeMs: number): Promise<void> {
  const old = `venue = $1 AND account = $2 AND at_ms < $3 AND ${passing}`
  const gone = await sql.all(`DELETE FROM row_keys WHERE seq IN (SELECT seq FROM journal_rows WHERE ${old}) RETURNING seq`, [
    ...account,
    beforeMs,
  ])
  if (gone.length > 0) {
    await sql.all(`DELETE FROM journal_rows WHERE ${old}`, [...account, beforeMs])
    await sql.all('UPDATE row_counts SET rows = rows - $3 WHERE venue = $1 AND account = $2', [...account, gone.length])
  }
  await sql.all('DELETE FROM orders WHERE venue = $1 AND account = $2 AND sent_ms < $3 AND filled_ms IS NULL AND open_ms IS NULL', [
    ...account,
    beforeMs,
  ])
}
