/**
 * A loop that reads rows of scalars as they usually come, compiled from a record's field list: what it answers is what the record's codec
 * answers, many times quicker. At any doubt (a number for text, a field that is missing) it answers nothing and the codec judges.
 */
import { z } from '../domain/zod.ts'
import { doubt, plainReadOf } from './wire.ts'

/** Undefined for a record with a field that is no scalar. */
export function plainReader<Schema extends z.ZodType>(record: Schema): ((value: unknown) => z.output<Schema> | undefined) | undefined {
  if (!(record instanceof z.ZodObject) || !(record.def.catchall instanceof z.ZodUnknown)) return undefined
  const fields = Object.entries(record.shape as Readonly<Record<string, z.ZodType>>).map(([name, schema]) => ({
    name,
    read: plainReadOf(schema),
  }))
  if (fields.some(({ read }) => read === undefined)) return undefined
  return value => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || Object.hasOwn(value, '__proto__')) return undefined
    const row: Record<string, unknown> = { ...value }
    for (const { name, read } of fields) {
      const given = row[name]
      const decoded = read?.(given)
      if (decoded === doubt) return undefined
      if (decoded !== given) row[name] = decoded
    }
    return row as z.output<Schema>
  }
}
