import type { Page } from '@playwright/test'
import { chooseFirm, chooseIoc, openBuilder, reviewAndSend } from '../builder.ts'
import { clickSend } from '../confirm.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

const review = (page: Page) => page.getByTestId('review-dialog')
const send = (page: Page) => page.getByTestId('confirm-send')

async function loadCondor(page: Page, account: string): Promise<void> {
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('g')
  await page.keyboard.type('iron condor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Iron condor/ })).toBeVisible()
}

const overrideField = (page: Page) => page.getByRole('textbox', { name: /Type .send anyway./ })

async function expectMended(page: Page): Promise<void> {
  await review(page).getByRole('button', { name: 'Receive 300 instead' }).click()
  await expect(send(page)).toHaveText(/Send: buy, receive 300/)
  await expect(review(page).getByText(/Wrong way round/)).toHaveCount(0)
  await expect(review(page)).toContainText('Maximum loss')
}

test('a debit typed for a credit is blocked in the builder, with one button that sets it right', async ({ page, account }) => {
  await loadCondor(page, account)
  await chooseFirm(page)
  await chooseIoc(page)
  await page.getByRole('textbox', { name: 'Price per package' }).fill('+300')
  await expect(page.getByRole('radio', { name: 'Pay', exact: true })).toBeChecked()
  const ticket = page.getByRole('region', { name: 'Ticket' })
  await expect(ticket.getByTestId('price-block')).toContainText(/Wrong way round: you pay 300/)
  await page.keyboard.press('Control+Enter')
  await expect(ticket.getByRole('button', { name: /^Review/ })).toBeDisabled()
  await expect(review(page)).toHaveCount(0)
  await overrideField(page).fill('send anyway')
  await page.keyboard.press('Control+Enter')
  await expect(review(page).getByTestId('price-block')).toContainText(/Wrong way round: you pay 300/)
  await expect(send(page)).toBeEnabled()
  await expectMended(page)
})

test('the ticket sets a wrong price right with one button, and needs no word then', async ({ page, account }) => {
  await loadCondor(page, account)
  await chooseFirm(page)
  await page.getByRole('textbox', { name: 'Price per package' }).fill('+3000')
  const ticket = page.getByRole('region', { name: 'Ticket' })
  await ticket.getByRole('button', { name: 'Receive 3,000 instead' }).click()
  await expect(ticket.getByTestId('price-block')).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Receive' })).toBeChecked()
  await page.keyboard.press('Control+Enter')
  await expect(send(page)).toHaveText(/Send: buy, receive 3,000/)
})

test('a plain number is received where the legs pay, and the toggle turns it', async ({ page, account }) => {
  await loadCondor(page, account)
  await chooseFirm(page)
  const price = page.getByRole('textbox', { name: 'Price per package' })
  await expect(page.getByRole('radio', { name: 'Receive' })).toBeChecked()
  await price.fill('300')
  await expect(page.getByRole('region', { name: 'Ticket' })).toContainText('You receive 300')
  await page.getByText('Pay', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Ticket' })).toContainText('You pay 300')
  await price.fill('-450')
  await expect(page.getByRole('radio', { name: 'Receive' })).toBeChecked()
  await expect(price).toHaveValue('-450')
})

test('the same slip at one’s own price on an RFQ is blocked as well, with its worst case named', async ({ page, account }) => {
  await loadCondor(page, account)
  await reviewAndSend(page)
  await page.getByTestId('live-rfq').getByRole('link', { name: 'Show in Orders' }).click()
  await ready(page)
  const card = page.getByTestId('order-drawer').getByRole('region', { name: 'RFQ', exact: true })
  await card.getByText('Firm up at your price', { exact: true }).click()
  const price = card.getByRole('textbox', { name: 'Price per package' })
  await expect(card.getByRole('radio', { name: 'Receive' })).toBeChecked()
  await price.fill('+300')
  await expect(card.getByTestId('price-block')).toContainText(/Wrong way round: you pay 300/)
  await price.focus()
  await page.keyboard.press('Enter')
  await expect(card.getByRole('button', { name: 'Firm up' })).toBeDisabled()
  await expect(review(page)).toHaveCount(0)
  await overrideField(page).fill('send anyway')
  await page.keyboard.press('Enter')
  await expect(review(page).getByTestId('price-block')).toContainText(/Wrong way round: you pay 300/)
  await expect(send(page)).toBeEnabled()
  await expectMended(page)
})

test('Back in the review of one instrument gives the ticket back as it was typed', async ({ page, account }) => {
  await signIn(page, account)
  await page.goto('/markets?trade=BTC-20261225-100000C&side=buy')
  const ticket = page.getByTestId('single-leg-ticket')
  await ticket.getByRole('textbox', { name: 'Quantity' }).fill('3')
  await ticket.getByRole('textbox', { name: 'Price' }).fill('90')
  await ticket.getByRole('button', { name: 'Review' }).click()
  await review(page).getByRole('button', { name: 'Back' }).click()
  await expect(ticket.getByRole('textbox', { name: 'Quantity' })).toHaveValue('3')
  await expect(ticket.getByRole('textbox', { name: 'Price' })).toHaveValue('90')
  // Sent from there, it is over.
  await ticket.getByRole('button', { name: 'Review' }).click()
  await clickSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/Order (?:accepted|working)|(?:Bought|Sold) [\d.,]+ · /)
  await expect(ticket).toBeHidden()
})
