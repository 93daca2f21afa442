/**
 * Parts of tables in PostgreSQL: partitions by time, made before they are needed and dropped once nothing is in them. What they are made over (`transaction`) has
 * connections of its own: whoever needs a part holds one already, and would wait for himself where all do.
 */
import { hourMs } from '../../domain/time.ts'
import { type Database, type PartedTable, textOf } from './sql.ts'

/** Name of the lock under which parts are made and dropped, one after the other. */
const partLock = 715_002

const partedBy: Readonly<Record<PartedTable, { readonly parent: string; readonly by: 'month' | 'day' }>> = {
  samples: { parent: 'samples_minutes', by: 'month' },
  sample_positions: { parent: 'sample_positions_minutes', by: 'day' },
  journal_rows: { parent: 'journal_rows', by: 'month' },
  audit: { parent: 'audit', by: 'month' },
}

/** Another process may have dropped what was there: so long it is believed. */
const believedMs = hourMs

export function createParts(transaction: Database['transaction']): Pick<Database, 'prepare' | 'dropEmptyParts'> {
  const known = new Map<string, number>()
  const pending = new Map<string, Promise<void>>()
  return {
    async prepare(table, atMs) {
      const part = partOf(table, atMs)
      const knownAtMs = known.get(part.name)
      if (knownAtMs !== undefined && performance.now() - knownAtMs < believedMs) return
      // Many who want the same wait for one who makes it.
      const making = pending.get(part.name) ?? transaction(sql => makePart(sql, part)).finally(() => pending.delete(part.name))
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
  return { parent, name: `${monthName}_${two(day)}`, fromMs: Date.UTC(year, month, day), toMs: Date.UTC(year, month, day + 1) }
}

/** When what may lie in a part ends; undefined for a name that is none of ours. */
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
  const found = await sql.all('SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass', [parent])
  return found.map(row => textOf(row, 'name'))
}

/** Who reads waits for it a moment at the most: where the table is busy, the next time does. */
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
