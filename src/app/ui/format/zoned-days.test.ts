// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inParis } from '../../../testing/paris-time.ts'
import { setPreferences } from '../theme/preferences.ts'
import { startOfDate, startOfDay, zonedDate } from './zoned-days.ts'

const hourMs = 3_600_000
const late = Date.UTC(2026, 10, 28, 23, 16)

test('days in UTC begin at midnight UTC', () => {
  expect(startOfDay(late)).toBe(Date.UTC(2026, 10, 28))
  expect(startOfDay(late, -6)).toBe(Date.UTC(2026, 10, 22))
  expect(startOfDay(Date.UTC(2026, 10, 28))).toBe(Date.UTC(2026, 10, 28))
  expect(zonedDate(late)).toEqual({ year: 2026, month: 10, date: 28, weekday: 6 })
  expect(startOfDate(2026, 12, 1)).toBe(Date.UTC(2027, 0, 1))
})

describe('days in Paris', () => {
  let leave: () => void
  beforeEach(() => {
    leave = inParis()
    setPreferences({ timeZone: 'local' })
  })
  afterEach(() => {
    leave()
    setPreferences({ timeZone: 'utc' })
  })

  test('begin at midnight there: 23:16 UTC on Saturday is Sunday', () => {
    expect(startOfDay(late)).toBe(Date.UTC(2026, 10, 28, 23))
    expect(zonedDate(late)).toEqual({ year: 2026, month: 10, date: 29, weekday: 0 })
  })

  test.each([
    [Date.UTC(2026, 2, 29, 12), 23],
    [Date.UTC(2026, 9, 25, 12), 25],
    [Date.UTC(2026, 10, 25, 12), 24],
  ])('last as long as the clock there says: %d has %d hours', (atMs, hours) => {
    expect((startOfDay(atMs, 1) - startOfDay(atMs)) / hourMs).toBe(hours)
    for (let hour = 0; hour < hours; hour += 1)
      expect(startOfDay(startOfDay(atMs) + hour * hourMs)).toBe(startOfDay(atMs))
  })
})
