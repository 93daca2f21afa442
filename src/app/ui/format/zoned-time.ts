/** Times in the reader's zone, UTC by default, and in the other zone for tooltips. */
import { type EpochMicros, secondMs } from '../../../core/domain/time.ts'
import { preferences } from '../theme/preferences.ts'
import { formatTime, fractionText, type TimeForm, type Zone, zoneName } from './format-time.ts'

const chosenZone = (): Zone => preferences().timeZone

export const zoneLabel = (ms: number = Date.now()): string => zoneName(ms, chosenZone())

/**
 * A time in the reader's zone: "14:20", "14:20:05", or with date and zone.
 * @example formatZoned(expiryMs, 'minutes') // '08:00'
 */
export const formatZoned = (ms: number, form: TimeForm = 'dateTime'): string => formatTime(ms, form, chosenZone())

export const otherZone = (ms: number): string => formatTime(ms, 'dateTime', chosenZone() === 'local' ? 'utc' : 'local')

const secondOf = (at: EpochMicros): number => Math.floor(at / 1e6) * secondMs

export const formatZonedMicros = (at: EpochMicros): string =>
  `${formatZoned(secondOf(at), 'date')} ${formatZoned(secondOf(at), 'time')}${fractionText(at)}`

/** "14:03:22.123", with 3 or 6 decimals of a second, without the zone. */
export const formatZonedClock = (at: EpochMicros, digits: 3 | 6): string =>
  `${formatZoned(secondOf(at), 'time')}${fractionText(at, digits)}`
