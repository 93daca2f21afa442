// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { timeScales } from './time-geometry.ts'
import { type TimeLevel, TimeLevels, withLevels } from './time-levels.tsx'

afterEach(cleanup)

const scales = timeScales(600, 234, [0, 1_000], [0, 100], 'utc')

function show(onMove: ((steps: number) => void) | undefined) {
  const level: TimeLevel = {
    id: 'x',
    value: 50,
    step: 0.5,
    tone: 'buy',
    textOf: steps => `Buy 2 at ${50 + steps / 2}`,
    onMove,
  }
  render(<TimeLevels levels={[level]} scales={scales} />)
}

const line = (): HTMLElement => screen.getByRole('slider', { name: 'Buy 2 at 50: amend by moving its price' })

test('a level is dragged in whole steps, reads its price on the way, and is put where it is let go', () => {
  const onMove = vi.fn<(steps: number) => void>()
  show(onMove)
  line().setPointerCapture = () => undefined
  // 200 px correspond to a price of 100, so 21 px are 10.5.
  fireEvent.pointerDown(line(), { clientY: 100, pointerId: 1 })
  fireEvent.pointerMove(line(), { clientY: 79, pointerId: 1 })
  expect(line().textContent).toBe('Buy 2 at 60.5')
  expect(onMove).not.toHaveBeenCalled()
  fireEvent.pointerUp(line(), { clientY: 79, pointerId: 1 })
  expect(onMove.mock.calls).toEqual([[21]])
  expect(line().textContent).toBe('Buy 2 at 50')
})

test('a press that moves nothing asks nothing, and neither does a drag that the browser breaks off', () => {
  const onMove = vi.fn<(steps: number) => void>()
  show(onMove)
  line().setPointerCapture = () => undefined
  fireEvent.pointerDown(line(), { clientY: 100, pointerId: 1 })
  fireEvent.pointerUp(line(), { clientY: 100, pointerId: 1 })
  fireEvent.pointerDown(line(), { clientY: 100, pointerId: 1 })
  fireEvent.pointerMove(line(), { clientY: 60, pointerId: 1 })
  fireEvent.pointerCancel(line(), { pointerId: 1 })
  expect(onMove).not.toHaveBeenCalled()
  expect(line().textContent).toBe('Buy 2 at 50')
})

test('the arrow keys step it, Enter puts it, Escape puts it back', async () => {
  const onMove = vi.fn<(steps: number) => void>()
  show(onMove)
  line().focus()
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{PageDown}')
  expect(line().getAttribute('aria-valuetext')).toBe('Buy 2 at 45.5; Enter reviews it')
  await userEvent.keyboard('{Escape}{Enter}')
  expect(onMove).not.toHaveBeenCalled()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onMove.mock.calls).toEqual([[-1]])
})

test('a level that cannot be moved is a line with its text', () => {
  show(undefined)
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByText('Buy 2 at 50')).toBeTruthy()
})

test('levels near the values widen what is shown; one farther off than the values are wide stands at the edge', () => {
  expect(withLevels([100, 200], [{ value: 150 }, { value: 10_000 }, { value: -5 }])).toEqual([100, 200])
  expect(withLevels([100, 200], [{ value: 20 }, { value: 250 }])).toEqual([12, 258])
  const far: TimeLevel = { id: 'x', value: 500, step: 1, tone: 'sell', textOf: () => 'Sell 1 at 500' }
  render(<TimeLevels levels={[far]} scales={scales} />)
  const line = screen.getByText('Sell 1 at 500').parentElement
  expect([line?.style.top, line?.dataset['beyond']]).toEqual(['12px', 'up'])
})
