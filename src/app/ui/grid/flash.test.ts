// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flashCell } from './flash.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const cell = (): HTMLElement => document.createElement('div')

test('cells are marked by the way their prices went, and for a moment', () => {
  const [risen, fallen] = [cell(), cell()]
  flashCell(risen, 'up')
  flashCell(fallen, 'down')
  expect(risen.className).not.toBe('')
  expect(fallen.className).not.toBe('')
  expect(fallen.className).not.toBe(risen.className)
  vi.runAllTimers()
  expect([risen.className, fallen.className]).toEqual(['', ''])
})

test('a price that turns takes the other mark at once, and keeps it for its own time', () => {
  const one = cell()
  flashCell(one, 'down')
  const fallen = one.className
  vi.advanceTimersByTime(200)
  flashCell(one, 'up')
  const risen = one.className
  expect(risen.split(' ')).toHaveLength(1)
  expect(risen).not.toBe(fallen)
  vi.advanceTimersByTime(200)
  expect(one.className).toBe(risen)
  vi.runAllTimers()
  expect(one.className).toBe('')
})
