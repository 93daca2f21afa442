/**
 * Retention. Samples become coarser with age (`domain/thinning.ts`): each minute, the first of each hour, then
 * permanently the first of each UTC day and from 08:00 UTC. Positions are larger and become coarse sooner. Fills, cash,
 * filled orders and notes are permanent: realised P&L depends on all of them.
 */
import { dayMs, hourMs, settlementHourUtc } from '../../core/domain/time.ts'
import { z } from '../../core/domain/zod.ts'

const daysFrom = (least: number) => z.int().check(z.minimum(least), z.maximum(36_500))
const days = (least: number, usual: number) => z._default(daysFrom(least), usual)

export const retentionSchema = z
  .strictObject({
    /** Equity, cash and indexes of each minute. The page needs at least two days. */
    minuteDays: days(2, 180),
    hourDays: days(90, 730),
    /** Positions with their marks, of each minute. */
    positionMinuteDays: days(2, 2),
    positionHourDays: days(3, 90),
    /** Rows that moved no money (states, quotes, commands), and orders that ended unfilled. Unlimited if omitted. */
    rowDays: z.optional(daysFrom(30)),
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

/** Retention class: 0 for a minute, 1 for the first of an hour, 2 for the first of a day or from 08:00 UTC. */
export type Grain = 0 | 1 | 2

const settlementMs = settlementHourUtc * hourMs

/** Start of the part of the day that contains `minute`: midnight or 08:00 UTC. */
export function dayStretchMs(minute: number): number {
  const midnight = Math.floor(minute / dayMs) * dayMs
  return minute - midnight < settlementMs ? midnight : midnight + settlementMs
}

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

/** Limits in whole hours and days, so that no sample goes while another is a difference from it. */
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
