/**
 * How long what a recorder saw stays. As in the browser (`domain/thinning.ts`), samples grow coarser with age: every minute, then the first of each hour, then
 * the first of each UTC day and the first at or after 08:00 UTC, which stay for ever. Equity stays fine for longer than positions, which take far more room.
 * What moved money (fills, cash, orders that were filled) and notes are never dropped: realised P&L depends on all of them.
 */
import { dayMs, hourMs, settlementHourUtc } from '../../domain/time.ts'
import { z } from '../../domain/zod.ts'

const daysFrom = (least: number) => z.int().check(z.minimum(least), z.maximum(36_500))
const days = (least: number, usual: number) => z._default(daysFrom(least), usual)

export const retentionSchema = z
  .strictObject({
    /** Equity, cash and indexes of each minute. The page wants two days of them at least. */
    minuteDays: days(2, 180),
    /** And of each hour. */
    hourDays: days(90, 730),
    /** Positions with their marks, of each minute. */
    positionMinuteDays: days(2, 2),
    positionHourDays: days(3, 90),
    /** Rows that moved no money (states, quotes, commands), and orders that ended unfilled; without it they stay. */
    rowDays: z.optional(daysFrom(30)),
    /** Who read what. */
    auditDays: days(30, 400),
  })
  .check(
    z.refine(
      each => each.positionMinuteDays < each.positionHourDays && each.minuteDays <= each.hourDays,
      'minutes stay no longer than hours',
    ),
    z.refine(
      each => each.positionMinuteDays <= each.minuteDays && each.positionHourDays <= each.hourDays,
      'positions stay no longer than the equity of their time',
    ),
  )

export type Retention = z.output<typeof retentionSchema>

export const usualRetention: Retention = retentionSchema.parse({})

/** How long a sample stays: that of a minute, the first of an hour, the first of a day or at or after 08:00 UTC. */
export type Grain = 0 | 1 | 2

const settlementMs = settlementHourUtc * hourMs

/** Where the stretch of a day begins that `minute` lies in: its midnight, or its 08:00. */
export function dayStretchMs(minute: number): number {
  const midnight = Math.floor(minute / dayMs) * dayMs
  return minute - midnight < settlementMs ? midnight : midnight + settlementMs
}

/** Of the sample of `minute`, where `before` is the last one before it within its stretch of the day; undefined: there is none. */
export function grainAfter(minute: number, before: number | undefined): Grain {
  if (before === undefined || before < dayStretchMs(minute)) return 2
  return before < Math.floor(minute / hourMs) * hourMs ? 1 : 0
}

export interface Cutoffs {
  readonly minutes: number
  readonly hours: number
  readonly positionMinutes: number
  readonly positionHours: number
  /** Undefined: rows stay. */
  readonly rows: number | undefined
  readonly audit: number
}

/** Before which times what goes, at `nowMs`. In whole hours and days, so that no sample goes while another is told by what it differs from it. */
export function cutoffsAt(nowMs: number, retention: Retention): Cutoffs {
  const before = (count: number, unitMs: number): number => Math.floor((nowMs - count * dayMs) / unitMs) * unitMs
  return {
    minutes: before(retention.minuteDays, hourMs),
    hours: before(retention.hourDays, dayMs),
    positionMinutes: before(retention.positionMinuteDays, hourMs),
    positionHours: before(retention.positionHourDays, dayMs),
    rows: retention.rowDays === undefined ? undefined : before(retention.rowDays, dayMs),
    audit: before(retention.auditDays, dayMs),
  }
}
