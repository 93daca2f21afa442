import fc from 'fast-check'
import { expect, test } from 'vitest'
import { positionTooltip } from './tooltip.tsx'

const view = { width: 1000, height: 800 }
const tip = { left: 0, top: 0, width: 100, height: 20 }
const box = (left: number, top: number) => ({ left, top, width: 40, height: 20 })

test('a tip stands in the middle below', () => {
  expect(positionTooltip(box(500, 400), tip, view)).toEqual({ left: 470, top: 426 })
})
test('where there is no room below it goes above', () => {
  expect(positionTooltip(box(500, 770), tip, view).top).toBe(744)
})
test('at the edge it is pushed back into the window', () =>
  expect(positionTooltip(box(0, 400), tip, view)).toEqual({ left: 4, top: 426 }))
test('it is always within the window', () => {
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 1050 }), fc.integer({ min: -50, max: 850 }), (left, top) => {
      const at = positionTooltip(box(left, top), tip, view)
      expect(at.left >= 4 && at.top >= 4 && at.left + 100 <= 996 && at.top + 20 <= 796).toBe(true)
    }),
  )
})
