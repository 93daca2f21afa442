/** Days of the reader's zone. A local day may have 23 or 25 hours. */
import { preferences } from '../theme/preferences.ts'

/** Start of a date, ms; overflowing months or dates continue in the next. `month` is zero-based. */
export const startOfDate = (year: number, month: number, date: number): number =>
  preferences().timeZone === 'utc' ? Date.UTC(year, month, date) : new Date(year, month, date).getTime()

interface ZonedDate {
  readonly year: number
  /** Zero-based. */
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

export function startOfDay(atMs: number, daysAfter = 0): number {
  const { year, month, date } = zonedDate(atMs)
  return startOfDate(year, month, date + daysAfter)
}
