/** A zod schema as what judges a form: the values it reads, or the first thing wrong with each field. */
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from '../../domain/zod.ts'

export function zodResolver<Fields extends FieldValues>(schema: z.ZodType<Fields>): Resolver<Fields> {
  return values => {
    const read = schema.safeParse(values)
    if (read.success) return { values: read.data, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, code, message } of read.error.issues) errors[path.join('.') || 'root'] ??= { type: code, message }
    return { values: {}, errors: errors as FieldErrors<Fields> }
  }
}
