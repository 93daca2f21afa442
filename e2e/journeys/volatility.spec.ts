/** Volatility of a base by pointer and keys, from smile to ticket and draft. */
import { expect, expectAccessible, signIn, test } from '../fixtures.ts'

test('term structure, surface, skew and arbitrage stand beside the smile, follow the base and the expiry, and have no accessibility finding', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/markets?view=volatility')
  const panel = page.getByTestId('volatility-panel')
  const skew = panel.getByRole('table', { name: 'Skew of BTC' })
  await expect(skew.getByRole('row').nth(2)).toContainText(/[\d.]+ %/)
  await skew.getByRole('row').nth(1).getByRole('button').click()
  await expect(page).toHaveURL(/expiry=\d+/)
  await expect(skew.getByRole('button', { pressed: true })).toHaveCount(1)
  await panel.getByText('By strike', { exact: true }).click()
  await expect(panel.getByRole('table', { name: 'Fitted volatility of BTC by expiry and strike' })).toBeVisible()
  await expect(panel.getByTestId('arbitrage-says')).toContainText(
    /^None between the bids and asks of \d+ quoted options/,
  )
  // A page that has just started sampling has no data from a day ago, and says so.
  await panel.getByRole('group', { name: 'Compare with' }).getByText('1 d', { exact: true }).click()
  await expect(panel.getByTestId('term-says')).toContainText('1 d ago: no sample')
  await expect(panel.getByTestId('remembered-says')).toContainText(/sample/)
  const points = panel.getByRole('slider', { name: /^Points of Smile of BTC/ })
  await points.focus()
  await points.press('ArrowRight')
  await expect(points).toHaveAttribute('aria-valuetext', /^BTC \w+ [\d.]+ [CP]: Bid .+ Mid .+ Ask .+ Fitted [\d.]+ %/)
  await points.press('Enter')
  await expect(panel.getByTestId('point-actions').getByRole('button', { name: 'Buy in draft' })).toBeVisible()
  await expectAccessible(page, { within: '[data-testid="volatility-panel"]' })
  await panel.getByLabel('Base', { exact: true }).selectOption('ETH')
  await expect(panel.getByRole('table', { name: 'Skew of ETH' })).toBeVisible()
})
