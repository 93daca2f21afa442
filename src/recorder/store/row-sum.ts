/**
 * Checksum of a row, written by the migrations' triggers and compared on reading. A row with a wrong checksum is
 * damaged and is not served.
 */
import { createHash } from 'node:crypto'
import type { SqlRow } from './sql.ts'

/** Columns of each table that the checksum covers, in this order. */
const summed = {
  samples: ['venue', 'account', 'grain', 'body'],
  sample_positions: ['venue', 'account', 'minute', 'base', 'body'],
  journal_rows: ['venue', 'account', 'body'],
  orders: ['venue', 'account', 'body'],
  notes: ['venue', 'account', 'body'],
  alerts: ['venue', 'account', 'set_by', 'body'],
  deliveries: ['venue', 'account', 'state', 'said', 'body'],
  spans: ['venue', 'account', 'from_ms', 'to_ms'],
  row_counts: ['venue', 'account', 'rows'],
  writers: ['venue', 'account', 'fills_ms'],
} as const

export type SummedTable = keyof typeof summed

export const columnsOf = (table: SummedTable): string => [...summed[table], 'sum'].join(', ')

export class DamagedHistory extends Error {
  override readonly name = 'DamagedHistory'

  /** `what` ends a sentence. */
  constructor(what: string) {
    super(`The history is damaged: ${what}. Keep it as it is and restore a backup: deploy/README.md.`)
  }
}

function textOfValue(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? value.toString() : ''
}

const sumOf = (text: string): string => createHash('md5').update(text).digest('hex')

export const sqliteRowSum = (text: unknown): string => sumOf(String(text))

export function intact(table: SummedTable, row: SqlRow): SqlRow {
  if (row['sum'] === sumOf(summed[table].map(name => textOfValue(row[name])).join('\n'))) return row
  throw new DamagedHistory(`a row of ${table} does not fit its checksum`)
}
