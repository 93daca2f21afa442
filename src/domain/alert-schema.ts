/** An alert as it is stored and sent. */
import { type Alert, alertKinds } from './alert.ts'
import { type Decimal, isDecimal } from './decimal.ts'
import { z } from './zod.ts'

/** Of one account. */
export const mostAlerts = 100

/** What it watches. */
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
    /** What `reportedMs` was called in lists stored by earlier versions. */
    toldMs: z.optional(z.number()),
  }),
  z.transform(({ toldMs, reportedMs = toldMs, ...alert }): Alert => (reportedMs === undefined ? alert : { ...alert, reportedMs })),
)
