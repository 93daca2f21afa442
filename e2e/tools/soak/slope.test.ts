import { expect, test } from 'vitest'
import { slopePerHour } from './slope.ts'

test('a slope is what a figure grows by the hour, whatever it starts from', () => {
  const line = [0, 0.5, 1, 2].map(hours => ({ hours, value: 40 + 3 * hours }))
  expect(slopePerHour(line)).toBeCloseTo(3)
  expect(slopePerHour(line.map(({ hours }, index) => ({ hours, value: index % 2 === 0 ? 7 : 7 })))).toBe(0)
})

test('the slope of a scattered figure is the line of least squares through it', () => {
  const readings = [1, 3, 2, 5].map((value, hours) => ({ hours, value }))
  expect(slopePerHour(readings)).toBeCloseTo(1.1)
})

test('of a single moment there is no slope', () => {
  expect(slopePerHour([{ hours: 1, value: 2 }])).toBeNaN()
  expect(slopePerHour([])).toBeNaN()
})
