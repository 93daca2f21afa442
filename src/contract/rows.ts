/**
 * Lists are read row by row: a row that does not fit is set aside with the path of the field at fault (its value only to who asks for it by
 * `rawRowOf`), and the rest is read. Rows that share their key are all set aside: nobody can say which of them is true. Only an answer that is no list at all fails as a whole. They are written row by row too: a writer may leave
 * out what cannot be written.
 */
import { z } from '../domain/zod.ts'
import { notPlain, isPlainObject, readPlainRow } from './plain-scalars.ts'
import { plainWaysOf } from './wire.ts'

/**
 * Loops that read rows of scalars as they usually come, and write them, compiled from a record's field list: what they answer is what the
 * record's codec answers, many times quicker. At any doubt (a number for text, a field that is missing) they answer nothing and the codec
 * judges.
 */

/** Fields of a record of scalars that keeps unknown fields; undefined for any other. */
function fieldsOf(record: z.ZodMiniType) {
  if (!(record instanceof z.ZodMiniObject) || !(record.def.catchall instanceof z.ZodMiniUnknown)) return undefined
  const fields = Object.entries(record.shape as Readonly<Record<string, z.ZodMiniType>>).flatMap(([name, schema]) => {
    const ways = plainWaysOf(schema)
    return ways === undefined ? [] : [{ name, ...ways, last: undefined, lastRead: undefined }]
  })
  return fields.length === Object.keys(record.shape).length ? fields : undefined
}

/** Undefined for a record with a field that is no scalar. */
export function plainReader<Schema extends z.ZodMiniType>(record: Schema): ((value: unknown) => z.output<Schema> | undefined) | undefined {
  const fields = fieldsOf(record)
  if (fields === undefined) return undefined
  return value => readPlainRow(fields, value) as z.output<Schema> | undefined
}

/** A row as it came; undefined where it does not fit: then `reject` has the path of the field at fault, and why. */
export type RowReader<Row> = (value: unknown, reject: (path: string, message: string) => void) => Row | undefined

/** The quick way where there is one and the row is as it usually comes, else by the codec. */
export function rowReader<Schema extends z.ZodMiniType>(record: Schema): RowReader<z.output<Schema>> {
  const read = plainReader(record)
  return (value, reject) => {
    const plain = read?.(value)
    if (plain !== undefined) return plain
    const parsed = z.safeDecode(record, value as z.input<Schema>)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    reject(issue?.path.join('.') ?? '', issue?.message ?? 'not valid')
    return undefined
  }
}

/** Undefined for a record with a field that is no scalar. What it writes is for JSON: absent fields are left out or undefined. */
export function plainWriter<Schema extends z.ZodMiniType>(record: Schema): ((value: unknown) => z.input<Schema> | undefined) | undefined {
  const fields = fieldsOf(record)
  if (fields === undefined) return undefined
  const names = new Set(fields.map(({ name }) => name))
  return value => {
    if (!isPlainObject(value)) return undefined
    const row: Record<string, unknown> = {}
    for (const { name, write } of fields) {
      const encoded = write(value[name])
      if (encoded === notPlain) return undefined
      row[name] = encoded
    }
    for (const name of Object.keys(value)) if (!names.has(name)) row[name] = value[name]
    return row as z.input<Schema>
  }
}

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

/** A list of any items: each is checked once, by itself. */
const anyList = z.custom<unknown[]>(Array.isArray, 'Invalid input: expected array')

/** Codec of a JSON array of `row`; of rows that share their key, where they have one, none is read. */
export function rowsOf<Schema extends z.ZodMiniType>(row: Schema, keyOf?: KeyOf<z.output<Schema>>) {
  const read = rowReader(row)
  const write = rowWriter(row)
  return z.codec(
    anyList,
    z.custom<Rows<z.output<Schema>>>(() => true),
    {
      decode: values => decodeRows(read, keyOf, values),
      encode: list => eachRow(list.rows, list.leaveOut ?? asItComes, write),
    },
  )
}

const mostRaw = 20
const mostRawLength = 2_000
const raws = new WeakMap<BadRow, string>()

/** The row as it came, as JSON, to be shown as text: nothing of it was checked. Of the first rows of an answer only, and cut where it is long. */
export const rawRowOf = (row: BadRow): string | undefined => raws.get(row)

type KeyOf<Row> = (row: Row) => string

/** Reads a list row by row, so that a caller may do so in slices of time. */
export interface RowList<Row> {
  /** Reads the next row; undefined if it does not fit. */
  take(value: unknown): Row | undefined
  /** Those whose key stands more than once are set aside. */
  rows(): Rows<Row>
}

/** `keyOf`: none for lists that are joined by their ids wherever they go. */
export function createRowList<Row>(read: RowReader<Row>, keyOf: KeyOf<Row> | undefined): RowList<Row> {
  const rows: Row[] = []
  const places: number[] = []
  const rejected: BadRow[] = []
  const seen = new Set<string>()
  const repeated = new Set<string>()
  const reject = (value: unknown, bad: BadRow): void => {
    if (rejected.length < mostRaw) raws.set(bad, (JSON.stringify(value) ?? '').slice(0, mostRawLength))
    rejected.push(bad)
  }
  let count = 0
  return {
    take(value) {
      const index = count++
      const row = read(value, (path, message) => reject(value, { index, path, message }))
      if (row === undefined) return undefined
      rows.push(row)
      places.push(index)
      const key = keyOf?.(row)
      if (key !== undefined && seen.size === seen.add(key).size) repeated.add(key)
      return row
    },
    rows() {
      if (keyOf === undefined || repeated.size === 0) return { rows, rejected }
      for (const [at, row] of rows.entries())
        if (repeated.has(keyOf(row))) reject(row, { index: places[at] ?? at, path: '', message: 'twice in one answer' })
      return { rows: rows.filter(each => !repeated.has(keyOf(each))), rejected }
    },
  }
}

function decodeRows<Row>(read: RowReader<Row>, keyOf: KeyOf<Row> | undefined, values: readonly unknown[]): Rows<Row> {
  const list = createRowList(read, keyOf)
  for (const value of values) list.take(value)
  return list.rows()
}
