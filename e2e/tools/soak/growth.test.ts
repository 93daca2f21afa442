import { expect, test } from 'vitest'
import { growthOf } from './growth.ts'

const pointsOf = (values: readonly number[]) => values.map((value, at) => ({ at, value }))

test('growth is the slope of the line, whatever it starts from, and its interval closes on it', () => {
  const { slope, from, to } = growthOf(pointsOf(Array.from({ length: 20 }, (_, at) => 40 + 3 * at)))
  expect([slope, from, to]).toEqual([3, 3, 3])
})

test('a stray reading moves growth by nothing', () => {
  const values = Array.from({ length: 21 }, (_, at) => (at === 20 ? 1_000 : 2 * at))
  expect(growthOf(pointsOf(values)).slope).toBe(2)
})

test('what only swings has an interval about nothing', () => {
  const { slope, from, to } = growthOf(pointsOf(Array.from({ length: 24 }, (_, at) => (at * 7) % 5)))
  expect(slope).toBeCloseTo(0, 1)
  expect(from).toBeLessThan(0)
  expect(to).toBeGreaterThan(0)
})

test('the interval holds the true growth of a scattered figure about nineteen times in twenty', () => {
  let seed = 7
  const scattered = (): number => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const isHeld = (): boolean => {
    const { from, to } = growthOf(pointsOf(Array.from({ length: 20 }, (_, at) => 0.3 * at + 10 * scattered())))
    return from <= 0.3 && 0.3 <= to
  }
  const held = Array.from({ length: 400 }, isHeld).filter(Boolean).length / 400
  expect(held).toBeGreaterThan(0.92)
  expect(held).toBeLessThan(0.98)
})

test('of a single moment there is no growth', () => {
  expect(growthOf(pointsOf([2])).slope).toBeNaN()
  expect(growthOf([]).slope).toBeNaN()
})
