import { afterEach, expect, it, vi } from 'vitest'
import { closeToast, showToast, shownToasts } from './toasts.ts'

const titles = (): string[] => shownToasts().map(toast => toast.title)

afterEach(() => vi.useRealTimers())

it('at most five notices stand at once, and the others wait their turn: none is lost', () => {
  vi.useFakeTimers()
  const ids = Array.from({ length: 7 }, (_, index) => showToast({ tone: 'ok', title: `${index}`, sticky: index === 0 }))
  expect(titles()).toEqual(['0', '1', '2', '3', '4'])
  closeToast(ids[5] ?? '')
  vi.advanceTimersByTime(6_000)
  expect(titles()).toEqual(['0', '6'])
  vi.advanceTimersByTime(5_999)
  expect(titles()).toEqual(['0', '6'])
  vi.advanceTimersByTime(1)
  expect(titles()).toEqual(['0'])
  closeToast(ids[0] ?? '')
  expect(titles()).toEqual([])
})
