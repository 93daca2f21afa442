/** What a clock and a calendar show at a time, in numbers: for scales that mark times. */
import type { Zone } from './format-time.ts'

export interface ClockTime {
  readonly year: number
  readonly month: number
  readonly date: number
  readonly weekday: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

export function clockTime(ms: number, zone: Zone): ClockTime {
  const at = new Date(ms)
  const [hours, minutes, seconds] =
    zone === 'utc' ? [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()] : [at.getHours(), at.getMinutes(), at.getSeconds()]
  return zone === 'utc'
    ? { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate(), weekday: at.getUTCDay(), hours, minutes, seconds }
    : { year: at.getFullYear(), month: at.getMonth(), date: at.getDate(), weekday: at.getDay(), hours, minutes, seconds }
}
