// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { minuteMs } from '../../../core/domain/time.ts'
import { setPreferences } from '../theme/preferences.ts'
import { CopyButton } from './copy-button.tsx'
import { Countdown } from './countdown.tsx'
import { LifeBar } from './life-bar.tsx'
import { closeToast, shownToasts } from './toasts.ts'

const startMs = Date.UTC(2026, 10, 25, 12)
let aheadMs = 0
const nowMs = (): number => startMs + aheadMs

beforeEach(() => {
  aheadMs = 0
  vi.useFakeTimers()
  setPreferences({ timeZone: 'utc' })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const pass = (ms: number) =>
  act(() => {
    aheadMs += ms
    vi.advanceTimersByTime(1_000)
  })

describe('a countdown', () => {
  const text = () => screen.getByRole('time').textContent

  it('runs by the clock it is given to one absolute end, and then says that it is over', () => {
    render(<Countdown endMs={startMs + 65_000} nowMs={nowMs} ended="expired" />)
    expect(text()).toBe('1:05')
    expect(screen.getByRole('time').getAttribute('dateTime')).toBe('2026-11-25T12:01:05.000Z')
    pass(5_500)
    expect(text()).toBe('1:00')
    pass(59_000)
    expect(text()).toBe('0:01')
    pass(500)
    expect(text()).toBe('expired')
  })

  it('is not over while any of the last second is left', () => {
    render(<Countdown endMs={startMs + 1} nowMs={nowMs} />)
    expect(text()).toBe('0:01')
  })

  it('jumps with the clock, as after a sleep', () => {
    render(<Countdown endMs={startMs + 600_000} nowMs={nowMs} />)
    pass(599_000)
    expect(text()).toBe('0:01')
    pass(3_600_000)
    expect(text()).toBe('ended')
  })
})

describe('the life of an order as a bar', () => {
  const parts = (): string[] =>
    [...document.querySelectorAll<HTMLElement>('span[style]')].map(each => `${each.style.left} to ${each.style.right}`)
  const bar = (endLatestMs: number) => (
    <LifeBar startMs={startMs} endEarliestMs={startMs + 20 * minuteMs} endLatestMs={endLatestMs} nowMs={nowMs} />
  )

  it('has its certain part and the cycle whose end only the venue knows, and what has gone goes', () => {
    render(bar(startMs + 40 * minuteMs))
    expect(parts()).toEqual(['0% to 50%', '50% to 0px'])
    pass(10 * minuteMs)
    expect(parts()).toEqual(['25% to 50%', '50% to 0px'])
    pass(20 * minuteMs)
    expect(parts()).toEqual(['75% to 25%', '75% to 0px'])
    pass(60 * minuteMs)
    expect(parts()).toEqual(['100% to 0%', '100% to 0px'])
  })

  it('says when it ends, for those who cannot see it', () => {
    render(bar(startMs + 30 * minuteMs))
    expect(screen.getByText('ends between 12:20 and 12:30 UTC')).toBeTruthy()
  })
})

describe('a button that copies', () => {
  const clipboard = (write: (text: string) => Promise<void>) =>
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } })
  afterEach(() => {
    for (const { id } of shownToasts()) closeToast(id)
  })

  it('copies what its text is at the press, and says so for a moment', async () => {
    const written: string[] = []
    clipboard(async text => void written.push(text))
    let now = 'before'
    render(<CopyButton label="Copy as text" text={() => now} />)
    now = 'at the press'
    await act(async () => screen.getByRole('button', { name: 'Copy as text' }).click())
    expect(written).toEqual(['at the press'])
    expect(screen.getByRole('button').textContent).toBe('Copied')
    act(() => void vi.advanceTimersByTime(2_000))
    expect(screen.getByRole('button').textContent).toBe('Copy as text')
  })

  it('never says that it copied where the browser forbade it', async () => {
    clipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')))
    render(<CopyButton label="Copy" text="x" />)
    await act(async () => screen.getByRole('button').click())
    expect(screen.getByRole('button').textContent).toBe('Copy')
    expect(shownToasts().map(toast => toast.title)).toEqual(['Not copied'])
  })
})
