/** Times, ages and spans as text. Times are ms since 1970, spans are ms; everything is UTC unless its name says local. */
import { dayMs, type EpochMicros, hourMs, minuteMs, secondMs } from '../../domain/time.ts'

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

/** Time left: "4:05", "1:02:09", over two days "3 d 4 h"; never below "0:00". A started second counts. */
export function formatCountdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / secondMs))
  const hours = Math.floor(seconds / 3600)
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`
  const minutes = Math.floor((seconds % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

/** Time to an expiry: "2.4 d", under a day "hh:mm", "expired" from zero on. */
export function formatDaysLeft(ms: number): string {
  if (ms <= 0) return 'expired'
  if (ms >= dayMs) return `${(Math.floor(ms / (dayMs / 10)) / 10).toFixed(1)} d`
  return `${two(Math.floor(ms / hourMs))}:${two(Math.floor((ms % hourMs) / minuteMs))}`
}

const iso = (ms: number): string => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : '')

/** "18 Dec", UTC. */
export const dayText = (ms: number): string => `${new Date(ms).getUTCDate()} ${months[new Date(ms).getUTCMonth()]}`
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export const formatUtcTime = (ms: number): string => iso(ms).slice(11, 19)
export const formatUtcMinutes = (ms: number): string => iso(ms).slice(11, 16)
/** "2026-12-25 08:00:00 UTC" */
export const formatUtcDateTime = (ms: number): string => `${iso(ms).slice(0, 19).replace('T', ' ')} UTC`

/** "2026-12-25 14:03:22.123456", to the microsecond. */
export function formatUtcMicros(at: EpochMicros): string {
  const seconds = Math.floor(at / 1e6)
  return `${iso(seconds * secondMs)
    .slice(0, 19)
    .replace('T', ' ')}.${String(at - seconds * 1e6).padStart(6, '0')}`
}

export type TimeForm = 'time' | 'minutes' | 'dateTime'

/** The reader's own time. */
export function formatLocal(ms: number, form: TimeForm): string {
  const at = new Date(ms)
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`
  if (form === 'minutes') return time
  const full = `${time}:${two(at.getSeconds())}`
  return form === 'time' ? full : `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${full}`
}

/** Local time with its distance to UTC, for titles: "2026-12-25 09:00:00 (UTC+01:00)". */
export function formatLocalDateTime(ms: number): string {
  const offset = -new Date(ms).getTimezoneOffset()
  const size = Math.abs(offset)
  return `${formatLocal(ms, 'dateTime')} (UTC${offset < 0 ? '−' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)})`
}

export function formatUtc(ms: number, form: TimeForm): string {
  if (form === 'time') return formatUtcTime(ms)
  return form === 'minutes' ? formatUtcMinutes(ms) : formatUtcDateTime(ms)
}
