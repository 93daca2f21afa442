// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ExpiryTabs } from './expiry-tabs.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('shows the chosen expiry also if the list arrives after the choice', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(400)
  const draw = (expiries: readonly number[]) => (
    <ExpiryTabs expiries={expiries} value={2} marked={new Set()} nowMs={0} onChange={() => undefined} />
  )
  const { rerender } = render(draw([]))
  rerender(draw([1, 2]))
  expect(screen.getByRole('tablist').scrollLeft).toBe(392)
})
