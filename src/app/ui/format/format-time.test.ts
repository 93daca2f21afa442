import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs, hourMs, micros, minuteMs } from '../../../core/domain/time.ts'
import {
  formatAge,
  formatCountdown,
  formatDaysLeft,
  formatTime,
  formatUtc,
  fractionText,
  zoneName,
} from './format-time.ts'

test.each([
  [-5, '0.0 s'],
  [840, '0.8 s'],
  [9_940, '9.9 s'],
  [9_960, '9 s'],
  [59_999, '59 s'],
  [3 * minuteMs, '3 m'],
  [2 * hourMs + 1, '2 h'],
  [4 * dayMs, '4 d'],
])('an age of %d ms reads %s', (ms, text) => expect(formatAge(ms)).toBe(text))

test.each([
  [-1, '0:00'],
  [0, '0:00'],
  [1, '0:01'],
  [245_000, '4:05'],
  [hourMs + 129_000, '1:02:09'],
  [3 * dayMs + 4 * hourMs, '3 d 4 h'],
])('a countdown of %d ms reads %s', (ms, text) => expect(formatCountdown(ms)).toBe(text))

test.each([
  [0, 'expired'],
  [-dayMs, 'expired'],
  [dayMs - 1, '23 h 59 m'],
  [dayMs, '1.0 d'],
  [2.49 * dayMs, '2.4 d'],
  [61 * minuteMs, '1 h 1 m'],
  [minuteMs - 1, '0 m'],
])('%d ms to an expiry read %s', (ms, text) => expect(formatDaysLeft(ms)).toBe(text))

test('days left are never rounded up', () => {
  fc.assert(
    fc.property(fc.integer({ min: dayMs, max: 1000 * dayMs }), ms => {
      expect(Number.parseFloat(formatDaysLeft(ms)) * dayMs).toBeLessThanOrEqual(ms + 1e-3)
    }),
  )
})

test('times are UTC', () => {
  const at = Date.UTC(2026, 11, 25, 8, 5, 9)
  expect([formatUtc(at, 'time'), formatUtc(at, 'minutes'), formatUtc(at, 'dateTime')]).toEqual([
    '08:05:09',
    '08:05',
    'Fri 25 Dec 2026 08:05:09 UTC',
  ])
})
test('a date is a date, with its year or with its month in words', () => {
  const at = Date.UTC(2026, 11, 5, 8, 5, 9)
  expect(
    (['isoDate', 'date', 'dateMinutes', 'weekday', 'day', 'dayMinutes', 'dayTime'] as const).map(form =>
      formatUtc(at, form),
    ),
  ).toEqual([
    '2026-12-05',
    'Sat 5 Dec 2026',
    'Sat 5 Dec 2026 08:05',
    'Sat 5 Dec',
    '5 Dec',
    '5 Dec 08:05',
    '5 Dec 08:05:09',
  ])
})
test('a local time names its distance to UTC, and a moment that no calendar has is nothing', () => {
  const at = Date.UTC(2026, 11, 25, 8, 5, 9)
  const offset = -new Date(at).getTimezoneOffset()
  expect(formatTime(at, 'dateTime', 'local')).toMatch(offset === 0 ? / UTC$/ : / UTC[+−]\d\d:\d\d$/)
  expect(zoneName(at, 'utc')).toBe('UTC')
  expect(formatUtc(Number.NaN, 'dateTime')).toBe('')
})
test('a time in µs loses none of them', () => {
  expect(fractionText(micros(1_798_185_909_000_042))).toBe('.000042')
  expect(fractionText(micros(1_798_185_909_123_456), 3)).toBe('.123')
})
