import type { Page } from '@playwright/test'
import { draftCondor, draftFirmSpread, openBuilder, reviewAndSend } from '../builder.ts'
import { holdEnter } from '../confirm.ts'
import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'
import { takeUntil } from '../take.ts'

// Quotes come at the pace of the makers.
const live = (page: Page) => page.getByTestId('live-rfq')

async function askForCondor(page: Page): Promise<void> {
  await openBuilder(page)
  await draftCondor(page)
  await reviewAndSend(page)
}

test('the ticket turns into the live RFQ: its quotes are taken where the structure was built, by one press and the word', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await askForCondor(page)
  await expect(live(page)).toContainText(/RFQ live\s*≤ (29:\d\d|30:00)/)
  // No key falls to what had the focus before: a cell of the chain, or nothing.
  await expect(live(page)).toBeFocused()
  const take = live(page).getByRole('button', { name: /^Take: buy / })
  await expect(take).toBeEnabled({ timeout: 20_000 })
  await expect(live(page)).toContainText(/Full size [\d.]+/)
  await expect(live(page)).toContainText(/(worse|better) than mid|at mid/)
  await expect(live(page).getByLabel('At this quote')).toContainText(/Max profit[+\d].*Break-even[\d,.]+ \/ [\d,.]+.*POP\d+ %/)
  await expect(page.getByText('At the quote', { exact: true })).toBeVisible()
  await expectAccessible(page)
  // It is found again by what it is for.
  await page.reload()
  await ready(page)
  await expect(take).toBeEnabled({ timeout: 20_000 })
  const bought = /Bought 1 · Iron condor .*, received [\d,.]+/
  await takeUntil(page, { take, isDone: async () => bought.test((await live(page).textContent()) ?? '') })
  // Done is done.
  await expect(take).toHaveCount(0)
  await live(page).getByRole('link', { name: 'Show the position' }).click()
  await ready(page)
  await expect(page.getByTestId('positions-grid')).toContainText(/iron condor|BTC \d+[A-Z]{3}\d\d/i)
})

test('the live RFQ is cancelled in place, and an edited draft has its ticket back', async ({ page, account }) => {
  await signIn(page, account)
  await askForCondor(page)
  await expect(live(page)).toContainText('RFQ live')
  await page.keyboard.press('w')
  await expect(live(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Review RFQ/ })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(live(page)).toContainText('RFQ live')
  await page.mouse.move(1, 1)
  await page.waitForTimeout(450)
  await live(page).getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(live(page)).toContainText('You cancelled it.')
  await live(page).getByRole('button', { name: 'Back to the ticket' }).click()
  await expect(page.getByRole('button', { name: /^Review RFQ/ })).toBeVisible()
})

test('an open order is amended as one step: the cancel first, then the new order for what is left', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await draftFirmSpread(page)
  await page.getByRole('textbox', { name: 'Price per package' }).fill('5')
  await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/Order (?:accepted|working)|(?:Bought|Sold) [\d.,]+ · /)
  await page.goto('/orders')
  await ready(page)
  const grid = page.getByTestId('open-orders-grid')
  await grid.getByRole('button', { name: 'Amend' }).click()
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/v1/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  const amending = page.getByTestId('amend-order')
  // The price is an amount that is paid or received, guarded as in every ticket.
  const price = amending.getByRole('textbox', { name: 'Price per package' })
  await expect(price).toHaveValue('5')
  await expect(amending.getByRole('radio', { name: 'Pay' })).toBeChecked()
  await price.fill('90000')
  await expect(amending.getByTestId('price-block')).toContainText('Guaranteed loss')
  await expect(amending.getByRole('button', { name: 'Review' })).toBeDisabled()
  await price.fill('10')
  await amending.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByTestId('replaces')).toContainText('is cancelled first')
  expect(calls).toEqual([])
  await holdEnter(page)
  await expect(page.getByTestId('review-dialog')).toBeHidden()
  await expect.poll(() => calls).toEqual(['DELETE /v1/api/order', 'POST /v1/api/order'])
  await expect(grid.getByRole('row', { name: 'Working orders 1' })).toBeVisible()
  await expect(grid.getByRole('row', { name: /spread.*pay 10\b.*Amend/i })).toHaveCount(1)
})
