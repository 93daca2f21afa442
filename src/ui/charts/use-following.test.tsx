// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { subscribeGesture } from '../gesture.ts'
import { useFollowing } from './use-following.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function follow(preview: (value: number) => boolean) {
  const reported: string[] = []
  const { result } = renderHook(() =>
    useFollowing<number>({ preview, choose: value => reported.push(`chosen ${value}`), settle: () => reported.push('settled') }),
  )
  const move = (value: number): void => act(() => result.current.move(value))
  return { reported, result, move }
}

describe('a value that follows a pointer', () => {
  it('is shown at once and chosen once, when the gesture rests', () => {
    const { reported, result, move } = follow(() => true)
    for (const value of [1, 2, 3]) {
      move(value)
      expect(result.current.moved).toBe(value)
      act(() => void vi.advanceTimersByTime(60))
    }
    expect(reported).toEqual([])
    act(() => void vi.advanceTimersByTime(60))
    expect(reported).toEqual(['chosen 3', 'settled'])
    expect(result.current.moved).toBeUndefined()
  })

  it('is chosen at once where it cannot be drawn, and what was drawn before is given up', () => {
    const { reported, move } = follow(value => value < 2)
    move(1)
    move(2)
    expect(reported).toEqual(['settled', 'chosen 2'])
    act(() => void vi.advanceTimersByTime(500))
    expect(reported).toEqual(['settled', 'chosen 2'])
  })

  it('is a gesture from its first move until it rests, is given up, or is gone with what it was over', () => {
    const said: boolean[] = []
    const stop = subscribeGesture(isMoving => void said.push(isMoving))
    const { move, result } = follow(value => value < 9)
    move(1)
    move(2)
    expect(said).toEqual([true])
    act(() => void vi.advanceTimersByTime(90))
    expect(said).toEqual([true, false])
    move(3)
    act(() => result.current.forget())
    expect(said).toEqual([true, false, true, false])
    // Chosen at once: nothing is under way.
    move(9)
    expect(said).toHaveLength(4)
    move(4)
    cleanup()
    expect(said).toEqual([true, false, true, false, true, false])
    stop()
  })

  it('that is given up is never chosen', () => {
    const { reported, result, move } = follow(() => true)
    move(1)
    act(() => result.current.forget())
    act(() => void vi.advanceTimersByTime(500))
    expect(reported).toEqual(['settled'])
  })
})
