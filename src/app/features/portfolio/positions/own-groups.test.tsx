// @vitest-environment happy-dom
/** Structures corrected by hand on the page, over the in-process exchange. */
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, expect, it } from 'vitest'
import { mountPage, startPage } from '../../../../testing/mount-page.tsx'
import '../../../../testing/overlays-there.tsx'
import '../../../../testing/sized-elements.ts'
import PortfolioPage from '../portfolio-page.tsx'

beforeAll(() => Promise.all([import('../actions/name-dialog.tsx'), import('../../../ui/grid/row-menu.tsx')]))
startPage()

const grid = () => screen.getByTestId('positions-grid')
const rowOf = (text: string): HTMLElement | undefined =>
  within(grid())
    .getAllByRole('row')
    .find(row => row.hasAttribute('row-id') && row.textContent.includes(text))
const isThere = (text: string) => waitFor(() => expect(rowOf(text)).toBeDefined())
const isGone = (text: string) => waitFor(() => expect(rowOf(text)).toBeUndefined())

async function choose(row: string, item: string): Promise<void> {
  const cell = rowOf(row)?.querySelector('[role="gridcell"]')
  fireEvent.contextMenu(cell ?? grid())
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

it('splits, joins, names and undoes, and another mount shows what was stored', async () => {
  await mountPage(<PortfolioPage />)
  await isThere('Straddle')
  await choose('Straddle', 'Split into legs')
  await isGone('Straddle')
  await choose('ETH', 'Join into one structure')
  await waitFor(() => expect(grid().textContent).toContain('by hand'))
  await choose('by hand', 'Name…')
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Whole of ETH{Enter}')
  await isThere('Whole of ETH')
  cleanup()
  await mountPage(<PortfolioPage />)
  await isThere('Whole of ETH')
  await choose('Whole of ETH', 'Undo the last join, split or name')
  await isGone('Whole of ETH')
  for (const _ of [1, 2]) await userEvent.keyboard('{Control>}z{/Control}')
  await isThere('Straddle')
  expect(grid().textContent).not.toContain('by hand')
})

it('takes over at once what another tab changed', async () => {
  await mountPage(<PortfolioPage />)
  await isThere('Straddle')
  await choose('Straddle', 'Split into legs')
  await isGone('Straddle')
  const key = 'legwork.book.groups'
  const changed = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, object>
  const cleared = Object.fromEntries(Object.keys(changed).map(owner => [owner, { now: [], before: [] }]))
  localStorage.setItem(key, JSON.stringify(cleared))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })))
  await isThere('Straddle')
  expect(JSON.parse(localStorage.getItem(key) ?? '{}')).toEqual(cleared)
})
