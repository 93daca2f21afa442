/**
 * Loops that read rows of scalars as they usually come, and write them, compiled from a record's field list: what they answer is what the
 * record's codec answers, many times quicker. At any doubt (a number for text, a field that is missing) they answer nothing and the codec
 * judges.
 */
import { z } from '../domain/zod.ts'
import { doubt, isPlainObject, readPlainRow } from './plain-scalars.ts'
import { plainWaysOf } from './wire.ts'

/** Fields of a record of scalars that keeps unknown fields; undefined for any other. */
function fieldsOf(record: z.ZodMiniType) {
  if (!(record instanceof z.ZodMiniObject) || !(record.def.catchall instanceof z.ZodMiniUnknown)) return undefined
  const fields = Object.entries(record.shape as Readonly<Record<string, z.ZodMiniType>>).flatMap(([name, schema]) => {
    const ways = plainWaysOf(schema)
    return ways === undefined ? [] : [{ name, ...ways }]
  })
  return fields.length === Object.keys(record.shape).length ? fields : undefined
}

/** Undefined for a record with a field that is no scalar. */
export function plainReader<Schema extends z.ZodMiniType>(record: Schema): ((value: unknown) => z.output<Schema> | undefined) | undefined {
  const fields = fieldsOf(record)
  if (fields === undefined) return undefined
  return value => readPlainRow(fields, value) as z.output<Schema> | undefined
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
      if (encoded === doubt) return undefined
      row[name] = encoded
    }
    for (const name of Object.keys(value)) if (!names.has(name)) row[name] = value[name]
    return row as z.input<Schema>
  }
}
