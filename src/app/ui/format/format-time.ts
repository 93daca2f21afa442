/** Times, ages and durations as text. Times are ms since 1970, durations ms; UTC unless the name says local. */
import { dayMs, type EpochMicros, hourMs, minuteMs, secondMs } from '../../../core/domain/time.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** Age of data: "0.8 s", "12 s", "3 m", "2 h", "4 d". */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms)
  if (age < 9.95 * secondMs) return `${(age / secondMs).toFixed(1)} s`
  if (age < minuteMs) return `${Math.floor(age / secondMs)} s`
  if (age < hourMs) return `${Math.floor(age / minuteMs)} m`
  if (age < 2 * dayMs) return `${Math.floor(age / hourMs)} h`
  return `${Math.floor(age / dayMs)} d`
}

/** Clock offset: "+1.5 s", "−10 m", "+550 h"; undefined up to one second. */
export function formatOffset(ms: number): string | undefined {
  return Math.abs(ms) <= secondMs ? undefined : `${ms < 0 ? '−' : '+'}${formatAge(Math.abs(ms))}`
}

/** Time left: "4:05", "1:02:09", above two days "3 d 4 h"; at least "0:00". Rounds up to a second. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / secondMs))
  const hours = Math.floor(seconds / 3600)
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Time to an expiry: "2.4 d", under a day "22 h 48 m", from zero on "expired". */
export function formatDaysLeft(ms: number): string {
  if (ms <= 0) return 'expired'
  if (ms >= dayMs) return `${(Math.floor(ms / (dayMs / 10)) / 10).toFixed(1)} d`
  const hours = Math.floor(ms / hourMs)
  return `${hours > 0 ? `${hours} h ` : ''}${Math.floor((ms % hourMs) / minuteMs)} m`
}

export type Zone = 'utc' | 'local'

/**
 * Forms of a time. `dateTime` "Fri 25 Dec 2026 08:05:09 UTC" includes the zone; the others need it nearby or on hover:
 * `time` "08:05:09", `minutes` "08:05", `date` "Fri 25 Dec 2026", `dateMinutes` "Fri 25 Dec 2026 08:05", without
 * the year `weekday` "Fri 25 Dec", `day` "25 Dec", `dayMinutes` "25 Dec 08:05", `dayTime` "25 Dec 08:05:09".
 * `isoDate` "2026-12-25" is for searching only.
 */
export type TimeForm =
  | 'time'
  | 'minutes'
  | 'dateTime'
  | 'date'
  | 'isoDate'
  | 'dateMinutes'
  | 'weekday'
  | 'day'
  | 'dayMinutes'
  | 'dayTime'

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const partsOf = (at: Date, zone: Zone): readonly [number, number, number, number, number, number] =>
  zone === 'utc'
    ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()]
    : [at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()]

/** A time in a zone; empty if out of range. */
export function formatTime(ms: number, form: TimeForm, zone: Zone): string {
  if (!(Math.abs(ms) <= 8.64e15)) return ''
  const [year, month, date, hours, minutes, seconds] = partsOf(new Date(ms), zone)
  const day = `${date} ${months[month]}`
  const weekday = weekdays[new Date(Date.UTC(year, month, date)).getUTCDay()] ?? ''
  const full = `${weekday} ${day} ${year}`
  const clock = `${two(hours)}:${two(minutes)}`
  switch (form) {
    case 'time':
      return `${clock}:${two(seconds)}`
    case 'minutes':
      return clock
    case 'dateTime':
      return `${full} ${clock}:${two(seconds)} ${zoneName(ms, zone)}`
    case 'date':
      return full
    case 'isoDate':
      return `${year}-${two(month + 1)}-${two(date)}`
    case 'dateMinutes':
      return `${full} ${clock}`
    case 'weekday':
      return `${weekday} ${day}`
    case 'day':
      return day
    case 'dayMinutes':
      return `${day} ${clock}`
    case 'dayTime':
      return `${day} ${clock}:${two(seconds)}`
  }
}

export function zoneName(ms: number, zone: Zone): string {
  const offset = zone === 'utc' ? 0 : -new Date(ms).getTimezoneOffset()
  const size = Math.abs(offset)
  return offset === 0 ? 'UTC' : `UTC${offset < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

export const formatUtc = (ms: number, form: TimeForm): string => formatTime(ms, form, 'utc')
export const formatUtcDateTime = (ms: number): string => formatUtc(ms, 'dateTime')
/** "18 Dec", UTC. */
export const dayText = (ms: number): string => formatUtc(ms, 'day')

/** Fraction of a second of a time in µs: ".123456", or fewer digits. */
export const fractionText = (at: EpochMicros, digits = 6): string =>
  `.${String(((at % 1e6) + 1e6) % 1e6)
    .padStart(6, '0')
    .slice(0, digits)}`
