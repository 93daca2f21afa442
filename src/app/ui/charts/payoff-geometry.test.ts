import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { areaPath, labelRows, linePath, payoffScales, priceDomain, valueAt, valueDomain } from './payoff-geometry.ts'
import { tableRows } from './payoff-table.tsx'

const condor = {
  id: 'e',
  label: 'At expiry',
  kind: 'expiry',
  xs: [80, 90, 100, 110, 120],
  ys: [-5, -5, 5, 5, -5],
} as const

describe('value at a price', () => {
  test('is the point itself on a point, and linear between points', () => {
    expect(valueAt(condor, 90)).toBe(-5)
    expect(valueAt(condor, 95)).toBe(0)
    expect(valueAt(condor, 120)).toBe(-5)
  })
  test('is undefined outside the curve and for an empty one', () => {
    expect(valueAt(condor, 79.9)).toBeUndefined()
    expect(valueAt(condor, 121)).toBeUndefined()
    expect(valueAt(condor, Number.NaN)).toBeUndefined()
    expect(valueAt({ xs: [], ys: [] }, 1)).toBeUndefined()
  })
  test('never leaves the values of its neighbours', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -100, max: 100 })), {
      minLength: 1,
      maxLength: 30,
    })
    fc.assert(
      fc.property(points, fc.double({ min: 0, max: 1, noNaN: true }), (steps, part) => {
        const xs = steps.map((_, at) => steps.slice(0, at + 1).reduce((sum, [step]) => sum + step, 0))
        const ys = steps.map(([, y]) => y)
        const first = xs[0] ?? 0
        const value = valueAt({ xs, ys }, first + part * ((xs.at(-1) ?? 0) - first))
        expect(value).toBeGreaterThanOrEqual(Math.min(...ys) - 1e-9)
        expect(value).toBeLessThanOrEqual(Math.max(...ys) + 1e-9)
      }),
    )
  })
})

describe('domains', () => {
  test('take in every curve, and zero among the values', () => {
    const above = { ...condor, xs: [70, 130], ys: [10, 20] }
    expect(priceDomain([condor, above], undefined)).toEqual([70, 130])
    const [least, most] = valueDomain([above], [70, 130], undefined)
    expect(least).toBeLessThan(0)
    expect(most).toBeGreaterThan(20)
  })
  test('leave values out of sight out of account', () =>
    expect(valueDomain([condor], [99, 111], undefined)[0]).toBeGreaterThan(-5))
  test('are as given if given', () =>
    expect([priceDomain([condor], [1, 2]), valueDomain([condor], [1, 2], [3, 4])]).toEqual([
      [1, 2],
      [3, 4],
    ]))
  test('exist even for a curve without width', () => {
    const [least, most] = valueDomain([{ ...condor, xs: [1], ys: [0] }], [1, 1], undefined)
    expect(most).toBeGreaterThan(least)
  })
})

test('a line goes through its points and an area closes on zero', () => {
  const scales = payoffScales(400, 200, [80, 120], [-10, 10])
  expect(linePath(condor, scales).match(/[ML]/g)).toHaveLength(5)
  expect(areaPath(condor, scales)).toMatch(/^M[^Z]*Z$/)
  expect(areaPath({ xs: [1], ys: [1] }, scales)).toBe('')
})

test('labels that would cover one another go to rows below', () => {
  expect(labelRows([10, 30, 100], 46)).toEqual([0, 1, 0])
  expect(labelRows([], 46)).toEqual([])
})

test('the table twin has every price that matters once, rising', () => {
  const rows = tableRows({
    curves: [condor],
    kinks: [
      { x: 90, y: -5 },
      { x: 100, y: 5 },
    ],
    breakEvens: [95],
    spot: 100,
  })
  expect(rows.map(row => row.price)).toEqual([80, 90, 95, 100, 120])
  expect(rows.find(row => row.price === 100)?.what).toBe('Strike, spot')
})
