import { describe, expect, test } from 'vitest'
import { dec } from '../domain/decimal.ts'
import type { SavedSample } from '../domain/sample.ts'
import { hourMs, minuteMs } from '../domain/time.ts'
import { dayChange } from './day-change.ts'

const midnightMs = Date.UTC(2026, 10, 22)
const startMs = midnightMs + 8 * hourMs
const nowMs = midnightMs + 14 * hourMs

/** Equity is `cash` by value, five more by uPnL, and `reference` by the venue, if it is set. */
const sampleAt = (atMs: number, cash: string, reference?: string): SavedSample => ({
  atMs,
  equity: {
    cash: dec(cash),
    optionValue: dec('0'),
    optionUpnl: dec('5'),
    futuresUpnl: dec('0'),
    leftOut: [],
    ...(reference === undefined ? {} : { reference: dec(reference) }),
  },
  cash: {},
  indexes: {},
})
const changeFrom = (samples: readonly SavedSample[], equity = '1100') =>
  dayChange(samples, dec(equity), 'value', '08:00', nowMs)

describe('the change of a day', () => {
  test('is equity now less that of the sample nearest to the day’s start, and a part of it', () => {
    const samples = [
      sampleAt(startMs - 4 * minuteMs, '900'),
      sampleAt(startMs + minuteMs, '1000'),
      sampleAt(startMs + 2 * minuteMs, '1050'),
    ]
    expect(changeFrom(samples)).toEqual({
      kind: 'known',
      change: '100',
      fraction: 0.1,
      base: '1000',
      baseMs: startMs + minuteMs,
      startMs,
    })
  })
  test('begins at 08:00 UTC where options settle, or at midnight, as the trader means it; before 08:00 it is yesterday’s', () => {
    const samples = [sampleAt(midnightMs, '1000'), sampleAt(startMs, '1200')]
    const since = (start: '08:00' | '00:00', at: number) => dayChange(samples, dec('1300'), 'value', start, at)
    expect(since('00:00', nowMs)).toMatchObject({ change: '300', baseMs: midnightMs })
    expect(since('08:00', nowMs)).toMatchObject({ change: '100', baseMs: startMs })
    expect(since('08:00', startMs - 1)).toEqual({
      kind: 'no_sample',
      startMs: startMs - 24 * hourMs,
      firstMs: midnightMs,
    })
  })
  test('is not told from a sample of another hour: it says when the first was', () => {
    expect(changeFrom([sampleAt(startMs + hourMs + 1, '1000')])).toEqual({
      kind: 'no_sample',
      startMs,
      firstMs: startMs + hourMs + 1,
    })
    expect(changeFrom([sampleAt(startMs - 5 * minuteMs - 1, '1000')])).toEqual({
      kind: 'no_sample',
      startMs,
      firstMs: undefined,
    })
    expect(changeFrom([])).toEqual({ kind: 'no_sample', startMs, firstMs: undefined })
  })
  test('of equity as the venue says it needs a sample with the venue’s word', () => {
    const venue = (samples: readonly SavedSample[]) => dayChange(samples, dec('2100'), 'venue', '08:00', nowMs)
    expect(venue([sampleAt(startMs, '1000')]).kind).toBe('no_sample')
    expect(venue([sampleAt(startMs, '1000', '2000')])).toMatchObject({ change: '100', base: '2000' })
  })
  test('by uPnL is held against the same by uPnL', () => {
    expect(dayChange([sampleAt(startMs, '1000')], dec('1100'), 'upnl', '08:00', nowMs)).toMatchObject({
      change: '95',
      base: '1005',
    })
  })
  test('from below zero is a part of what was owed; from zero it has no part', () => {
    expect(changeFrom([sampleAt(startMs, '-1000')], '-900')).toMatchObject({ change: '100', fraction: 0.1 })
    expect(changeFrom([sampleAt(startMs, '0')], '100')).toMatchObject({ change: '100', fraction: undefined })
  })
  test('finds its sample among a minute’s samples of days', () => {
    const samples = Array.from({ length: 3 * 24 * 60 }, (_, index) =>
      sampleAt(nowMs - (3 * 24 * 60 - index) * minuteMs, String(index)),
    )
    // The sample of 08:00 is six hours old.
    expect(changeFrom(samples, '5000')).toMatchObject({ baseMs: startMs, base: String(3 * 24 * 60 - 360) })
  })
})
