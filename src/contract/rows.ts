/**
 * Lists are read row by row: a row that does not fit is set aside with the path of the field at fault (never its value), and the rest
 * is shown. Only an answer that is no list at all fails as a whole.
 */
import { z } from '../domain/zod.ts'
import { plainReader } from './plain-rows.ts'

export interface BadRow {
  readonly index: number
  /** Field path inside the row, for example `executions.0.trade_id`; empty for the row itself. */
  readonly path: string
  readonly message: string
}

export interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly rejected: readonly BadRow[]
}

/** Rows without anything set aside, as a writer makes them. */
export const goodRows = <Row>(rows: readonly Row[]): Rows<Row> => ({ rows, rejected: [] })

/** Codec of a JSON array of `row`. */
export function rowsOf<Schema extends z.ZodType>(row: Schema) {
  const read = plainReader(row)
  return z.codec(
    z.array(z.unknown()),
    z.custom<Rows<z.output<Schema>>>(() => true),
    {
      decode: values => decodeRows(row, values, read),
      encode: list => list.rows.map(value => row.encode(value)),
    },
  )
}

type Read<Schema extends z.ZodType> = ((value: unknown) => z.output<Schema> | undefined) | undefined

function decodeRows<Schema extends z.ZodType>(row: Schema, values: readonly unknown[], read: Read<Schema>): Rows<z.output<Schema>> {
  const rows: z.output<Schema>[] = []
  const rejected: BadRow[] = []
  for (const [index, value] of values.entries()) {
    const plain = read?.(value)
    if (plain !== undefined) {
      rows.push(plain)
      continue
    }
    const parsed = row.safeDecode(value as z.input<Schema>)
    if (parsed.success) rows.push(parsed.data)
    else {
      const issue = parsed.error.issues[0]
      rejected.push({ index, path: issue?.path.join('.') ?? '', message: issue?.message ?? 'not valid' })
    }
  }
  return { rows, rejected }
}
