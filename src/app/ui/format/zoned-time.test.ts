// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { micros } from '../../../core/domain/time.ts'
import { setPreferences } from '../theme/preferences.ts'
import { formatTime, zoneName } from './format-time.ts'
import { formatZoned, formatZonedClock, formatZonedMicros, otherZone, zoneLabel } from './zoned-time.ts'

const at = Date.UTC(2026, 11, 25, 8, 5, 9)
afterEach(() => setPreferences({ timeZone: 'utc' }))

describe('times by the chosen zone', () => {
  test('are UTC unless chosen otherwise, the reader’s own time on hover', () => {
    expect([formatZoned(at), formatZoned(at, 'minutes'), formatZoned(at, 'dateMinutes'), zoneLabel(at)]).toEqual([
      'Fri 25 Dec 2026 08:05:09 UTC',
      '08:05',
      'Fri 25 Dec 2026 08:05',
      'UTC',
    ])
    expect(otherZone(at)).toBe(formatTime(at, 'dateTime', 'local'))
    expect(formatZonedClock(micros(at * 1_000 + 42), 6)).toBe('08:05:09.000042')
  })
  test('are the reader’s own where chosen, UTC on hover', () => {
    setPreferences({ timeZone: 'local' })
    expect([formatZoned(at), formatZoned(at, 'time'), zoneLabel(at)]).toEqual([
      formatTime(at, 'dateTime', 'local'),
      formatTime(at, 'time', 'local'),
      zoneName(at, 'local'),
    ])
    expect(otherZone(at)).toBe('Fri 25 Dec 2026 08:05:09 UTC')
    expect(formatZonedMicros(micros(at * 1_000 + 42))).toBe(
      `${formatTime(at, 'date', 'local')} ${formatTime(at, 'time', 'local')}.000042`,
    )
  })
})
