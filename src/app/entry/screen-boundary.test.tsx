// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ScreenBoundary } from './router.tsx'

afterEach(cleanup)

let fault: Error | undefined
function Screen() {
  if (fault !== undefined) throw fault
  return <p>drawn</p>
}
const at = (place: string) => (
  <ScreenBoundary place={place}>
    <Screen />
  </ScreenBoundary>
)

test('what could not be drawn says why, and is tried again when asked to or elsewhere', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  fault = new Error('The code did not come.')
  const { rerender } = render(at('/build'))
  expect(document.body.textContent).toContain('The code did not come. Orders that were sent are not affected')
  expect(document.body.textContent).toContain('load the page again: the server may have a newer version.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.queryByText('drawn')).toBeNull()
  fault = undefined
  rerender(at('/build'))
  expect(screen.queryByText('drawn')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('drawn')).toBeTruthy()
  fault = new Error('Again.')
  rerender(at('/build'))
  fault = undefined
  rerender(at('/orders'))
  expect(screen.getByText('drawn')).toBeTruthy()
})
