import { describe, expect, it } from 'vitest'
import type { SavedSample } from '../../../core/domain/sample.ts'
import { dayMs, minuteMs } from '../../../core/domain/time.ts'
import { samplesOfDay } from './day-page.tsx'

const startMs = Date.UTC(2026, 10, 22)
const at = (...minutes: number[]): SavedSample[] =>
  minutes.map(minute => ({ atMs: startMs + minute * minuteMs }) as unknown as SavedSample)
const minutesOf = (samples: readonly SavedSample[]): number[] =>
  samples.map(sample => (sample.atMs - startMs) / minuteMs)

describe('the samples of a day', () => {
  it('begin with the last one before it, so that the day is explained from its begin', () =>
    expect(minutesOf(samplesOfDay(at(-2, -1, 1, 2, 1_440), startMs))).toEqual([-1, 1, 2]))
  it('but not with one that a gap parts from it, nor with any of another day', () => {
    expect(minutesOf(samplesOfDay(at(-600, 5, 6), startMs))).toEqual([5, 6])
    expect(samplesOfDay(at(-1, dayMs / minuteMs), startMs)).toEqual([])
  })
})
