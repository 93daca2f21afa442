/** What the store asks of a database: statements with `$1`, `$2` …, in transactions. The two drivers differ in nothing else that the store knows of. */
import type { Owner } from '../../domain/owner.ts'

export type SqlValue = string | number | Uint8Array | null
export type SqlRow = Readonly<Record<string, unknown>>

export interface Sql {
  /** The rows that a statement answers. */
  all(text: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>
}

/** Tables that lie in parts by time, where the database has such. */
export type PartedTable = 'samples' | 'sample_positions' | 'journal_rows' | 'audit'

/** Held until it is released or the process ends. */
export interface SqlLock {
  /** Is it surely held still? */
  isHeld(): boolean
  release(): Promise<void>
}

export interface Database {
  /** All or nothing; `run` must use the one that it is given. Rejects as `run` does, or where the database does not take it. */
  transaction<Value>(run: (sql: Sql) => Promise<Value>): Promise<Value>
  /** One statement that reads. */
  all: Sql['all']
  /**
   * The database's own time in ms, as an expression; undefined where it lies on the machine that asks, whose clock is the same. Machines that share a database
   * need not agree on the time, so what one writes and another judges is by this.
   */
  readonly clock: string | undefined
  /** Keeps a row that was read in a transaction as it is until that ends. */
  readonly forShare: string
  /** The same against others who ask for it so. */
  readonly forUpdate: string
  /** The lock of a name; undefined while another process has it. */
  lock(name: string): Promise<SqlLock | undefined>
  /** Makes room for what is of this time, where a table lies in parts. */
  prepare(table: PartedTable, atMs: number): Promise<void>
  /** Drops parts that ended before this time and that nothing is in any more; answers their names. */
  dropEmptyParts(beforeMs: number): Promise<readonly string[]>
  /** That it answers. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The present as an expression of a statement, with the values of that statement: the database's own, or this machine's as one more of them. */
export function withNow(
  { clock }: Pick<Database, 'clock'>,
  values: readonly SqlValue[],
  nowMs: () => number,
): { readonly now: string; readonly values: readonly SqlValue[] } {
  return clock === undefined ? { now: `$${values.length + 1}`, values: [...values, nowMs()] } : { now: clock, values }
}

export const textOf = (row: SqlRow, name: string): string => {
  const value = row[name]
  if (typeof value !== 'string') throw new Error(`${name} is no text`)
  return value
}

export const numberOf = (row: SqlRow, name: string): number => {
  const value = row[name]
  if (typeof value === 'bigint') return Number.parseInt(value.toString(), 10)
  if (typeof value !== 'number') throw new Error(`${name} is no number`)
  return value
}

export const bytesOf = (row: SqlRow, name: string): Uint8Array => {
  const value = row[name]
  if (!(value instanceof Uint8Array)) throw new Error(`${name} is no bytes`)
  return value
}

/** The first two columns of every row of an account. */
export const ownerColumns = ({ venueKey, account }: Owner): readonly [string, string] => [venueKey, account]
