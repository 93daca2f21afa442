import { draftFirmSpread, openBuilder, reviewAndSend } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

test('a sign ends with its text, arrows step the price, and nothing off its step can be reviewed, in the ticket and in Amend', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  await draftFirmSpread(page)
  const price = page.getByRole('textbox', { name: 'Price per package' })
  await price.fill('-5')
  await expect(page.getByRole('radio', { name: 'Receive' })).toBeChecked()
  await price.fill('5')
  await expect(page.getByRole('radio', { name: 'Pay', exact: true })).toBeChecked()
  await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome')).toBeVisible()
  await page.goto('/orders')
  await ready(page)
  await page.getByTestId('open-orders-grid').getByRole('button', { name: 'Amend' }).click()
  const amending = page.getByTestId('amend-order')
  const amended = amending.getByRole('textbox', { name: 'Price per package' })
  const review = amending.getByRole('button', { name: 'Review' })
  await amended.fill('-1700')
  await expect(amending.getByRole('radio', { name: 'Receive' })).toBeChecked()
  await amended.fill('10')
  await expect(amending.getByRole('radio', { name: 'Pay' })).toBeChecked()
  await amended.press('ArrowUp')
  await expect(amended).toHaveValue('15')
  await amended.press('Shift+ArrowUp')
  await expect(amended).toHaveValue('65')
  await expect(review).toBeEnabled()
  await amended.fill('10.003')
  await expect(review).toBeDisabled()
  await amended.fill('10')
  await expect(review).toBeEnabled()
  await amending.getByRole('textbox', { name: 'Quantity', exact: true }).fill('3.03')
  await expect(review).toBeDisabled()
})
