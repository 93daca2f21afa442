import { describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '../../core/domain/time.ts'
import { isQuiet, quietHoursSchema } from './quiet-hours.ts'

const night = { from: '22:00', to: '07:00', zone: 'Europe/Prague' }
function quietOf(hours: typeof night, dayMs: number) {
  const quiet = Array.from({ length: 24 * 60 }, (_, minute) => minute).filter(minute =>
    isQuiet(hours, dayMs + minute * minuteMs),
  )
  return quiet.length
}

describe('quiet hours', () => {
  test('over midnight are quiet from the first minute to before the last, by the wall clock of their zone', () => {
    const winter = Date.UTC(2026, 11, 10)
    const quietAt = (hours: number, minutes: number) => isQuiet(night, winter + hours * hourMs + minutes * minuteMs)
    // Prague is an hour ahead of UTC in winter.
    expect([quietAt(20, 59), quietAt(21, 0), quietAt(23, 0), quietAt(5, 59), quietAt(6, 0)]).toEqual([
      false,
      true,
      true,
      true,
      false,
    ])
    expect(quietOf(night, winter)).toBe(9 * 60)
  })
  test('within a day are quiet between the two', () => {
    const noon = { from: '12:00', to: '13:30', zone: 'UTC' }
    const day = Date.UTC(2026, 11, 10)
    expect(quietOf(noon, day)).toBe(90)
    expect([isQuiet(noon, day + 12 * hourMs), isQuiet(noon, day + 13.5 * hourMs)]).toEqual([true, false])
  })
  test('move with daylight saving: the night it begins is an hour shorter, the night it ends an hour longer', () => {
    // From noon UTC to noon UTC.
    const spanOf = (fromMs: number) =>
      Array.from({ length: 24 * 60 }, (_, minute) => fromMs + minute * minuteMs).filter(atMs => isQuiet(night, atMs))
        .length / 60
    expect(spanOf(Date.UTC(2026, 2, 27, 12))).toBe(9)
    expect(spanOf(Date.UTC(2026, 2, 28, 12))).toBe(8)
    expect(spanOf(Date.UTC(2026, 9, 24, 12))).toBe(10)
    // 07:00 local time is the end in summer as well.
    expect([isQuiet(night, Date.UTC(2026, 6, 1, 4, 59)), isQuiet(night, Date.UTC(2026, 6, 1, 5))]).toEqual([
      true,
      false,
    ])
  })
  test.each([
    ['a zone that is not one', { ...night, zone: 'Middle/Earth' }],
    ['an hour that is not one', { ...night, from: '24:00' }],
    ['no end', { ...night, to: '22:00' }],
    ['more than that', { ...night, days: 'all' }],
  ])('with %s are refused', (_, written) => {
    expect(quietHoursSchema.safeParse(written).success).toBe(false)
    expect(quietHoursSchema.safeParse(night).success).toBe(true)
  })
})
