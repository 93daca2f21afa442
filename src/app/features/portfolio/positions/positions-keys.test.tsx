// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { signInToSandbox } from '../../../api/venue/sign-in.ts'
import { mountPage, startPage } from '../../../../testing/mount-page.tsx'
import { shownToasts } from '../../../ui/controls/toasts.ts'
import PortfolioPage from '../portfolio-page.tsx'
import '../../../../testing/overlays-there.tsx'
import '../../../../testing/sized-elements.ts'

startPage({ starts: 'signed_out' })

const panel = () => screen.getByRole('region', { name: 'Positions' })
const grid = () => screen.getByTestId('positions-grid')
const rowOf = (text: string): HTMLElement | undefined =>
  within(grid())
    .getAllByRole('row')
    .find(row => row.textContent.includes(text) && row.hasAttribute('row-id'))
const focusedRow = (): string => (document.activeElement?.closest('[role="row"]')?.textContent ?? '').trim()
const titles = (): readonly string[] => shownToasts().map(toast => `${toast.title}: ${toast.body ?? ''}`)
const press = (keys: string) => userEvent.keyboard(keys)

beforeAll(() => import('../actions/close-bar.tsx'))

const drawn = () => waitFor(() => expect(grid().querySelector('[data-rows] [role="gridcell"]')).not.toBeNull())

async function show(): Promise<void> {
  await act(async () => expect(await signInToSandbox()).toEqual({ ok: true }))
  await mountPage(<PortfolioPage />)
  await drawn()
}

async function goTo(text: string): Promise<void> {
  act(() => panel().focus())
  await press('{ArrowDown}')
  for (let presses = 0; presses < 20 && !focusedRow().startsWith(text); presses += 1) await press('{ArrowDown}')
  expect(focusedRow()).toMatch(new RegExp(`^${text}`))
}

describe('into the rows and out of them', () => {
  it('leads arrow down from the panel, and Enter from the filter to the first row that is left', async () => {
    await show()
    act(() => panel().focus())
    await press('{ArrowDown}')
    expect(focusedRow()).toMatch(/^BTC/)
    await press('{Shift>}f{/Shift}')
    const field = screen.getByRole('searchbox', { name: 'Filter positions' })
    expect(document.activeElement).toBe(field)
    await press('straddle')
    await screen.findByText('0 of 7; sums are of these')
    // There is no row to go to.
    await press('{Enter}')
    expect(document.activeElement).toBe(field)
    await press('{Backspace>8}eth')
    await screen.findByText('3 of 7; sums are of these')
    await press('{Enter}')
    expect(focusedRow()).toMatch(/^ETH/)
    await press('{Shift>}f{/Shift}{Escape}')
    expect(field).toHaveProperty('value', '')
    expect(grid().contains(document.activeElement)).toBe(true)
    await waitFor(() => expect(rowOf('BTC PERP')).toBeDefined())
  })

  it('leads Escape from a field without rows of its own back to the panel, where letters are keys again', async () => {
    await show()
    const expiry = within(panel()).getByRole('combobox', { name: 'Expiry' })
    act(() => expiry.focus())
    await press('{Escape}')
    expect(document.activeElement).toBe(panel())
    await press('h')
    expect(await screen.findByRole('dialog', { name: /Hedge the delta of all positions shown/ })).toBeTruthy()
    await press('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // Not the panel's first field, where an arrow would switch the view.
    await waitFor(() => expect(document.activeElement).toBe(panel()))
  })

  it('leads signing in by a key on the card to the positions', async () => {
    await mountPage(<PortfolioPage />)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Sign in to the sandbox'))
    await press('{Enter}')
    await drawn()
    expect(document.activeElement).toBe(panel())
  })
})

describe('a key acts on what is meant at its press', () => {
  it('closes the row in focus where nothing is ticked, and gives the focus back to it', async () => {
    await show()
    await goTo('BTC PERP')
    await press('c')
    const bar = await screen.findByTestId('close-bar')
    expect(bar.textContent).toContain('Sell to close')
    expect(bar.contains(document.activeElement)).toBe(true)
    await press('{Escape}')
    await waitFor(() => expect(screen.queryByTestId('close-bar')).toBeNull())
    await waitFor(() => expect(focusedRow()).toMatch(/^BTC PERP/))
  })

  it('counts a tick immediately, before the page has rendered it', async () => {
    await show()
    await goTo('BTC 25DEC26 100000 P')
    // Ticks and moves to the next row without a render in between.
    await act(async () => {
      for (const [key, code] of [
        [' ', 'Space'],
        ['ArrowDown', 'ArrowDown'],
        ['c', 'KeyC'],
      ] as const)
        for (const type of ['keydown', 'keyup'])
          document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key, code, bubbles: true, cancelable: true }))
    })
    const bar = await screen.findByTestId('close-bar')
    expect(bar.textContent).toContain('Buy to close · BTC 25DEC26 100000 P')
    await screen.findByText('1 ticked leg')
  })

  it('keeps each of several ticks made in a burst', async () => {
    await show()
    await goTo('BTC 25DEC26 115000 C')
    await press(' {ArrowDown} ')
    await screen.findByText('2 ticked legs')
    expect(rowOf('Bull call spread')?.getAttribute('aria-selected')).toBe('true')
  })

  it('says why it does nothing: no row is meant, or none of what is meant expires', async () => {
    await show()
    act(() => panel().focus())
    await press('c')
    expect(titles()).toEqual(['Nothing to close: Tick a row by Space, or put the focus on one.'])
    await goTo('BTC PERP')
    await press('r')
    expect(titles()).toContain('Nothing to roll: Perpetuals and coins do not expire.')
  })

  it('hedges what is ticked, and all that is shown once the tick is taken back', async () => {
    await show()
    await goTo('BTC PERP')
    await press(' h')
    await screen.findByRole('dialog', { name: 'Hedge the delta of 1 ticked leg' })
    await press('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(focusedRow()).toMatch(/^BTC PERP/))
    await press(' h')
    await screen.findByRole('dialog', { name: 'Hedge the delta of all positions shown' })
  })
})
