/**
 * Lists are read row by row. An invalid row is rejected with the path of the wrong field (`rawRowOf` gives its raw
 * value), and the rest is read. Rows that share a key are all rejected, because it is unknown which one is true. Only
 * an answer that is not a list fails as a whole. Lists are also written row by row: a writer may omit a row that cannot
 * be encoded.
 */
import { z } from '../domain/zod.ts'
import { notPlain, isPlainObject, readPlainRow } from './plain-scalars.ts'
import { plainWaysOf } from './wire.ts'

/**
 * Fast loops that read and write rows of scalars, built from a record's field list. The result equals the codec's. In
 * doubt (a number for a text, a missing field) they return undefined and the codec decides.
 */

function fieldsOf(record: z.ZodMiniType) {
  if (!(record instanceof z.ZodMiniObject) || !(record.def.catchall instanceof z.ZodMiniUnknown)) return undefined
  const fields = Object.entries(record.shape as Readonly<Record<string, z.ZodMiniType>>).flatMap(([name, schema]) => {
    const ways = plainWaysOf(schema)
    return ways === undefined ? [] : [{ name, ...ways, last: undefined, lastRead: undefined }]
  })
  return fields.length === Object.keys(record.shape).length ? fields : undefined
}

export function plainReader<Schema extends z.ZodMiniType>(
  record: Schema,
): ((value: unknown) => z.output<Schema> | undefined) | undefined {
  const fields = fieldsOf(record)
  if (fields === undefined) return undefined
  return value => readPlainRow(fields, value) as z.output<Schema> | undefined
}

/**
 * Reads one row. If it does not fit, returns undefined and calls `reject` with the path of the wrong field and the
 * reason.
 */
export type RowReader<Row> = (value: unknown, reject: (path: string, message: string) => void) => Row | undefined

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

/**
 * Undefined for a record with a field that is not a scalar. The output is for JSON: absent fields are omitted or
 * undefined.
 */
export function plainWriter<Schema extends z.ZodMiniType>(
  record: Schema,
): ((value: unknown) => z.input<Schema> | undefined) | undefined {
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
  /** Field path inside the row, such as `executions.0.trade_id`; empty for the row itself. */
  readonly path: string
  readonly message: string
}

export interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly rejected: readonly BadRow[]
  /** Wrapper for encoding each row. Without it a row that cannot be encoded throws. */
  readonly leaveOut?: LeaveOut
}

export type LeaveOut = <Made>(make: () => Made) => Made | undefined

export const validRows = <Row>(rows: readonly Row[], leaveOut?: LeaveOut): Rows<Row> => ({
  rows,
  rejected: [],
  ...(leaveOut === undefined ? {} : { leaveOut }),
})

export function eachRow<Value, Made>(
  values: Iterable<Value>,
  leaveOut: LeaveOut,
  make: (value: Value) => Made,
): Made[] {
  const made: Made[] = []
  for (const value of values) {
    const one = leaveOut(() => make(value))
    if (one !== undefined) made.push(one)
  }
  return made
}

export function rowWriter<Schema extends z.ZodMiniType>(row: Schema): (value: z.output<Schema>) => z.input<Schema> {
  const write = plainWriter(row)
  return write === undefined ? value => z.encode(row, value) : value => write(value) ?? z.encode(row, value)
}

const asItComes: LeaveOut = make => make()

const anyList = z.custom<unknown[]>(Array.isArray, 'Invalid input: expected array')

/** Codec of a JSON array of `row`. Rows that share a key are all rejected. */
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

export const rawRowOf = (row: BadRow): string | undefined => raws.get(row)

type KeyOf<Row> = (row: Row) => string

export interface RowList<Row> {
  take(value: unknown): Row | undefined
  rows(): Rows<Row>
}

/** Without `keyOf` duplicates are not checked: for lists that are joined by id later. */
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
