/** A venue with only the core contract: no quotes, cancel or socket. */
import { reviewAndSend } from '../builder.ts'
import { clickSend } from '../confirm.ts'
import { expect, ready, signIn, startLegwork, test } from '../fixtures.ts'

const screens = ['portfolio', 'build', 'orders', 'markets', 'journal', 'settings'] as const

test('a venue that has only the contract shows every screen without an error, and no quotes, no Take, no cancel and no Flow', async ({
  page,
  watched,
}) => {
  watched.expected.push('404 (Not Found)', '405 (Method Not Allowed)')
  const core = await startLegwork({ SANDBOX_PROFILE: 'core' })
  await signIn(page, 'demo', core.url)
  await page.goto(`${core.url}/portfolio`)
  await ready(page)
  await expect(page.getByTestId('positions-grid').getByText('BTC PERP')).toBeVisible()
  for (const screen of screens) {
    await page.goto(`${core.url}/${screen}`)
    await ready(page)
    await expect(page.getByTestId('connection-light')).not.toHaveAttribute('data-state', 'failing')
  }
  await expect(page.getByText('no: polling only')).toBeVisible()
  await expect(page.getByText('no: RFQs of others are not shown. The venue has no socket')).toBeVisible()
  await page.goto(`${core.url}/flow`)
  await expect(page.getByText('This venue shows no flow')).toBeVisible()
  await expect(page.getByRole('tab')).toHaveCount(0)

  const listing = (await (await page.request.get(`${core.url}/v1/api/exchangeInfo`)).json()) as {
    entities_and_rules_response: { symbols: { symbol: string }[] }
  }
  const calls = listing.entities_and_rules_response.symbols
    .map(each => each.symbol)
    .filter(each => /^BTC-\d{8}-\d+C$/.test(each))
  const expiry = calls[0]?.split('-')[1] ?? ''
  const [low, high] = calls.filter(each => each.includes(expiry)).slice(-2)
  await page.goto(`${core.url}/build?legs=${encodeURIComponent(`${low}@1/${high}@-1`)}&side=buy&qty=2&mode=rfq`)
  await ready(page)
  await reviewAndSend(page)
  await expect(page.getByTestId('live-rfq')).toContainText('RFQ live')
  await page.getByTestId('live-rfq').getByRole('link', { name: 'Show in Orders' }).click()
  const asked = page.getByTestId('order-drawer').getByRole('region', { name: 'RFQ', exact: true })
  await expect(asked).toContainText('This venue shows no quotes: firm up at your price')
  await expect(asked.getByRole('button', { name: /^(Take|Refresh|Cancel)/ })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Cancel all/ })).toHaveCount(0)
  await expect(
    page
      .getByTestId('open-orders-grid')
      .getByRole('row', { name: /spread/i })
      .getByRole('button'),
  ).toHaveCount(0)
  await asked.getByText('Firm up at your price', { exact: true }).click()
  await asked.getByLabel('Price per package').fill('5')
  await asked.getByText('GTC').click()
  await asked.getByRole('button', { name: 'Firm up' }).click()
  await clickSend(page)
  await expect(asked.getByRole('list', { name: 'Levels tried' })).toContainText(/Buy 2, pay 5 (working|filled)/)
  await expect(page.getByRole('status').filter({ hasText: /error|fault/i })).toHaveCount(0)
  await page.goto('about:blank')
  await core.stop()
})
