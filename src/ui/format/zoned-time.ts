/** Times in the zone that the reader chose, UTC unless chosen otherwise, and in the other one for what stands on hover. */
import { type EpochMicros, secondMs } from '../../domain/time.ts'
import { preferences } from '../theme/preferences.ts'
import { formatTime, fractionText, type TimeForm, type Zone, zoneName } from './format-time.ts'

const chosenZone = (): Zone => preferences().timeZone

/** What stands after a time that does not name its zone itself: "UTC", "UTC+01:00". */
export const zoneLabel = (ms: number = Date.now()): string => zoneName(ms, chosenZone())

/**
 * A time in the zone that the trader chose: "14:20", "14:20:05", or with date and zone.
 * @example formatZoned(expiryMs, 'minutes') // '08:00'
 */
export const formatZoned = (ms: number, form: TimeForm = 'dateTime'): string => formatTime(ms, form, chosenZone())

/** The same moment in the zone that was not chosen. */
export const otherZone = (ms: number): string => formatTime(ms, 'dateTime', chosenZone() === 'local' ? 'utc' : 'local')

const secondOf = (at: EpochMicros): number => Math.floor(at / 1e6) * secondMs

/** "2026-12-25 14:03:22.123456", to the microsecond, without the zone. */
export const formatZonedMicros = (at: EpochMicros): string =>
  `${formatZoned(secondOf(at), 'date')} ${formatZoned(secondOf(at), 'time')}${fractionText(at)}`

/** "14:03:22.123", to so many digits of a second, without the zone. */
export const formatZonedClock = (at: EpochMicros, digits: 3 | 6): string =>
  `${formatZoned(secondOf(at), 'time')}${fractionText(at, digits)}`
