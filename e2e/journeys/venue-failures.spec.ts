import type { BrowserContext, Page } from '@playwright/test'
import { openBuilder, reviewAndSend } from '../builder.ts'
import { holdEnter, look } from '../confirm.ts'
import { expect, liveAt, ready, startLegwork, test as base } from '../fixtures.ts'
import { type Answer, type Mask, type MaskedCall, startMask } from '../mask.ts'

const executed = 'order has been fully executed and cannot be cancelled'
const notCached = 'exchange order id or client order id not found in order cache'
const notInCache = 'exchange order_id or client_order_id not found in order cache'
const refusedLogin = 'auth server rejected the authenticate request, Unauthorized'
const perpetual = 'BTC-USD-PERPETUAL'

interface Venue {
  readonly sandboxUrl: string
  readonly mask: Mask
  readonly appUrl: string
  readonly token: string
}

/** A sandbox behind a mask, and the page's server in front of both, which knows nothing of a sandbox. */
const test = base.extend<{ readonly venue: Venue; readonly desk: Page }>({
  venue: async ({ account, playwright }, use) => {
    const sandbox = await startLegwork()
    const mask = await startMask(sandbox.url)
    const app = await startLegwork({ EXCHANGE_URL: mask.url })
    const request = await playwright.request.newContext()
    const answer = await request.post(`${sandbox.url}/sandbox/session`, { data: { account } })
    const { credentials_secret } = (await answer.json()) as { credentials_secret: string }
    await use({ sandboxUrl: sandbox.url, mask, appUrl: app.url, token: credentials_secret })
    await request.dispose()
    await Promise.all([app.stop(), mask.stop()])
    await sandbox.stop()
  },
  /** A page that signed in with a pasted token, as at any venue. */
  desk: async ({ browser, venue }, use) => {
    const context: BrowserContext = await browser.newContext({ baseURL: venue.appUrl, viewport: { width: 1440, height: 900 } })
    await liveAt(context, venue.sandboxUrl)
    const page = await context.newPage()
    await page.goto('/settings')
    await page.getByLabel('Token (credentials_secret)').fill(venue.token)
    await page.getByLabel('Remember until this tab closes').check()
    await page
      .locator('form', { has: page.getByLabel('Token (credentials_secret)') })
      .getByRole('button', { name: /^Sign in/ })
      .click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await use(page)
    await context.close()
  },
})

/** The message of a cancel or a refresh that did nothing: only these four fields. */
const undone = ({ query }: MaskedCall, reason: string) => ({
  order_id: query.get('order_id') ?? '',
  client_order_id: query.get('client_order_id') ?? '',
  timestamp: '1700000000000000',
  reason,
})
const ok = (body: unknown): Answer => ({ status: 200, body })
const error = (error_code: string, message: string, status = 200): Answer => ({ status, body: { error: { error_code, message } } })

/** A firm order that rests far below the market, put there by another program. */
async function restOrder({ sandboxUrl, token }: Venue, id: string): Promise<void> {
  const book = (await (await fetch(`${sandboxUrl}/v1/api/orderbook?symbol=${perpetual}&depth=1`)).json()) as {
    orderbook_response: { buy: { price: string }[] }
  }
  const price = String(Math.floor(Number(book.orderbook_response.buy[0]?.price) * 0.9))
  const order = { symbol: perpetual, market_id: '0', side: 'buy', type: 'LIMIT', time_in_force: 'GTC', quantity: '0.01', price }
  const answer = await fetch(`${sandboxUrl}/v1/api/order`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', credentials_secret: token },
    body: JSON.stringify({ new_order: { ...order, client_order_id: id, recv_window: '100' } }),
  })
  expect(await answer.json()).toHaveProperty('order_accepted')
}

const toast = (page: Page, words: string | RegExp) => page.getByRole('region', { name: 'Notices' }).getByText(words).first()

test('an order that the venue calls executed is never called cancelled: its words stand on notice and order, which is looked up at once', async ({
  venue,
  desk,
}) => {
  const { mask } = venue
  await restOrder(venue, 'resting-1')
  mask.instead = call => (call.name === 'DELETE /v1/api/order' ? ok({ cancel_order_response: undone(call, executed) }) : undefined)
  await desk.goto('/orders')
  await ready(desk)
  const grid = desk.getByTestId('open-orders-grid')
  await grid.getByText('BTC PERP').first().click()
  await expect(desk.getByTestId('order-drawer')).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(desk.getByTestId('order-drawer')).toHaveCount(0)
  // A text of a cell takes no focus: the cell itself does.
  await grid
    .getByRole('gridcell', { name: /BTC PERP/ })
    .first()
    .focus()
  await desk.keyboard.press('Delete')
  await expect(desk.getByTestId('cancel-one')).toBeVisible()
  const before = mask.calls.length
  await holdEnter(desk)
  await expect(toast(desk, executed)).toBeVisible()
  const names = (): string[] => mask.calls.slice(before).map(call => call.name)
  await expect.poll(() => names().indexOf('GET /v1/api/order') > names().indexOf('DELETE /v1/api/order')).toBe(true)
  expect(names().filter(name => name === 'DELETE /v1/api/order')).toHaveLength(1)
  await grid.getByText('BTC PERP').first().click()
  await expect(desk.getByTestId('order-drawer').getByText(executed)).toBeVisible()
  await expect(desk.getByText(/^Cancelled/)).toHaveCount(0)
  await desk.keyboard.press('Escape')

  // Taken, though the answer names no order.
  mask.instead = call =>
    call.name === 'DELETE /v1/api/allOrders'
      ? ok({ cancel_all_orders_response: { timestamp: '1700000000000000', reason: 'success', user_tag: '' } })
      : undefined
  await desk.getByRole('button', { name: 'Cancel all…' }).click()
  await expect(desk.getByTestId('cancel-all')).toBeVisible()
  await holdEnter(desk)
  await expect(toast(desk, 'Cancelling 1 order')).toBeVisible()
  await expect(desk.getByText(/outcome unknown/)).toHaveCount(0)
})

test('an order answered by an error is unknown with the venue’s words until it is found; what the venue would not do is not called done', async ({
  venue: { mask },
  desk,
}) => {
  let isHeld = true
  mask.rewrite = ({ name, query }, answer) => {
    // Taken, and answered as if it were not understood.
    if (name === 'POST /v1/api/order') return error('16', 'invalid parameters')
    if (isHeld && name === 'GET /v1/api/order') return ok({ query_order_response: { error: 'failed', reason: notCached } })
    if (isHeld && name === 'GET /v1/api/openOrders') {
      const listed = (answer as { query_open_orders_response: object }).query_open_orders_response
      return ok({ query_open_orders_response: { ...listed, open_orders: [] } })
    }
    // Nobody quotes the combination, which says nothing of other books.
    if (name === 'GET /v1/api/orderbook' && query.get('symbol')?.includes('@') === true) return error('16', 'no such book', 404)
    return undefined
  }
  mask.instead = call => {
    if (call.name === 'POST /v1/api/refreshInterest') return ok({ refresh_response: undone(call, notCached) })
    if (call.name === 'DELETE /v1/api/order') return ok({ cancel_order_response: undone(call, notInCache) })
    return undefined
  }
  await openBuilder(desk)
  await desk.keyboard.press('g')
  await desk
    .getByTestId('gallery')
    .getByRole('button', { name: /^Iron condor/ })
    .click()
  await reviewAndSend(desk)
  const outcome = desk.getByTestId('order-outcome')
  await expect(outcome.getByRole('article')).toHaveAttribute('data-state', 'unknown')
  await expect(outcome).toContainText('invalid parameters')
  isHeld = false
  await expect(outcome.getByRole('article')).toHaveAttribute('data-state', 'accepted')
  expect(mask.calls.filter(call => call.name === 'POST /v1/api/order')).toHaveLength(1)
  await outcome.getByRole('link', { name: 'Show in Orders' }).click()
  await ready(desk)
  const card = desk.getByTestId('order-drawer').getByRole('region', { name: 'RFQ', exact: true })
  await card.getByRole('button', { name: 'Extend' }).click()
  await expect(toast(desk, notCached)).toBeVisible()
  await expect(desk.getByText(/^(Extended|Refreshed)/)).toHaveCount(0)
  await look(desk)
  await card.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(toast(desk, notInCache)).toBeVisible()
  await expect(desk.getByText(/^Cancelled/)).toHaveCount(0)
  // The combination's book is missing; the venue still has books.
  expect(mask.calls.some(call => call.name === 'GET /v1/api/orderbook' && call.query.get('symbol')?.includes('@') === true)).toBe(true)
  await expect(card.getByText('This venue shows no quotes')).toHaveCount(0)
  await desk.goto(`/markets?instrument=${perpetual}`)
  await expect(desk.getByRole('region', { name: 'Order book' }).getByRole('row').nth(1)).toContainText(/\d/)
})

test('a login refused by an error under 200 signs out in the venue’s words, and nothing private is asked any more', async ({
  venue: { mask },
  desk,
}) => {
  await desk.goto('/portfolio')
  await expect(desk.getByRole('button', { name: /lock/i }).first()).toBeVisible()
  await expect.poll(() => mask.calls.filter(call => call.isPrivate).length).toBeGreaterThan(2)
  mask.instead = call => (call.isPrivate ? error('14', refusedLogin) : undefined)
  await expect(desk.getByText(new RegExp(refusedLogin)).first()).toBeVisible({ timeout: 15_000 })
  // What was under way has been answered by then.
  await desk.waitForTimeout(1_000)
  const privately = (): number => mask.calls.filter(call => call.isPrivate).length
  const before = privately()
  await desk.waitForTimeout(5_000)
  expect(privately()).toBe(before)
  await desk.goto('/settings')
  await expect(desk.getByText(new RegExp(refusedLogin)).or(desk.getByLabel('Token (credentials_secret)')).first()).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Sign out' })).toHaveCount(0)
})
