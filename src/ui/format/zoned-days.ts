/** Days of the zone that the reader chose. Of local time a day may have 23 or 25 hours. */
import { preferences } from '../theme/preferences.ts'

/** Begin of a date, ms; a month or a date beyond its calendar goes on in the next. `month` is from 0. */
export const startOfDate = (year: number, month: number, date: number): number =>
  preferences().timeZone === 'utc' ? Date.UTC(year, month, date) : new Date(year, month, date).getTime()

interface ZonedDate {
  readonly year: number
  /** From 0. */
  readonly month: number
  readonly date: number
  /** 0 is Sunday. */
  readonly weekday: number
}

export function zonedDate(atMs: number): ZonedDate {
  const at = new Date(atMs)
  return preferences().timeZone === 'utc'
    ? { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate(), weekday: at.getUTCDay() }
    : { year: at.getFullYear(), month: at.getMonth(), date: at.getDate(), weekday: at.getDay() }
}

/** Begin of the day of a moment, or of a day so many days after it, ms. */
export function startOfDay(atMs: number, daysAfter = 0): number {
  const { year, month, date } = zonedDate(atMs)
  return startOfDate(year, month, date + daysAfter)
}
