import { type Alert, alertKinds } from './alert.ts'
import { type Decimal, isDecimal } from './decimal.ts'
import { z } from './zod.ts'

/** Per account. */
export const mostAlerts = 100

export const alertFields = {
  kind: z.enum(alertKinds),
  subject: z.string().check(z.minLength(1), z.maxLength(400)),
  direction: z.enum(['above', 'below']),
  level: z.custom<Decimal>(isDecimal, 'not a decimal'),
}

export const alertSchema = z.pipe(
  z.object({
    id: z.string().check(z.minLength(1)),
    ...alertFields,
    isArmed: z.optional(z.boolean()),
    reportedMs: z.optional(z.number()),
    setMs: z.optional(z.number()),
    /** Former name of `reportedMs` in stored lists. */
    toldMs: z.optional(z.number()),
  }),
  z.transform(
    ({ toldMs, reportedMs = toldMs, ...alert }): Alert => (reportedMs === undefined ? alert : { ...alert, reportedMs }),
  ),
)
