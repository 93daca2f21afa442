/** Database interface: statements with `$1`, `$2` …, in transactions. All driver differences are here. */
import type { Owner } from '../../core/domain/owner.ts'

export type SqlValue = string | number | Uint8Array | null
export type SqlRow = Readonly<Record<string, unknown>>

export interface Sql {
  all(text: string, values?: readonly SqlValue[]): Promise<readonly SqlRow[]>
}

export type PartedTable = 'samples' | 'sample_positions' | 'journal_rows' | 'audit'

/** Held until it is released or the process ends. */
export interface SqlLock {
  isHeld(): boolean
  release(): Promise<void>
}

export interface Database {
  transaction<Value>(run: (sql: Sql) => Promise<Value>): Promise<Value>
  all: Sql['all']
  /**
   * Expression for the database's time in ms. Undefined if the database runs on this machine. Machines that share a
   * database may disagree on the time, so shared times use this clock.
   */
  readonly clock: string | undefined
  /** Clause that locks read rows against changes until the transaction ends. */
  readonly forShare: string
  /** The same, also against other readers with this clause. */
  readonly forUpdate: string
  /** Takes the named lock. Undefined while another process has it. */
  lock(name: string): Promise<SqlLock | undefined>
  prepare(table: PartedTable, atMs: number): Promise<void>
  dropEmptyParts(beforeMs: number): Promise<readonly string[]>
  ping(): Promise<void>
  close(): Promise<void>
}

/** Current time as an SQL expression, with the values it needs: the database's clock, or this machine's. */
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

export const ownerColumns = ({ venueKey, account }: Owner): readonly [string, string] => [venueKey, account]
