// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CancelButton } from './cancel-button.tsx'

let clock = 0
let cancelled = 0

beforeEach(() => {
  cancelled = 0
  vi.spyOn(performance, 'now').mockImplementation(() => clock)
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => clock)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const show = () =>
  render(
    <CancelButton what="lw-1" onCancel={() => (cancelled += 1)}>
      Cancel
    </CancelButton>,
  )
const tap = () => {
  fireEvent.pointerDown(screen.getByRole('button'), { pointerType: 'touch' })
  fireEvent.click(screen.getByRole('button'), { detail: 1 })
}

test('a press on a Cancel that has only just appeared cancels nothing, and says so', () => {
  show()
  clock += 200
  tap()
  expect([cancelled, screen.getByRole('status').textContent]).toEqual([0, 'Ignored: just appeared'])
})

test('a press once it has rested cancels', () => {
  show()
  clock += 500
  tap()
  expect(cancelled).toBe(1)
})

test('a tap of Enter says to hold it', () => {
  show()
  clock += 500
  fireEvent.keyDown(screen.getByRole('button'), { key: 'Enter' })
  clock += 60
  fireEvent.keyUp(screen.getByRole('button'), { key: 'Enter' })
  expect([cancelled, screen.getByRole('status').textContent]).toEqual([0, 'Hold Enter until the bar is full'])
})
