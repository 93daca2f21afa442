// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Drawer } from './drawer.tsx'
import { Popover } from './popover.tsx'
import { Tooltip } from './tooltip.tsx'
import '../../../testing/overlays-there.tsx'

afterEach(cleanup)

describe('a popover', () => {
  const show = (escaped: () => void = () => undefined) =>
    render(
      // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- stands for the panel around it
      <div onKeyDown={event => event.key === 'Escape' && escaped()}>
        <Popover label="View" icon={null}>
          <input aria-label="Inside" />
        </Popover>
        <button type="button">Outside</button>
      </div>,
    )
  const opener = () => screen.getByRole('button', { name: 'View' })
  const panel = () => screen.queryByRole('group', { name: 'View' })

  it('opens and closes by its button, which says so', async () => {
    show()
    expect(opener().getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(opener())
    expect(panel()?.id).toBe(opener().getAttribute('aria-controls'))
    await userEvent.click(opener())
    expect(panel()).toBeNull()
  })

  it('closes by Escape alone, gives its button the focus, and keeps the key from what is around it', async () => {
    const escaped = vi.fn<() => void>()
    show(escaped)
    await userEvent.click(opener())
    act(() => screen.getByLabelText('Inside').focus())
    await userEvent.keyboard('{Escape}')
    expect(panel()).toBeNull()
    expect(document.activeElement).toBe(opener())
    expect(escaped).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    expect(escaped).toHaveBeenCalledTimes(1)
  })

  it('closes where something else is pressed or reached by Tab, and not by what is in it', async () => {
    show()
    await userEvent.click(opener())
    fireEvent.pointerDown(screen.getByLabelText('Inside'))
    act(() => screen.getByLabelText('Inside').focus())
    expect(panel()).not.toBeNull()
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Outside')
    expect(panel()).toBeNull()
    await userEvent.click(opener())
    fireEvent.pointerDown(document.body)
    expect(panel()).toBeNull()
  })
})

describe('a tooltip', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())
  const pass = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
  const show = (described?: string) => {
    render(
      <Tooltip content="Why it is so">
        <button type="button" aria-describedby={described}>
          Figure
        </button>
      </Tooltip>,
    )
    return screen.getByRole('button', { name: 'Figure' })
  }
  const tip = () => screen.queryByRole('tooltip')

  it('comes to a pointer that rests, not to one on its way', () => {
    const anchor = show()
    fireEvent.pointerEnter(anchor.parentElement ?? anchor)
    pass(300)
    fireEvent.pointerLeave(anchor.parentElement ?? anchor)
    pass(1_000)
    expect(tip()).toBeNull()
    fireEvent.pointerEnter(anchor.parentElement ?? anchor)
    pass(400)
    expect(tip()?.textContent).toBe('Why it is so')
  })

  it('describes what it explains beside what describes it already, and takes that back', () => {
    const anchor = show('hint')
    fireEvent.pointerEnter(anchor.parentElement ?? anchor)
    pass(400)
    expect(anchor.getAttribute('aria-describedby')).toBe(`hint ${tip()?.id}`)
    fireEvent.pointerLeave(anchor.parentElement ?? anchor)
    pass(200)
    expect(anchor.getAttribute('aria-describedby')).toBe('hint')
  })

  it('goes by Escape, which then means nothing more, and by a press', () => {
    const anchor = show()
    const escaped = vi.fn<(event: Event) => void>()
    document.addEventListener('keydown', escaped)
    fireEvent.pointerEnter(anchor.parentElement ?? anchor)
    pass(400)
    fireEvent.keyDown(anchor, { key: 'Escape' })
    pass(1)
    expect(tip()).toBeNull()
    expect(escaped).not.toHaveBeenCalled()
    fireEvent.keyDown(anchor, { key: 'Escape' })
    expect(escaped).toHaveBeenCalledTimes(1)
    document.removeEventListener('keydown', escaped)
    fireEvent.pointerEnter(anchor.parentElement ?? anchor)
    pass(400)
    fireEvent.pointerDown(anchor)
    pass(1)
    expect(tip()).toBeNull()
  })

  it('leaves nothing behind when what it explains goes', () => {
    const anchor = show()
    fireEvent.pointerEnter(anchor.parentElement ?? anchor)
    pass(400)
    cleanup()
    pass(1_000)
    expect(tip()).toBeNull()
  })
})

describe('a drawer', () => {
  function Shown({ closed }: { readonly closed: () => void }) {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Explain
        </button>
        <Drawer
          open={isOpen}
          onClose={() => {
            closed()
            setOpen(false)
          }}
          title="Equity"
          footer="foot"
        >
          words
        </Drawer>
      </>
    )
  }

  it('takes the focus, closes by Escape or its cross, and gives the focus back to where it was', async () => {
    const closed = vi.fn<() => void>()
    render(<Shown closed={closed} />)
    const opener = screen.getByRole('button', { name: 'Explain' })
    for (const close of [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.click(screen.getByRole('button', { name: 'Close' })),
    ]) {
      await userEvent.click(opener)
      const drawer = await screen.findByRole('dialog', { name: 'Equity' })
      await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true))
      await close()
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await waitFor(() => expect(document.activeElement).toBe(opener))
    }
    expect(closed).toHaveBeenCalledTimes(2)
  })

  it('leaves the page behind it to the pointer: it does not close by a press there', async () => {
    const closed = vi.fn<() => void>()
    render(<Shown closed={closed} />)
    await userEvent.click(screen.getByRole('button', { name: 'Explain' }))
    await screen.findByRole('dialog', { name: 'Equity' })
    fireEvent.pointerDown(document.body)
    fireEvent.click(document.body)
    expect(closed).not.toHaveBeenCalled()
    expect(screen.getByRole('dialog', { name: 'Equity' }).textContent).toContain('foot')
  })
})
