import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayStartMs, everySampleForMs, hourlySamplesForMs, nearStart, thinnedOut } from './thinning.ts'
import { dayMs, hourMs, minuteMs } from './time.ts'

const now = Date.UTC(2026, 11, 25, 14, 3, 22)
/** Ages in minutes, up to half a year. */
const times = fc
  .uniqueArray(fc.integer({ min: 0, max: 180 * 24 * 60 }), { maxLength: 400 })
  .map(minutes => minutes.map(each => now - each * minuteMs).sort((a, b) => a - b))
const rest = (all: readonly number[], nowMs: number): number[] => {
  const gone = new Set(thinnedOut(all, nowMs))
  return all.filter(each => !gone.has(each))
}

describe('thinning of samples', () => {
  it('keeps the first sample of each hour and of each day start, and every young one', () => {
    fc.assert(
      fc.property(times, all => {
        const retained = new Set(rest(all, now))
        const firstAtOrAfter = (start: number, end: number): number | undefined =>
          all.find(each => each >= start && each < end)
        for (const each of all) {
          if (now - each <= everySampleForMs) expect(retained.has(each)).toBe(true)
          for (const start of ['00:00', '08:00'] as const) {
            const startMs = dayStartMs(each, start)
            const end = start === '00:00' ? startMs + 8 * hourMs : startMs + 16 * hourMs
            const first = firstAtOrAfter(startMs, end)
            if (first !== undefined) expect(retained.has(first)).toBe(true)
          }
        }
      }),
    )
  })
  it('never loses the newest, and thinning again changes nothing', () => {
    fc.assert(
      fc.property(times, fc.integer({ min: 0, max: 400 * 24 * 60 }), (all, laterMinutes) => {
        const later = now + laterMinutes * minuteMs
        const once = rest(all, later)
        expect(once.at(-1)).toBe(all.at(-1))
        expect(rest(once, later)).toEqual(once)
      }),
    )
  })
  it('thinned step by step or at once leaves the same', () => {
    fc.assert(
      fc.property(times, all => {
        const later = now + 100 * dayMs
        expect(rest(rest(all, now), later)).toEqual(rest(all, later))
      }),
    )
  })
  it('leaves at most one an hour after two days and two a day after ninety', () => {
    const all = Array.from({ length: 120 * 24 * 12 }, (_, index) => now - index * 5 * minuteMs).reverse()
    const retained = rest(all, now)
    const count = (from: number, to: number): number =>
      retained.filter(each => now - each > from && now - each <= to).length
    expect(count(-1, everySampleForMs)).toBe(2 * 24 * 12 + 1)
    expect(count(everySampleForMs, hourlySamplesForMs)).toBeLessThanOrEqual(88 * 24 + 1)
    expect(count(hourlySamplesForMs, 200 * dayMs)).toBeLessThanOrEqual(2 * 31)
  })
})

describe('the start of a day', () => {
  it('is the last one of its kind', () => {
    expect(dayStartMs(now, '00:00')).toBe(Date.UTC(2026, 11, 25))
    expect(dayStartMs(now, '08:00')).toBe(Date.UTC(2026, 11, 25, 8))
    expect(dayStartMs(Date.UTC(2026, 11, 25, 7, 59), '08:00')).toBe(Date.UTC(2026, 11, 24, 8))
  })
  it('is stood for by the nearest sample within five minutes before and an hour after, else by none', () => {
    const start = Date.UTC(2026, 11, 25, 8)
    expect(nearStart([start - 10 * minuteMs, start + 3 * minuteMs, start + 5 * minuteMs], start)).toBe(
      start + 3 * minuteMs,
    )
    expect(nearStart([start - 2 * minuteMs, start + 3 * minuteMs], start)).toBe(start - 2 * minuteMs)
    expect(nearStart([start - 6 * minuteMs, start + 61 * minuteMs], start)).toBeUndefined()
  })
})
