import { buyLeg, chooseFirm, openBuilder, reviewAndSend, strikesOnScreen } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'
import { venueSays } from '../venue.ts'

test('an order whose answer is lost is unknown, also after a reload, until it is found: one order, sent once', async ({
  page,
  account,
  watched,
}) => {
  watched.expected.push('net::ERR_FAILED')
  await page.routeWebSocket('**/v1/feed*', () => undefined)
  await signIn(page, account)
  await openBuilder(page)
  let posts = 0
  const taken = new Promise<void>(resolve => {
    void page.route('**/v1/api/order', async route => {
      if (route.request().method() !== 'POST') return route.fallback()
      posts += 1
      await route.fetch()
      resolve()
    })
  })
  let isHeld = true
  await page.route(/\/v1\/api\/(?:order\?|openOrders)/, route => (isHeld ? route.abort() : route.fallback()))
  const strikes = await strikesOnScreen(page)
  await buyLeg(page, strikes[Math.floor(strikes.length / 2)]?.call ?? '')
  await chooseFirm(page)
  await page.getByRole('textbox', { name: 'Price per package' }).fill('5')
  const id = await reviewAndSend(page)
  await taken
  await expect(page.getByTestId('order-outcome')).toContainText(/outcome unknown/i)
  await page.reload()
  await page.goto('/orders')
  await expect(page.getByText(/unconfirmed/).first()).toBeVisible()
  isHeld = false
  await expect(page.getByTestId('open-orders-grid').getByRole('row', { name: /buy/i })).toHaveCount(1)
  await ready(page)
  await expect(page.getByText(/unconfirmed/)).toHaveCount(0)
  expect(posts).toBe(1)
  const open = (await venueSays(page, '/v1/api/openOrders'))['query_open_orders_response'] as {
    open_orders: { client_order_id: string }[]
  }
  expect(open.open_orders.map(order => order.client_order_id)).toEqual([id])
})
