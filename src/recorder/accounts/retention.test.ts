import { describe, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../core/domain/time.ts'
import { cutoffsAt, dayStretchMs, grainAfter, retentionSchema, usualRetention } from './retention.ts'

const day = Date.UTC(2026, 10, 30)

describe('how long a sample stays', () => {
  test.each([
    ['the first of all', 9 * hourMs, undefined, 2],
    ['the first of a day, though the last was a minute before', 0, -minuteMs, 2],
    ['the first at or after 08:00', 8 * hourMs, 8 * hourMs - minuteMs, 2],
    ['the first of an hour', 9 * hourMs, 9 * hourMs - minuteMs, 1],
    ['the first of an hour after a gap', 12 * hourMs + 7 * minuteMs, 9 * hourMs, 1],
    ['any other', 9 * hourMs + minuteMs, 9 * hourMs, 0],
  ])('is known when it is taken: %s', (_, at, before, grain) => {
    expect(grainAfter(day + at, before === undefined ? undefined : day + before)).toBe(grain)
  })

  test('a day has two stretches: from midnight, and from 08:00 UTC', () => {
    expect([0, 8 * hourMs - 1, 8 * hourMs, dayMs - 1].map(at => dayStretchMs(day + at) - day)).toEqual([
      0,
      0,
      8 * hourMs,
      8 * hourMs,
    ])
  })

  test('ends at whole hours and whole days, so that no hour is cut in two', () => {
    const cutoffs = cutoffsAt(day + 5 * hourMs + 31 * minuteMs, { ...usualRetention, rowDays: 400 })
    expect(cutoffs).toEqual({
      minutes: day + 5 * hourMs - 180 * dayMs,
      hours: day - 730 * dayMs,
      positionMinutes: day + 5 * hourMs - 2 * dayMs,
      positionHours: day - 90 * dayMs,
      rows: day - 400 * dayMs,
      audit: day - 400 * dayMs,
    })
    expect(cutoffsAt(day, usualRetention).rows).toBeUndefined()
  })
})

describe('what a recorder is told to keep', () => {
  test('is its own affair where nothing is said', () => {
    expect(usualRetention).toEqual({
      minuteDays: 180,
      hourDays: 730,
      positionMinuteDays: 2,
      positionHourDays: 90,
      auditDays: 400,
    })
  })
  test.each([
    ['fewer minutes than the page wants', { minuteDays: 1 }],
    ['minutes longer than hours', { minuteDays: 800 }],
    ['positions of minutes as long as those of hours, which they hang on', { positionMinuteDays: 90 }],
    ['positions longer than their samples', { positionMinuteDays: 30, minuteDays: 20 }],
    ['positions of hours longer than their samples', { positionHourDays: 900 }],
    ['half a day', { auditDays: 30.5 }],
    ['a word it does not know', { forever: true }],
  ])('is refused with %s', (_, file) => expect(retentionSchema.safeParse(file).success).toBe(false))
})
