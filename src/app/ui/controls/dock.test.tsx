// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import '../../../testing/overlays-there.tsx'
import { Dock, DockableDialog, useUndock } from './dock.tsx'

interface ScreenProps {
  readonly subject?: string
  readonly reviewed?: string
}

let sends = 0

function Review({ symbol, onClose }: { readonly symbol: string; readonly onClose: () => void }) {
  const send = useRef<HTMLButtonElement>(null)
  return (
    <DockableDialog
      open
      symbol={symbol}
      title="What is sent"
      onClose={onClose}
      initialFocus={send}
      footer={
        <button ref={send} type="button" onClick={() => (sends += 1)}>
          Send
        </button>
      }
    >
      Words
    </DockableDialog>
  )
}

function Screen({ subject = 'one', reviewed = 'A@1/B@-1' }: ScreenProps) {
  const [isOpen, setOpen] = useState(false)
  useUndock(subject)
  return (
    <>
      <div data-testid="column">
        <Dock symbol="B@-1/A@1" />
        <section>
          <button type="button" onClick={() => setOpen(true)}>
            Review
          </button>
          <input aria-label="Price" defaultValue="5" />
        </section>
      </div>
      {isOpen && <Review symbol={reviewed} onClose={() => setOpen(false)} />}
    </>
  )
}

beforeEach(() => void (sends = 0))
afterEach(cleanup)

const review = () => screen.queryByRole('dialog', { name: 'What is sent' })

function open(props: ScreenProps = {}) {
  const { rerender } = render(<Screen {...props} />)
  const button = screen.getByRole('button', { name: 'Review' })
  act(() => button.focus())
  fireEvent.click(button)
  return { button, change: (next: ScreenProps) => rerender(<Screen {...next} />) }
}

test('a review of what the screen shows is in its dock, not modal, and takes the focus', () => {
  open()
  expect(screen.getByTestId('column').contains(review())).toBe(true)
  expect(review()?.getAttribute('aria-modal')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send' }))
})

test('a review of something else is a dialog over the screen', () => {
  open({ reviewed: 'C' })
  expect(review()).not.toBeNull()
  expect(screen.getByTestId('column').contains(review())).toBe(false)
})

test('Escape closes it from anywhere, and the focus goes back to where it was', () => {
  const { button } = open()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(review()).toBeNull()
  expect(document.activeElement).toBe(button)
  expect(screen.getByLabelText<HTMLInputElement>('Price').value).toBe('5')
})

test('it does not take the focus back from what the trader went on to', () => {
  open()
  const price = screen.getByLabelText('Price')
  act(() => price.focus())
  fireEvent.keyDown(price, { key: 'Escape' })
  expect(review()).toBeNull()
  expect(document.activeElement).toBe(price)
})

test('it closes when what it shows changes; the next one is shown again', () => {
  const { change } = open()
  change({ subject: 'another' })
  expect(review()).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Review' }))
  expect(review()).not.toBeNull()
  expect(sends).toBe(0)
})
