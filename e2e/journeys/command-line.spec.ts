import type { Page } from '@playwright/test'
import { openBuilder } from '../builder.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures.ts'

const line = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' })
const preview = (page: Page) => page.getByTestId('line-preview')
const options = (page: Page) => page.getByRole('option')

test('a structure is typed on any screen, seen before it is loaded, and nothing is sent', async ({ page, account }) => {
  await signIn(page, account)
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  for (const [key, title] of [
    ['3', 'Orders'],
    ['1', 'Portfolio'],
    ['4', 'Markets'],
    ['5', 'Journal'],
    ['6', 'Settings'],
    ['7', 'Flow'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('link', { name: title, exact: true }).first()).toHaveAttribute('aria-current', 'page')
    await page.keyboard.press('/')
    await page.keyboard.type('sell 10 25d rr rfq')
    await expect(preview(page)).toContainText('risk reversal')
    await expect(preview(page).getByRole('row')).toHaveCount(3)
    await page.keyboard.press('Escape')
    await expect(preview(page)).toBeHidden()
  }
  await page.keyboard.press('/')
  await line(page).fill('sell 2 25d strangle 3500')
  await expect(preview(page)).toContainText('Sell 2')
  await expect(preview(page)).toContainText('Max loss')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/build\?/)
  await expect(page.getByRole('heading', { name: /^Short strangle BTC/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Quantity', exact: true })).toHaveValue('2')
  // The same asked for again after it was changed is loaded again.
  await page.getByRole('button', { name: 'Clear the draft' }).click()
  await page.keyboard.press('t')
  await line(page).fill('sell 2 25d strangle 3500')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Short strangle BTC/ })).toBeVisible()
  expect(sent.filter(url => url.includes('order'))).toEqual([])
})

test('the line finds instruments, positions, orders and commands, and says which word it does not know', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('Control+k')
  await line(page).fill('perp')
  await expect(
    options(page)
      .filter({ hasText: /^BTC PERP/ })
      .first(),
  ).toBeVisible()
  await line(page).fill('ic x5 wibble')
  await expect(page.getByTestId('line-refusal')).toHaveText('Not understood: “wibble”.')
  await line(page).fill('go to orders')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/orders/)
  await page.keyboard.press('Control+k')
  await line(page).fill('BTC-USD-PERPETUAL')
  await options(page).filter({ hasText: 'Open the ticket' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('BTC PERP')
})

test('Ctrl and Enter on the line review the structure from any screen; a price that is missing is asked for in the ticket', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await page.keyboard.press('3')
  await expect(page).toHaveURL(/\/orders/)
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  await page.keyboard.press('/')
  await line(page).fill('buy 3 25d rr rfq')
  await expect(preview(page)).toContainText('Buy 3')
  await page.keyboard.press('Control+Enter')
  const review = page.getByTestId('review-dialog')
  await expect(review).toContainText('Request quotes: Buy 3 · ')
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  await page.keyboard.press('/')
  await line(page).fill('buy 3 25d rr firm')
  await expect(preview(page)).toContainText('Firm')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('region', { name: 'Ticket' })).toContainText('Enter a price')
  await expect(review).toBeHidden()
  expect(sent).toEqual([])
})
