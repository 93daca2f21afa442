// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'

afterEach(cleanup)

let closed: string[] = []
const page = (isReviewOpen: boolean) => (
  <>
    <button type="button">Page</button>
    <Drawer open onClose={() => closed.push('drawer')} title="Order">
      <button type="button">Take</button>
    </Drawer>
    <Dialog open={isReviewOpen} onClose={() => closed.push('review')} title="Review">
      words
    </Dialog>
  </>
)

// Run by itself, the file begins without the code of dialogs.
test('Esc closes a dialog once before it has the focus, whether or not its code has come', () => {
  closed = []
  render(<Dialog open onClose={() => closed.push('review')} title="Review" />)
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(closed).toEqual(['review'])
})

test('the page gets its keys while a drawer beside it is still coming, and not while a dialog is', () => {
  const keys: string[] = []
  const listen = (event: KeyboardEvent): void => void keys.push(event.key)
  document.addEventListener('keydown', listen)
  const { rerender } = render(<Drawer open onClose={() => undefined} title="Order" />)
  fireEvent.keyDown(document.body, { key: 'j' })
  rerender(<Dialog open onClose={() => undefined} title="Review" />)
  fireEvent.keyDown(document.body, { key: 'k' })
  document.removeEventListener('keydown', listen)
  expect(keys).toEqual(['j'])
})

test('Esc closes the dialog that stands over a drawer, and only that, wherever the focus is', async () => {
  const { rerender } = render(page(false))
  const take = await screen.findByRole('button', { name: 'Take' })
  const review = () => screen.findByRole('dialog', { name: 'Review' })
  for (const place of [() => take, () => screen.getByText('Page'), review]) {
    closed = []
    rerender(page(true))
    const dialog = await review()
    await expect.poll(() => dialog.contains(document.activeElement)).toBe(true)
    const focused = await place()
    focused.focus()
    await userEvent.keyboard('{Escape}')
    expect(closed).toEqual(['review'])
    rerender(page(false))
  }
  await userEvent.keyboard('{Escape}')
  expect(closed).toEqual(['review', 'drawer'])
})
