/** An alert as it is stored and sent. */
import { type Alert, alertKinds } from '../../domain/alert.ts'
import { type Decimal, isDecimal } from '../../domain/decimal.ts'
import { z } from '../../domain/zod.ts'

/** Of one account. */
export const mostAlerts = 100

/** What it watches. */
export const alertFields = {
  kind: z.enum(alertKinds),
  subject: z.string().min(1).max(400),
  direction: z.enum(['above', 'below']),
  level: z.custom<Decimal>(isDecimal, 'not a decimal'),
}

export const alertSchema = z
  .object({
    id: z.string().min(1),
    ...alertFields,
    isArmed: z.boolean().optional(),
    reportedMs: z.number().optional(),
    setMs: z.number().optional(),
    /** What `reportedMs` was called in lists stored by earlier versions. */
    toldMs: z.number().optional(),
  })
  .transform(({ toldMs, reportedMs = toldMs, ...alert }): Alert => (reportedMs === undefined ? alert : { ...alert, reportedMs }))
