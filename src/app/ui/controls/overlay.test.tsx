// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { pass } from '../../../testing/stepped-clock.ts'

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

// Run alone, this file starts before the dialog code has loaded.
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

test('a drawer takes the focus as it opens, and never from where a key has moved it since', async () => {
  const beside = (open: boolean) => (
    <>
      <button type="button">Page</button>
      <Drawer open={open} onClose={() => undefined} title="Order" testId="drawer" />
    </>
  )
  const { rerender } = render(beside(true))
  await screen.findByTestId('drawer')
  const reopen = async () => {
    rerender(beside(false))
    await waitFor(() => expect(screen.queryByTestId('drawer')).toBeNull())
    ;(document.activeElement as HTMLElement).blur()
    rerender(beside(true))
  }
  const frames = () => pass(60)

  await reopen()
  await Promise.resolve()
  expect(document.activeElement).toBe(screen.getByTestId('drawer'))
  screen.getByText('Page').focus()
  await frames()
  expect(document.activeElement).toBe(screen.getByText('Page'))

  await reopen()
  screen.getByText('Page').focus()
  await frames()
  expect(document.activeElement).toBe(screen.getByText('Page'))
})

test('a drawer takes the focus from the screen that had it for want of another, while the code was on its way', async () => {
  const beside = (open: boolean) => (
    <main tabIndex={-1}>
      <Drawer open={open} onClose={() => undefined} title="Order" testId="drawer" />
    </main>
  )
  const { rerender } = render(beside(false))
  rerender(beside(true))
  screen.getByRole('main').focus()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('drawer')))
})

test('a dialog that opened over the screen or over nothing gives the focus to no control of the screen as it closes', async () => {
  const over = (open: boolean) => (
    <main tabIndex={-1}>
      <select aria-label="Base" />
      <Dialog open={open} onClose={() => undefined} title="Search" testId="search" />
    </main>
  )
  const { rerender } = render(over(false))
  const main = screen.getByRole('main')
  for (const place of [() => main.focus(), () => main.blur()]) {
    place()
    rerender(over(true))
    const dialog = await screen.findByTestId('search')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    rerender(over(false))
    await waitFor(() => expect(screen.queryByTestId('search')).toBeNull())
    await pass(60)
    expect(document.activeElement?.matches('body, main')).toBe(true)
  }
})

test('Esc closes the dialog that stands over a drawer, and only that, wherever the focus is', async () => {
  const { rerender } = render(page(false))
  const take = await screen.findByRole('button', { name: 'Take' })
  const review = () => screen.findByRole('dialog', { name: 'Review' })
  for (const place of [() => take, () => screen.getByText('Page'), review]) {
    closed = []
    rerender(page(true))
    const dialog = await review()
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    const focused = await place()
    focused.focus()
    await userEvent.keyboard('{Escape}')
    expect(closed).toEqual(['review'])
    rerender(page(false))
  }
  await userEvent.keyboard('{Escape}')
  expect(closed).toEqual(['review', 'drawer'])
})
