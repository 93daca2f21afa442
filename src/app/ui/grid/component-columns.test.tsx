// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeToast, shownToasts } from '../controls/toasts.ts'
import { actionsColumn } from './component-columns.tsx'

afterEach(() => {
  cleanup()
  for (const { id } of shownToasts()) closeToast(id)
})

test('a press of an armed action that counts for nothing says so: it had only just come up', () => {
  let cancelled = 0
  const column = actionsColumn<string>({
    id: 'actions',
    actions: [{ id: 'cancel', label: 'Cancel', isArmed: true, run: () => (cancelled += 1) }],
  })
  render(<>{column.render?.('row', () => 'row')}</>)
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }), { detail: 1 })
  expect(cancelled).toBe(0)
  expect(shownToasts().map(toast => toast.title)).toEqual(['Ignored: it had just appeared or changed. Press again.'])
})
