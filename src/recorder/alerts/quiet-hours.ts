/** Quiet hours of a destination, in local time of a named zone, including daylight saving. */
import { z } from '../../core/domain/zod.ts'

export interface QuietHours {
  /** "22:00" */
  readonly from: string
  /** Exclusive. If before `from`: on the next day. */
  readonly to: string
  /** Name in the time zone database: "Europe/Prague". */
  readonly zone: string
}

const clock = z.string().check(z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'a time is written like 22:00'))

function isZone(name: string): boolean {
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

export const quietHoursSchema = z
  .strictObject({
    from: clock,
    to: clock,
    zone: z.string().check(z.refine(isZone, 'no time zone has this name: write one like Europe/Prague')),
  })
  .check(z.refine(({ from, to }) => from !== to, 'quiet hours that begin when they end would be none, or all'))

const clocks = new Map<string, Intl.DateTimeFormat>()

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(zone, made)
  return made
}

export function isQuiet({ from, to, zone }: QuietHours, atMs: number): boolean {
  const now = clockOf(zone).format(atMs)
  return from < to ? now >= from && now < to : now >= from || now < to
}
