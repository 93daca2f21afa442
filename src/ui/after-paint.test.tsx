// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useAfterPaint, useWhileSeen } from './after-paint.ts'

let visibility: DocumentVisibilityState
beforeEach(() => {
  visibility = 'visible'
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function become(next: DocumentVisibilityState): void {
  visibility = next
  document.dispatchEvent(new Event('visibilitychange'))
}

const Shown = ({ value }: { readonly value: string }) => <p>{useAfterPaint(value)}</p>
const text = (): string | null => screen.getByRole('paragraph').textContent
const pass = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(1_000)))

describe('what follows a picture', () => {
  it('is drawn after it, and of values that come faster only the last', async () => {
    const { rerender } = render(<Shown value="one" />)
    rerender(<Shown value="two" />)
    rerender(<Shown value="three" />)
    expect(text()).toBe('one')
    await pass()
    expect(text()).toBe('three')
  })

  it('is not drawn on a hidden page, and is once it is seen: the value of then', async () => {
    const { rerender } = render(<Shown value="one" />)
    become('hidden')
    rerender(<Shown value="two" />)
    await pass()
    rerender(<Shown value="three" />)
    await pass()
    expect(text()).toBe('one')
    become('visible')
    await pass()
    expect(text()).toBe('three')
    rerender(<Shown value="four" />)
    await pass()
    expect(text()).toBe('four')
  })
})

const Seen = ({ value }: { readonly value: string }) => <p>{useWhileSeen(value)}</p>

describe('what is drawn of a page that is seen', () => {
  it('stays as it was while the page is hidden, and is of now in the first drawing after that', () => {
    const { rerender } = render(<Seen value="one" />)
    rerender(<Seen value="two" />)
    expect(text()).toBe('two')
    act(() => become('hidden'))
    for (const value of ['three', 'four']) rerender(<Seen value={value} />)
    expect(text()).toBe('two')
    act(() => become('visible'))
    expect(text()).toBe('four')
    rerender(<Seen value="five" />)
    expect(text()).toBe('five')
    act(() => become('hidden'))
    rerender(<Seen value="six" />)
    expect(text()).toBe('five')
  })
})
