import { describe, expect, test } from 'vitest'
import { dec, toNumber } from '../../../../core/domain/decimal.ts'
import type { DrawnPayoff } from '../../../../core/pricing/solve/draw-fit.ts'
import { isExact } from '../../../../core/pricing/solve/draw.ts'
import {
  addedAfter,
  addedKink,
  groundOf,
  humpAt,
  movedKink,
  slopesOf,
  steppedKink,
  strokeDrawing,
  withoutKink,
} from './draw-moves.ts'

const rows = [80, 85, 90, 95, 100, 105, 110, 115, 120].map(strike => ({ strike: dec(strike) }))
const ground = groundOf(rows)
const empty: DrawnPayoff = { base: 'BTC', expiryMs: 0, kinks: [], low: 0, high: 0 }
const drawing = (values: Readonly<Record<number, number>>): DrawnPayoff => ({
  ...empty,
  kinks: Object.entries(values).map(([strike, value]) => ({ strike: dec(strike), value: dec(value) })),
})
const hump = drawing({ 95: 0, 100: 5, 105: 0 })
const points = ({ kinks }: DrawnPayoff) => kinks.map(kink => `${toNumber(kink.strike)}: ${toNumber(kink.value)}`)

describe('a kink', () => {
  test('goes to the listed strike nearest to the pointer, never past its neighbours', () => {
    expect(points(movedKink(hump, 0, { price: 88.2, value: 0 }, ground))[0]).toBe('90: 0')
    expect(points(movedKink(hump, 0, { price: 300, value: 0 }, ground))[0]).toBe('95: 0')
  })

  test('goes to a height at which all slopes are ratios of a package', () => {
    for (const value of [1, 7, 12, 31, -44]) {
      const moved = movedKink(drawing({ 80: 0, 90: 5, 105: 10, 120: 0 }), 1, { price: 91, value }, ground)
      expect(isExact(moved, rows)).toBe(true)
    }
  })

  test('steps by keys along the strikes and up and down', () => {
    expect(points(steppedKink(hump, 2, 'strike', 1, ground))[2]).toBe('110: 0')
    expect(points(steppedKink(hump, 2, 'strike', -1, ground))[2]).toBe('105: 0')
    expect(points(steppedKink(hump, 1, 'value', 1, ground))[1]).toBe('100: 10')
  })

  test('is added where a press is, after another by a key, and removed', () => {
    expect(points(addedKink(hump, { price: 109, value: 4 }, ground))).toHaveLength(4)
    expect(points(addedAfter(hump, 2, ground))[3]).toMatch(/^120: /)
    expect(points(withoutKink(hump, 1))).toEqual(['95: 0', '105: 0'])
  })
})

test('a hump stands around the price; where no strikes are listed there is none', () => {
  const found = humpAt(empty, 100, ground)
  expect(found && points(found)).toEqual(['95: 0', '100: 5', '105: 0'])
  expect(found && slopesOf(found)).toEqual([0, 1, -1, 0])
  expect(humpAt(empty, 100, groundOf([]))).toBeUndefined()
})

test('a line drawn by hand has its heights at the strikes that it passes', () => {
  const stroke = [
    { price: 103, value: 9 },
    { price: 84, value: 0 },
    { price: 94, value: 10 },
  ]
  const found = strokeDrawing(stroke, empty, ground)
  expect(found && points(found)).toEqual(['85: 1', '90: 6', '95: 10', '100: 9'])
  expect(strokeDrawing(stroke.slice(0, 1), empty, ground)).toBeUndefined()
})
