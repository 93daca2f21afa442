// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useFollowing } from './use-following.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function follow(preview: (value: number) => boolean) {
  const reported: string[] = []
  let drawings = 0
  const { result } = renderHook(() => {
    drawings += 1
    return useFollowing<number>({
      preview,
      choose: value => reported.push(`chosen ${value}`),
      settle: () => reported.push('settled'),
    })
  })
  const move = (value: number): void => act(() => result.current.move(value))
  return { reported, result, move, drawings: () => drawings }
}

describe('a value that follows a pointer', () => {
  it('is shown at once and chosen once, when the gesture rests', () => {
    const { reported, result, move } = follow(() => true)
    for (const value of [1, 2, 3]) {
      move(value)
      expect(result.current.moved()).toBe(value)
      act(() => void vi.advanceTimersByTime(60))
    }
    expect(reported).toEqual([])
    act(() => void vi.advanceTimersByTime(60))
    expect(reported).toEqual(['chosen 3', 'settled'])
    expect(result.current.moved()).toBeUndefined()
  })

  it('draws no component while it moves, and one at the rest', () => {
    const { move, drawings } = follow(() => true)
    const before = drawings()
    for (const value of [1, 2, 3]) {
      move(value)
      act(() => void vi.advanceTimersByTime(20))
    }
    expect(drawings()).toBe(before)
    act(() => void vi.advanceTimersByTime(90))
    expect(drawings()).toBe(before + 1)
  })

  it('rests as long after its last move, however many there were', () => {
    const { reported, move } = follow(() => true)
    move(1)
    act(() => void vi.advanceTimersByTime(80))
    move(2)
    act(() => void vi.advanceTimersByTime(89))
    expect(reported).toEqual([])
    act(() => void vi.advanceTimersByTime(2))
    expect(reported).toEqual(['chosen 2', 'settled'])
  })

  it('that stays where it is rests all the same', () => {
    const { reported, move } = follow(() => true)
    move(1)
    act(() => void vi.advanceTimersByTime(80))
    move(1)
    act(() => void vi.advanceTimersByTime(15))
    expect(reported).toEqual(['chosen 1', 'settled'])
  })

  const hold = (buttons = 1): void => void window.dispatchEvent(new PointerEvent('pointermove', { buttons }))

  it('does not rest while the hand that holds it goes on, be it over the same value; a pointer that holds nothing is no hand', () => {
    const { reported, move } = follow(() => true)
    move(1)
    for (let step = 0; step < 10; step += 1) {
      act(() => void vi.advanceTimersByTime(80))
      hold()
    }
    expect(reported).toEqual([])
    act(() => void vi.advanceTimersByTime(80))
    hold(0)
    act(() => void vi.advanceTimersByTime(15))
    expect(reported).toEqual(['chosen 1', 'settled'])
  })

  it('rests under a hand that trembles over the same value for a second', () => {
    const { reported, move } = follow(() => true)
    const tremble = (): void => {
      for (let step = 0; step < 100; step += 1) {
        act(() => void vi.advanceTimersByTime(10))
        hold()
      }
    }
    move(1)
    tremble()
    expect(reported).toEqual([])
    act(() => void vi.advanceTimersByTime(90))
    expect(reported).toEqual(['chosen 1', 'settled'])
  })

  it('is chosen at once where it cannot be drawn, and what was drawn before is given up', () => {
    const { reported, move } = follow(value => value < 2)
    move(1)
    move(2)
    expect(reported).toEqual(['settled', 'chosen 2'])
    act(() => void vi.advanceTimersByTime(500))
    expect(reported).toEqual(['settled', 'chosen 2'])
  })

  it('that is given up is never chosen', () => {
    const { reported, result, move } = follow(() => true)
    move(1)
    act(() => result.current.forget())
    act(() => void vi.advanceTimersByTime(500))
    expect(reported).toEqual(['settled'])
  })
})
