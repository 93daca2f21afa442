/** Times in the zone that the reader chose, UTC unless told otherwise, and in the other one for what stands on hover. */
import { type EpochMicros, secondMs } from '../../domain/time.ts'
import { preferences } from '../theme/preferences.ts'
import { formatLocal, formatLocalDateTime, formatUtc, formatUtcDateTime, formatUtcMicros, type TimeForm } from './format-time.ts'

const isLocal = (): boolean => preferences().timeZone === 'local'

/** What stands after a time that does not name its zone itself. */
export const zoneWord = (): string => (isLocal() ? 'local' : 'UTC')

/** "14:20", "14:20:05", or with date and zone. */
export function formatZoned(ms: number, form: TimeForm = 'dateTime'): string {
  if (!isLocal()) return formatUtc(ms, form)
  return form === 'dateTime' ? formatLocalDateTime(ms) : formatLocal(ms, form)
}

/** The date and minute, without the zone: "2026-12-25 08:00". */
export const formatZonedDay = (ms: number): string => (isLocal() ? formatLocal(ms, 'dateTime') : formatUtcDateTime(ms)).slice(0, 16)

/** The same moment in the zone that was not chosen. */
export const otherZone = (ms: number): string => (isLocal() ? formatUtcDateTime(ms) : formatLocalDateTime(ms))

/** "2026-12-25 14:03:22.123456", to the microsecond, without the zone. */
export function formatZonedMicros(at: EpochMicros): string {
  const utc = formatUtcMicros(at)
  return isLocal() ? `${formatLocal(Math.floor(at / 1e6) * secondMs, 'dateTime')}${utc.slice(19)}` : utc
}
