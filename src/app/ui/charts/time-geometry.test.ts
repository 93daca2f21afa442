import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  drawnOf,
  timeLabels,
  timeMargins,
  gapsOf,
  nearestIndex,
  runsOf,
  timePath,
  timeScales,
  timeValueDomain,
} from './time-geometry.ts'

const isGap = (from: number, to: number): boolean => to - from > 10
const scales = timeScales(400, 200, [0, 1_000], [-100, 100], 'utc')

describe('a series over time', () => {
  it('is broken where time passed without a point and where a value is missing', () => {
    const atMs = [0, 5, 10, 30, 35, 40, 45]
    expect(runsOf(atMs, [1, 2, 3, 4, 5, Number.NaN, 7], isGap)).toEqual([
      [0, 3],
      [3, 5],
      [6, 7],
    ])
    expect(gapsOf(atMs, isGap)).toEqual([[10, 30]])
  })
  it('draws every known point in exactly one run, and none that is missing', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.option(fc.integer(), { nil: Number.NaN })))
    fc.assert(
      fc.property(points, given => {
        let at = 0
        const atMs = given.map(([step]) => (at += step))
        const values = given.map(([, value]) => value)
        const runs = runsOf(atMs, values, isGap)
        const drawn = runs.flatMap(([from, to]) => Array.from({ length: to - from }, (_, index) => from + index))
        expect(drawn).toEqual(values.flatMap((value, index) => (Number.isNaN(value) ? [] : [index])))
        for (const [from, to] of runs)
          for (let i = from + 1; i < to; i += 1) expect(isGap(atMs[i - 1]!, atMs[i]!)).toBe(false)
      }),
    )
  })
  it('with values more rarely than the chart has times is one line over its own steps, and broken where one is missing', () => {
    const atMs = [0, 5, 10, 15, 20, 25, 30, 40, 45]
    const rare = [1, Number.NaN, Number.NaN, 2, Number.NaN, Number.NaN, Number.NaN, Number.NaN, 3]
    const drawn = drawnOf(atMs, { id: 'x', label: 'x', look: 'main', values: rare, stepMs: 15 }, isGap)
    expect(drawn.atMs).toEqual([0, 15, 45])
    const apart = drawnOf(
      [0, 5, 20],
      { id: 'x', label: 'x', look: 'main', values: [1, Number.NaN, 2], stepMs: 30 },
      isGap,
    )
    expect(runsOf(apart.atMs, apart.values, apart.isGap)).toHaveLength(2)
    expect(runsOf(drawn.atMs, drawn.values, drawn.isGap)).toEqual([
      [0, 2],
      [2, 3],
    ])
  })
  it('keeps the least and the most of many points on one pixel', () => {
    const atMs = Array.from({ length: 5_000 }, (_, index) => index / 5)
    const values = atMs.map((_, index) => (index === 2_345 ? 99 : index === 3_456 ? -99 : 0))
    const path = timePath(atMs, { values }, () => false, scales)
    expect(path.split('L').length).toBeLessThan(1_400)
    expect(path).toContain(`,${Math.round(scales.y(99) * 10) / 10}`)
    expect(path).toContain(`,${Math.round(scales.y(-99) * 10) / 10}`)
  })
  it('shows a lone point', () => expect(timePath([500], { values: [0] }, isGap, scales)).toMatch(/^M[\d.,]+h0\.1$/))
})

describe('domains and places', () => {
  const series = (values: number[]) => [{ id: 'a', label: 'a', values, look: 'main' as const }]
  it('leave air, and hold zero only when asked', () => {
    const [least, most] = timeValueDomain(series([100, 200, Number.NaN]), false)
    expect([least < 100, least > 80, most > 200]).toEqual([true, true, true])
    expect(timeValueDomain(series([100, 200]), true)[0]).toBeLessThan(0)
    expect(timeValueDomain(series([]), false)).toEqual([0, 1])
  })
  it('the nearest time is found', () => {
    expect([0, 14, 16, 99].map(ms => nearestIndex([10, 20, 30], ms))).toEqual([0, 0, 1, 2])
    expect(nearestIndex([], 5)).toBeUndefined()
  })
})

describe('time across', () => {
  const day = Date.UTC(2026, 10, 22)
  const hour = 3_600_000

  it('gives a long gap a few pixels, and what is known the rest, rising', () => {
    const gaps = [[day + hour, day + 9 * hour]] as const
    const { x } = timeScales(500, 200, [day, day + 10 * hour], [0, 1], 'utc', gaps)
    expect(x(day + 9 * hour) - x(day + hour)).toBeCloseTo(26, 6)
    expect(x(day)).toBe(timeMargins.left)
    expect(x(day + 10 * hour)).toBe(500 - timeMargins.right)
    expect(x.invert(x(day + 9.5 * hour))).toBeCloseTo(day + 9.5 * hour, -2)
  })

  it('is to scale where gaps are many or short', () => {
    const many = Array.from({ length: 30 }, (_, at) => [day + at * 100, day + at * 100 + 50] as const)
    const { x } = timeScales(300, 200, [day, day + 3_000], [0, 1], 'utc', many)
    const plain = timeScales(300, 200, [day, day + 3_000], [0, 1], 'utc')
    for (const at of [0, 700, 1_500, 3_000]) expect(x(day + at)).toBeCloseTo(plain.x(day + at), 6)
  })

  it('is labelled with no text twice in a row and none over a gap, however short or long it is', () => {
    const text = (ms: number, withSeconds: boolean) => new Date(ms).toISOString().slice(11, withSeconds ? 19 : 16)
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 40 * 24 * hour }),
        fc.integer({ min: 200, max: 2_000 }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        (span, width, part) => {
          const gaps = [[day + span * part, day + span * (part + 0.4)]] as const
          const scales = timeScales(width, 200, [day, day + span], [0, 1], 'utc', gaps)
          const labels = timeLabels(scales, gaps, text)
          for (let at = 1; at < labels.length; at += 1) {
            expect(labels[at]?.text).not.toBe(labels[at - 1]?.text)
            expect((labels[at]?.px ?? 0) - (labels[at - 1]?.px ?? 0)).toBeGreaterThanOrEqual(56)
          }
        },
      ),
    )
  })

  it('is labelled on both sides of a gap, however little of the day is known', () => {
    const text = (ms: number, withSeconds: boolean) => new Date(ms).toISOString().slice(11, withSeconds ? 19 : 16)
    const minute = hour / 60
    const start = day + minute / 2
    const gaps = [[start + 2 * minute, start + 2 * hour]] as const
    const scales = timeScales(560, 200, [start, start + 2 * hour + 2 * minute], [0, 1], 'utc', gaps)
    const labels = timeLabels(scales, gaps, text)
    const gapPx = scales.x(start + 2 * minute)
    expect(labels.some(({ px }) => px <= gapPx)).toBe(true)
    expect(labels.some(({ px }) => px > gapPx)).toBe(true)
  })
})
