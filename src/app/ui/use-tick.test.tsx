// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { Profiler, type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { onTick, useTicking } from './use-tick.ts'

let visibility: DocumentVisibilityState = 'visible'
let draws = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  vi.setSystemTime(0)
  visibility = 'visible'
  draws = 0
  Object.defineProperty(document, 'visibilityState', { get: () => visibility, configurable: true })
})
afterEach(() => {
  cleanup()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

function Clock({ whileHidden }: { readonly whileHidden?: boolean }): ReactNode {
  const seconds = useTicking(() => Math.floor(Date.now() / 1_000), whileHidden)
  return <output>{seconds}</output>
}
const counted = (
  <Profiler id="clock" onRender={() => (draws += 1)}>
    <Clock />
  </Profiler>
)
const shown = (): string | null => screen.getByRole('status').textContent
const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
const show = (state: DocumentVisibilityState): void => {
  visibility = state
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

it('a text is drawn again when it says something else, and no oftener', () => {
  render(counted)
  for (let half = 0; half < 20; half += 1) pass(500)
  expect(shown()).toBe('10')
  expect(draws).toBe(11)
})

it('while the page is hidden no clock runs and nothing is drawn; on coming back the text is right at once', () => {
  render(counted)
  show('hidden')
  expect(vi.getTimerCount()).toBe(0)
  const before = draws
  pass(60_000)
  expect(draws).toBe(before)
  show('visible')
  expect(shown()).toBe('60')
  pass(2_000)
  expect(shown()).toBe('62')
})

it('what comes in a hidden page waits until that is seen', () => {
  visibility = 'hidden'
  render(counted)
  expect(vi.getTimerCount()).toBe(0)
  pass(5_000)
  expect(shown()).toBe('0')
  show('visible')
  expect(shown()).toBe('5')
})

it('continues in a hidden page for notices', () => {
  render(
    <StrictMode>
      <Clock whileHidden />
    </StrictMode>,
  )
  show('hidden')
  pass(10_000)
  expect(shown()).toBe('10')
})

it('is asked each second in a hidden page, and twice a second in one that is seen', () => {
  const listener = vi.fn<() => void>()
  const stop = onTick(listener, true)
  pass(10_000)
  expect(listener).toHaveBeenCalledTimes(20)
  show('hidden')
  pass(10_000)
  expect(listener).toHaveBeenCalledTimes(30)
  show('visible')
  pass(10_000)
  expect(listener).toHaveBeenCalledTimes(50)
  stop()
})
