import type { Locator, Page } from '@playwright/test'
import { draftCondor, openBuilder, reviewAndSend } from '../builder.ts'
import { clickSend, holdEnter, tapEnter } from '../confirm.ts'
import { deskOf } from '../controlled.ts'
import { expect, expectAccessible, ready, signIn, startLegwork, test } from '../fixtures.ts'
import { takeQuote } from '../take.ts'

const blotter = (page: Page) => page.getByTestId('open-orders-grid')
const row = (page: Page, name: RegExp) => blotter(page).getByRole('row', { name })
const drawer = (page: Page) => page.getByTestId('order-drawer')
const section = (page: Page) => drawer(page).getByRole('region', { name: 'RFQ', exact: true })

async function openRfq(page: Page, name: RegExp): Promise<void> {
  await row(page, name).getByRole('gridcell').first().click()
  await expect(section(page)).toBeVisible()
}
const live = (page: Page) => page.getByTestId('live-rfq')

async function askForCondor(page: Page): Promise<string> {
  await openBuilder(page)
  await draftCondor(page)
  const id = await reviewAndSend(page)
  await expect(live(page)).toContainText('RFQ live')
  await live(page).getByRole('link', { name: 'Show in Orders' }).click()
  await ready(page)
  return id
}

const takeRest = (page: Page, done: Locator, press?: () => Promise<void>): Promise<void> =>
  takeQuote(page, drawer(page).getByRole('button', { name: /^Take \d/ }), done, press)
const filled = (page: Page) => section(page).and(page.locator('[data-state="filled"]'))

test('dealers quote an RFQ in Orders, and its quote is taken by the keyboard; a cut socket loses nothing', async ({
  page,
  account,
}) => {
  const sockets: { readonly end: () => Promise<void> }[] = []
  await page.routeWebSocket('**/v1/feed*', socket => {
    const venue = socket.connectToServer()
    sockets.push({
      end: async () => {
        await socket.close({ code: 1012 })
        await venue.close()
      },
    })
  })
  await signIn(page, account)
  await expect(page.getByText('fills and cancels arrive at once')).toBeVisible()
  await sockets[0]?.end()
  await expect(page.getByText('reconnecting')).toBeVisible()
  await askForCondor(page)
  const condor = section(page)
  await expect(row(page, /iron condor/i)).toContainText(/29:\d\d|30:00/)
  const quotes = condor.getByRole('region', { name: 'Quotes' })
  await expect(quotes.getByRole('button', { name: /^Take up to receive/ }).first()).toBeVisible()
  await expect(quotes.getByTestId('rfq-price')).toHaveText(/^(pay|receive) [\d,.]+$/)
  await expect(quotes).toContainText(/Legs(pay|receive) \d/)
  await expectAccessible(page)
  await expect(drawer(page)).toBeFocused()
  await takeRest(page, filled(page), () => page.keyboard.press('Alt+t'))
  await expect(condor).toContainText('filled')
  await expect(condor.getByRole('button', { name: /^Take/ })).toHaveCount(0)
  await expect(condor.getByRole('textbox')).toHaveCount(0)
  await expect(condor.getByRole('button', { name: 'Again' })).toBeVisible()
  await expect(
    row(page, /iron condor/i)
      .filter({ hasText: /Filled/ })
      .first(),
  ).toBeVisible()
  await expect.poll(() => sockets.length).toBeGreaterThan(1)
  await page.keyboard.press('6')
  await expect(page.getByText('fills and cancels arrive at once')).toBeVisible()
})

test('a quote that moves between the click and the word is asked about again, and nothing is sent meanwhile', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await askForCondor(page)
  let posts = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/api/order')) posts += 1
  })
  const take = drawer(page).getByRole('button', { name: /^Take \d/ })
  await expect(take).toBeEnabled()
  // Every dealer is worse by 1,000 once the review is open.
  let isWorse = false
  await page.route('**/v1/api/orderbook?**', async route => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { orderbook_response: Record<'buy' | 'sell', { price: string }[]> }
    const worse = isWorse ? 1_000 : 0
    for (const level of body.orderbook_response.buy) level.price = (Number(level.price) - worse).toFixed(1)
    for (const level of body.orderbook_response.sell) level.price = (Number(level.price) + worse).toFixed(1)
    await route.fulfill({ response: answer, json: body })
  })
  await take.click()
  const review = page.getByTestId('review-dialog')
  await expect(review).toBeVisible()
  isWorse = true
  await expect(review.getByTestId('quote-moved')).toContainText('The quote moved')
  const confirm = page.getByTestId('confirm-send')
  await expect(confirm).toHaveText(/^Review at /)
  await tapEnter(page)
  await expect(confirm).toHaveText(/^Send: /)
  expect(posts).toBe(0)
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  expect(posts).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('no more than wanted is taken over a lost answer, a reload and a second tab', async ({
  page,
  context,
  watched,
}) => {
  // Refused look-ups are logged to the console.
  watched.expected.push('400 (Bad Request)', 'net::ERR_')
  const server = await startLegwork()
  const desk = deskOf(server.url)
  try {
    await page.routeWebSocket('**/v1/feed*', socket => socket.close())
    await signIn(page, 'demo', server.url)
    await page.goto(`${server.url}/build?base=BTC`)
    await ready(page)
    await draftCondor(page)
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('0.4')
    await reviewAndSend(page)
    await live(page).getByRole('link', { name: 'Show in Orders' }).click()
    const condor = section(page)
    const take = condor.getByRole('button', { name: /^Take \d/ })
    await expect(take).toBeEnabled()
    await condor.getByLabel('Size to take').fill('0.2')
    await expect(take).toHaveText(/^Take 0.2 · /)
    await desk.fault({ fault: 'refuse', on: 'orderDetails', error_code: '16', message: 'busy', count: 1000 })
    await desk.fault({ fault: 'reset', on: 'placeOrder' })
    const left = page.waitForRequest(
      request => request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/order'),
    )
    await take.click()
    await holdEnter(page)
    await expect(page.getByTestId('review-dialog')).toBeHidden()
    await expect(condor.getByRole('list', { name: 'Already out for this RFQ' })).toContainText('0.2 in doubt')
    // An order still being stored when the page closes is not sent.
    await left
    await expect(take).toHaveText(/^Take 0.2 · /)
    await page.reload()
    await ready(page)
    await expect(condor.getByRole('list', { name: 'Already out for this RFQ' })).toContainText('0.2 in doubt')
    await desk.clearFaults()
    await expect(condor.getByRole('list', { name: 'Levels tried' })).toContainText(/filled/)
    await expect(condor.getByRole('list', { name: 'Already out for this RFQ' })).toHaveCount(0)
    // The other tab reviews the rest while this one takes it.
    const other = await context.newPage()
    await signIn(other, 'demo', server.url)
    await other.goto(`${server.url}/orders`)
    await ready(other)
    await openRfq(other, /iron condor/i)
    await drawer(other)
      .getByRole('button', { name: /^Take \d/ })
      .click()
    await expect(other.getByTestId('review-dialog')).toBeVisible()
    await page.bringToFront()
    await takeRest(page, filled(page))
    await other.bringToFront()
    await expect(other.getByTestId('review-dialog')).toContainText('This RFQ is filled: 0.4 of 0.4.')
    await expect(other.getByTestId('confirm-send')).toBeDisabled()
    await other.close()
    await expect(page.getByText(/RFQ ends/)).toHaveCount(0)
  } finally {
    await page.goto('about:blank')
    await server.stop()
  }
})

test('a firm-up that rests counts beside a take: two tabs never sell more than was wanted, also when the market moves', async ({
  page,
  context,
  account,
}) => {
  const server = await startLegwork()
  const desk = deskOf(server.url)
  const strangle = section
  const out = (at: Page) => strangle(at).getByRole('list', { name: 'Already out for this RFQ' })
  const take = (at: Page) => strangle(at).getByRole('button', { name: /^Take \d/ })
  try {
    await desk.setPrices({ BTC: '90000' })
    await signIn(page, account, server.url)
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('sell 0.3 25d strangle rfq')
    await expect(page.getByTestId('line-preview')).toContainText('Sell 0.3')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /strangle/i })).toBeVisible()
    await reviewAndSend(page)
    await live(page).getByRole('link', { name: 'Show in Orders' }).click()
    await expect(take(page)).toHaveText(/^Take 0.3 · /)
    const price = strangle(page).getByTestId('rfq-price')
    const received = Number(/receive ([\d,.]+)/.exec(await price.innerText())?.[1]?.replaceAll(',', ''))
    const better = Math.round(received / 50) * 50 + 200
    await strangle(page).getByText('Firm up at your price', { exact: true }).click()
    const firm = strangle(page).getByRole('form', { name: /^Firm up/ })
    await firm.getByRole('textbox', { name: 'Quantity' }).fill('0.2')
    await firm.getByLabel('Price per package').fill(String(better))
    await firm.getByText('GTC').click()
    await firm.getByRole('button', { name: 'Firm up' }).click()
    await clickSend(page)
    await expect(out(page)).toContainText(/^0\.2 working, receive [\d,]+Cancel it$/)
    // Take offers the remaining 0.1 in both tabs; each reviews it.
    const other = await context.newPage()
    await signIn(other, account, server.url)
    await other.goto(`${server.url}/orders`)
    await ready(other)
    await expect(row(other, /strangle/i).first()).toContainText('0.2 working')
    await openRfq(other, /strangle/i)
    await expect(out(other)).toContainText('0.2 working')
    await expect(take(other)).toHaveText(/^Take 0.1 · /)
    await take(other).click()
    await expect(other.getByTestId('confirm-send')).toBeEnabled()
    await page.bringToFront()
    await expect(take(page)).toHaveText(/^Take 0.1 · /)
    await takeRest(page, strangle(page).getByText('No size is left to take.'))
    await expect(take(page)).toHaveCount(0)
    await other.bringToFront()
    const review = other.getByTestId('review-dialog')
    await expect(review).toContainText('Nothing of 0.3 is left of this RFQ; this order is for 0.1.')
    await expect(review).toContainText(/0\.1 filled · 0\.2 working, receive/)
    await expect(review.getByRole('button', { name: 'Cancel it' })).toBeVisible()
    await expect(other.getByTestId('confirm-send')).toBeDisabled()
    // The market reaches the resting order: both tabs show 0.3 of 0.3, and the account is short 0.3.
    await desk.setPrices({ BTC: '80000' })
    await expect(review).toContainText('This RFQ is filled: 0.3 of 0.3.')
    await expect(other.getByTestId('confirm-send')).toBeDisabled()
    await page.bringToFront()
    await expect(strangle(page)).toHaveAttribute('data-state', 'filled')
    await expect(out(page)).toHaveCount(0)
    await other.close()
    const answer = await page.waitForResponse('**/v1/api/positions')
    const { positions } = ((await answer.json()) as { positions_response: { positions: { size: string }[] } })
      .positions_response
    expect(positions.map(({ size }) => Number(size))).toEqual([-0.3, -0.3])
  } finally {
    await page.goto('about:blank')
    await server.stop()
  }
})

test('a price of one’s own on an RFQ that is the wrong way round is blocked, with one button that sets it right', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await askForCondor(page)
  const card = section(page)
  await card.getByText('Firm up at your price', { exact: true }).click()
  const price = card.getByRole('textbox', { name: 'Price per package' })
  await expect(card.getByRole('radio', { name: 'Receive' })).toBeChecked()
  await price.fill('+300')
  await expect(card.getByTestId('price-block')).toContainText(/Wrong way round: you pay 300/)
  await expect(card.getByRole('button', { name: 'Firm up' })).toBeDisabled()
  await page.getByRole('textbox', { name: /Type .send anyway./ }).fill('send anyway')
  await page.keyboard.press('Enter')
  const review = page.getByTestId('review-dialog')
  await expect(review.getByTestId('price-block')).toContainText(/Wrong way round: you pay 300/)
  await expect(page.getByTestId('confirm-send')).toBeEnabled()
  await review.getByRole('button', { name: 'Receive 300 instead' }).click()
  await expect(page.getByTestId('confirm-send')).toHaveText(/Send: buy, receive 300/)
  await expect(review.getByText(/Wrong way round/)).toHaveCount(0)
})
