/**
 * Lists are read row by row: a row that does not fit is set aside with the path of the field at fault (its value only to who asks for it by
 * `rawRowOf`), and the rest is read. Only an answer that is no list at all fails as a whole. They are written row by row too: a writer may leave
 * out what cannot be written.
 */
import { z } from '../domain/zod.ts'
import { plainReader, plainWriter } from './plain-rows.ts'

export interface BadRow {
  readonly index: number
  /** Field path inside the row, for example `executions.0.trade_id`; empty for the row itself. */
  readonly path: string
  readonly message: string
}

export interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly rejected: readonly BadRow[]
  /** How a writer goes about each row; without it one that cannot be written throws. */
  readonly leaveOut?: LeaveOut
}

/** What `make` makes; undefined where it throws: that row is left out of its list. */
export type LeaveOut = <Made>(make: () => Made) => Made | undefined

/** Rows without anything set aside, as a writer makes them. */
export const validRows = <Row>(rows: readonly Row[], leaveOut?: LeaveOut): Rows<Row> => ({
  rows,
  rejected: [],
  ...(leaveOut === undefined ? {} : { leaveOut }),
})

/** What `make` makes of each value, without those that are left out. */
export function eachRow<Value, Made>(values: Iterable<Value>, leaveOut: LeaveOut, make: (value: Value) => Made): Made[] {
  const made: Made[] = []
  for (const value of values) {
    const one = leaveOut(() => make(value))
    if (one !== undefined) made.push(one)
  }
  return made
}

/** A row as it is written, the quick way where there is one; throws what the codec throws. */
export function rowWriter<Schema extends z.ZodMiniType>(row: Schema): (value: z.output<Schema>) => z.input<Schema> {
  const write = plainWriter(row)
  return write === undefined ? value => z.encode(row, value) : value => write(value) ?? z.encode(row, value)
}

const asItComes: LeaveOut = make => make()

/** A list of whatever: its items are looked at one by one, once. */
const anyList = z.custom<unknown[]>(Array.isArray, 'Invalid input: expected array')

/** Codec of a JSON array of `row`. */
export function rowsOf<Schema extends z.ZodMiniType>(row: Schema) {
  const read = plainReader(row)
  const write = rowWriter(row)
  return z.codec(
    anyList,
    z.custom<Rows<z.output<Schema>>>(() => true),
    {
      decode: values => decodeRows(row, values, read),
      encode: list => eachRow(list.rows, list.leaveOut ?? asItComes, write),
    },
  )
}

const mostRaw = 20
const mostRawLength = 2_000
const raws = new WeakMap<BadRow, string>()

/** The row as it came, as JSON, to be shown as text: nothing of it was checked. Of the first rows of an answer only, and cut where it is long. */
export const rawRowOf = (row: BadRow): string | undefined => raws.get(row)

type Read<Schema extends z.ZodMiniType> = ((value: unknown) => z.output<Schema> | undefined) | undefined

function decodeRows<Schema extends z.ZodMiniType>(row: Schema, values: readonly unknown[], read: Read<Schema>): Rows<z.output<Schema>> {
  const rows: z.output<Schema>[] = []
  const rejected: BadRow[] = []
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    const plain = read?.(value)
    if (plain !== undefined) {
      rows.push(plain)
      continue
    }
    const parsed = z.safeDecode(row, value as z.input<Schema>)
    if (parsed.success) rows.push(parsed.data)
    else {
      const issue = parsed.error.issues[0]
      const bad: BadRow = { index, path: issue?.path.join('.') ?? '', message: issue?.message ?? 'not valid' }
      if (rejected.length < mostRaw) raws.set(bad, (JSON.stringify(value) ?? '').slice(0, mostRawLength))
      rejected.push(bad)
    }
  }
  return { rows, rejected }
}
