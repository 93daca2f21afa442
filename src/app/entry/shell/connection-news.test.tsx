// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectionState } from '../../api/polling/connection.ts'
import { ConnectionNews } from './connection-news.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const said = (): string => screen.getByTestId('connection-news').textContent
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))

describe('news of the connection, read aloud', () => {
  it('is of a failure that lasts and of its end, and of nothing that is late by a moment', () => {
    const { rerender } = render(<ConnectionNews state="live" isSignedIn />)
    const then = (state: ConnectionState, ms: number): string => {
      rerender(<ConnectionNews state={state} isSignedIn />)
      pass(ms)
      return said()
    }
    expect(screen.getByRole('status').getAttribute('aria-live')).toBe('polite')
    expect(then('live', 10_000)).toBe('')
    expect(then('delayed', 10_000)).toBe('')
    expect(then('failing', 3_000)).toBe('')
    expect(then('live', 10_000)).toBe('')
    expect(then('failing', 6_000)).toContain('failing')
    expect(then('delayed', 3_000)).toBe('')
    expect(then('live', 3_000)).toBe('Connection live again')
    expect(then('data', 6_000)).toContain('could not be read')
  })

  it('is not of a page that comes up signed out', () => {
    const { rerender } = render(<ConnectionNews state="signed_out" isSignedIn={false} />)
    pass(10_000)
    expect(said()).toBe('')
    rerender(<ConnectionNews state="live" isSignedIn />)
    pass(10_000)
    expect(said()).toBe('')
    rerender(<ConnectionNews state="signed_out" isSignedIn={false} />)
    pass(10_000)
    expect(said()).toBe('Session ended')
  })
})
