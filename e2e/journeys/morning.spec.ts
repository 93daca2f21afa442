/** A morning at the desk by keyboard only. Each key is pressed once its target exists and has the focus. */
import type { Locator, Page } from '@playwright/test'
import { holdEnter } from '../confirm.ts'
// A separate server: other journeys also use the demo account.
import { test } from '../controlled.ts'
import { expect, ready } from '../fixtures.ts'
import { takeQuote } from '../take.ts'

const has = (area: Locator): Promise<boolean> => area.evaluate(element => element.contains(document.activeElement))

async function tabTo(page: Page, area: Locator): Promise<void> {
  await expect(area).toBeVisible()
  for (let presses = 0; presses < 40 && !(await has(area)); presses += 1) await page.keyboard.press('Tab')
  expect(await has(area)).toBe(true)
}

async function downTo(page: Page, row: Locator): Promise<void> {
  await expect(row).toBeVisible()
  for (let presses = 0; presses < 20 && !(await has(row)); presses += 1) await page.keyboard.press('ArrowDown')
  expect(await has(row)).toBe(true)
}

async function leaveDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

async function signInByKey(page: Page): Promise<void> {
  await page.goto('/portfolio')
  await expect(page.getByRole('button', { name: 'Sign in to the sandbox' })).toBeFocused()
  await page.keyboard.press('Enter')
  await ready(page)
  await expect(page.getByRole('region', { name: 'Positions' })).toBeFocused()
}

async function takeByKeys(page: Page, live: Locator): Promise<void> {
  await expect.poll(() => has(live)).toBe(true)
  const notice = expect(page.getByText(/^RFQ filled and closed/)).toBeVisible()
  const take = live.getByRole('button', { name: /^Take/ }).first()
  await Promise.all([notice, takeQuote(page, take, live.getByText('RFQ filled'), () => page.keyboard.press('Alt+t'))])
  await expect(live).toContainText('RFQ filled')
  await expect(live).not.toContainText('You cancelled it.')
}

test('a morning by keys, the book: read, a group opened, the day explained, a leg closed, the rest hedged, a leg rolled', async ({
  page,
}) => {
  await signInByKey(page)
  const grid = page.getByTestId('positions-grid')
  const row = (name: RegExp): Locator => grid.getByRole('row', { name })
  const btc = row(/^(?=.*BTC 4 legs)/)
  // It opens on trades; the rest uses net positions.
  await expect(page.getByRole('radio', { name: 'Trades', exact: true })).toBeChecked()
  await page.keyboard.press('Shift+J')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => has(btc)).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await expect(btc).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(btc).toHaveAttribute('aria-expanded', 'true')

  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
  await page.keyboard.type('explain day change')
  await expect(page.getByRole('option', { name: /Explain Day change/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('explanation')).toContainText('Day change')
  await leaveDialog(page)

  // C closes the focused row, at a price slightly below the bid, which moves during the review.
  const perpetual = row(/BTC PERP/)
  await expect.poll(() => has(btc)).toBe(true)
  await downTo(page, perpetual)
  await page.keyboard.press('c')
  const bar = page.getByTestId('close-bar')
  await expect(bar).toContainText('Sell to close · BTC PERP')
  const price = bar.getByRole('textbox', { name: 'Price' })
  await expect(price).toHaveValue(/\d/)
  await tabTo(page, price)
  const bid = Number.parseFloat(await price.inputValue())
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(String(Math.floor(bid * 0.99)))
  await expect(bar.getByRole('button', { name: 'Review closing', exact: true })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('confirm-send')).toBeFocused()
  await holdEnter(page)
  await expect(perpetual).toHaveCount(0)
  await expect(bar).toHaveCount(0)

  await page.keyboard.press('h')
  const hedge = page.getByRole('dialog', { name: 'Hedge the delta of all positions shown' })
  await expect(hedge).toContainText(/Buy|Sell/)
  await tabTo(page, hedge.getByRole('button', { name: 'Open in builder' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/build/)
  await ready(page)
  await expect(page.getByRole('heading', { name: /BTC PERP/ }).first()).toBeVisible()

  await page.keyboard.press('1')
  await expect(page).toHaveURL(/\/portfolio/)
  await ready(page)
  await page.keyboard.press('F6')
  await expect(page.getByRole('region', { name: 'Positions' })).toBeFocused()
  await page.keyboard.press('Shift+F')
  await page.keyboard.type('eth short')
  await expect(page.getByText(/^1 of \d+; sums are of these$/)).toBeVisible()
  await page.keyboard.press('Enter')
  await downTo(page, row(/ETH 29JAN27 −/))
  await page.keyboard.press('r')
  const roll = page.getByRole('dialog', { name: /^Roll/ })
  await expect(roll).toContainText(/you (pay|receive)/i)
  await tabTo(page, roll.getByRole('button', { name: 'Open in builder' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/build/)
})

test('a morning by keys, the trade: a ticket from Markets, a condor asked for, its quote taken, seen in Orders and the Journal, an alert set', async ({
  page,
}) => {
  await signInByKey(page)
  await page.keyboard.press('4')
  await expect(page).toHaveURL(/\/markets/)
  await ready(page)
  await page.keyboard.press('Shift+F')
  await expect(page.getByRole('searchbox', { name: 'Search instruments' })).toBeFocused()
  await page.keyboard.type('eth perp')
  const eth = page.getByTestId('instruments-grid').getByRole('row', { name: /ETH PERP/ })
  await expect(page.getByText(/^1 of [\d,]+$/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => has(eth)).toBe(true)
  await page.keyboard.press('b')
  const ticket = page.getByTestId('single-leg-ticket')
  await expect(ticket).toContainText('ETH PERP')
  await expect.poll(() => has(ticket)).toBe(true)
  await page.keyboard.press('Escape')
  await expect(ticket).toHaveCount(0)

  await page.keyboard.press('2')
  await expect(page).toHaveURL(/\/build/)
  await ready(page)
  await page.keyboard.press('g')
  await expect(page.getByRole('searchbox', { name: 'Search the structures' })).toBeFocused()
  await page.keyboard.type('iron condor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /iron condor/i })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Review RFQ/ })).toBeEnabled()
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('confirm-send')).toBeFocused()
  await holdEnter(page)
  const live = page.getByTestId('live-rfq')
  await expect(live.getByRole('button', { name: /^Take/ }).first()).toBeVisible()
  await takeByKeys(page, live)

  await page.keyboard.press('3')
  await expect(page.getByTestId('rfq-board')).toContainText(/iron condor/i)
  await expect(page.getByTestId('rfq-board')).toContainText(/Filled \d\d:\d\d/)
  await page.keyboard.press('5')
  const days = page.getByTestId('journal-days')
  await expect(days).toContainText(/iron condor/i)
  await page.keyboard.press('Shift+F')
  await page.keyboard.type('condor')
  await page.keyboard.press('Enter')
  const line = days.locator('summary', { hasText: /iron condor/i }).first()
  await expect(line).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(days.locator('details[open]')).toHaveCount(1)

  await page.keyboard.press('Shift+E')
  const alerts = page.getByTestId('ends')
  await tabTo(page, alerts.getByRole('combobox', { name: 'Figure' }))
  await page.keyboard.type('Margin')
  await tabTo(page, alerts.getByRole('textbox', { name: 'Level' }))
  await page.keyboard.type('60')
  await page.keyboard.press('Enter')
  await expect(alerts.getByText('Margin used above 60 %')).toBeVisible()
})
