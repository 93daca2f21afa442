// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useHoldKeys } from './hold-keys.ts'

afterEach(cleanup)

function reachesPage(): boolean {
  let isHeard = false
  const hear = (): void => {
    isHeard = true
  }
  document.addEventListener('keydown', hear)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))
  document.removeEventListener('keydown', hear)
  return isHeard
}

test('keys are kept from the page while a dialog is awaited, and are the page’s at once when it is closed before it had the focus', () => {
  const { rerender } = renderHook(({ awaited }: { awaited: string | undefined }) => useHoldKeys(awaited), {
    initialProps: { awaited: undefined as string | undefined },
  })
  expect(reachesPage()).toBe(true)
  rerender({ awaited: 'review' })
  expect(reachesPage()).toBe(false)
  rerender({ awaited: 'another' })
  expect(reachesPage()).toBe(false)
  rerender({ awaited: undefined })
  expect(reachesPage()).toBe(true)
})
