import type { Page } from '@playwright/test'
import { expect, expectAccessible, signIn, test } from '../fixtures.ts'

const line = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' })
const preview = (page: Page) => page.getByTestId('line-preview')

test('Ctrl and Enter on the line review the structure from another screen, and lead to the ticket for a missing price', async ({
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
  await expectAccessible(page)
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
