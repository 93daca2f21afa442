import { draftFirmSpread, openBuilder, reviewAndSend } from '../builder.ts'
import { clickArmed, holdEnter } from '../confirm.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

test('a working order is amended in one reviewed step, with a price guarded as in the ticket, and cancelled by one press', {
  tag: '@smoke',
}, async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await draftFirmSpread(page)
  const price = page.getByRole('textbox', { name: 'Price per package' })
  await price.fill('-5')
  await expect(page.getByRole('radio', { name: 'Receive' })).toBeChecked()
  await price.fill('5')
  await expect(page.getByRole('radio', { name: 'Pay', exact: true })).toBeChecked()
  await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome').getByRole('article')).toHaveAttribute('data-state', 'accepted')
  await page.getByTestId('order-outcome').getByRole('link', { name: 'Show in Orders' }).click()
  await ready(page)
  await expect(page.getByTestId('order-drawer').getByText('What was sent')).toBeVisible()
  const grid = page.getByTestId('open-orders-grid')
  await grid.getByRole('button', { name: 'Amend' }).click()
  const calls: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (request.method() !== 'GET' && pathname.startsWith('/v1/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  const amending = page.getByTestId('amend-order')
  const amended = amending.getByRole('textbox', { name: 'Price per package' })
  const review = amending.getByRole('button', { name: 'Review' })
  await expect(amended).toHaveValue('5')
  await expect(amending.getByRole('radio', { name: 'Pay' })).toBeChecked()
  await amended.fill('90000')
  await expect(amending.getByTestId('price-block')).toContainText('Guaranteed loss')
  await expect(review).toBeDisabled()
  await amended.fill('-1700')
  await expect(amending.getByRole('radio', { name: 'Receive' })).toBeChecked()
  await amended.fill('10')
  await amended.press('ArrowUp')
  await expect(amended).toHaveValue('15')
  await amended.press('Shift+ArrowUp')
  await expect(amended).toHaveValue('65')
  await expect(review).toBeEnabled()
  await amended.fill('10.003')
  await expect(review).toBeDisabled()
  await amended.fill('10')
  const quantity = amending.getByRole('textbox', { name: 'Quantity', exact: true })
  await quantity.fill('3.03')
  await expect(review).toBeDisabled()
  await quantity.fill('1')
  await review.click()
  await expect(page.getByTestId('replaces')).toContainText('is cancelled first')
  expect(calls).toEqual([])
  await holdEnter(page)
  await expect(page.getByTestId('review-dialog')).toBeHidden()
  await expect.poll(() => calls).toEqual(['DELETE /v1/api/order', 'POST /v1/api/order'])
  await expect(grid.getByRole('row', { name: 'Working 1' })).toBeVisible()
  await clickArmed(
    page,
    grid.getByRole('row', { name: /spread.*pay 10\b.*Amend/i }).getByRole('button', { name: /^Cancel / }),
  )
  await expect(grid.getByRole('row', { name: /^Working \d/ })).toBeHidden()
})
