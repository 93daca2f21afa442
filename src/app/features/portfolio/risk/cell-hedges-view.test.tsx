// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { must } from '../../../../core/domain/must.ts'
import { mountPage, startPage } from '../../../../testing/mount-page.tsx'
import PortfolioPage from '../portfolio-page.tsx'
import { chooseRisk } from './risk-choices.ts'

startPage()
beforeEach(() => chooseRisk({ view: 'stress' }))

const table = (): HTMLElement =>
  must(document.querySelector<HTMLElement>('table[aria-label^="Profit and loss by price"]') ?? undefined, 'table')
const marked = (): HTMLElement =>
  must(table().querySelector<HTMLElement>('[data-marked="true"] button') ?? undefined, 'a worst cell')
const amount = (text: string): number => Number.parseFloat(text.replace('−', '-').replaceAll(',', ''))

it('hedges of a cell make it good, one of each kind at most, the one that leaves the least to lose first, each with its ticket', async () => {
  await mountPage(<PortfolioPage />)
  const worst = await waitFor(marked)
  const loss = amount(worst.textContent)
  expect(loss).toBeLessThan(0)
  await userEvent.click(worst)
  await userEvent.click(screen.getByRole('button', { name: 'Hedge this cell' }))
  const hedges = await screen.findByRole('table', { name: 'Hedges of the cell' })
  const rows = [...hedges.querySelectorAll<HTMLElement>('tbody tr')]
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.length).toBeLessThanOrEqual(3)
  const left = rows.map(row => amount(row.children[2]?.textContent ?? ''))
  expect(left).toEqual([...left].sort((a, b) => b - a))
  for (const row of rows) {
    const name = row.children[0]?.textContent ?? ''
    // Options are only bought.
    expect(name).toMatch(/^(Buy [\d.,]+ \w+ (PERP|\w+ \d+ [CP])|Sell [\d.,]+ \w+ PERP) at [\d.,]+$/)
    await userEvent.click(within(row).getByText('Table after'))
    expect(table().getAttribute('aria-label')).toMatch(/, after the hedge$/)
    const pressed = must(table().querySelector('[aria-pressed="true"]') ?? undefined, 'the cell chosen')
    expect(amount(pressed.textContent)).toBeGreaterThanOrEqual(0)
    // Shows the previous value below, and the worst cell of the new table.
    expect(amount(pressed.nextElementSibling?.textContent ?? '')).toBe(loss)
    const least = Math.min(...[...table().querySelectorAll('button')].map(each => amount(each.textContent)))
    expect(amount(marked().textContent)).toBe(least)
    const [side = '', size = ''] = name.split(' ')
    const { search } = new URL(must(row.querySelector('a') ?? undefined, 'a ticket').href)
    expect(decodeURIComponent(search)).toMatch(
      new RegExp(`side=${side.toLowerCase()}&quantity="?${size.replaceAll(',', '')}`),
    )
    await userEvent.click(within(row).getByText('Table now'))
    expect(table().getAttribute('aria-label')).not.toContain('after the hedge')
  }
})
