import type { Page } from '@playwright/test'
import { draftCondor, openBuilder, reviewAndSend } from '../builder.ts'
import { clickSend, holdEnter } from '../confirm.ts'
import { deskOf } from '../controlled.ts'
import { expect, expectAccessible, ready, signIn, startLegwork, test } from '../fixtures.ts'
import { takeUntil } from '../take.ts'

const blotter = (page: Page) => page.getByTestId('open-orders-grid')
const row = (page: Page, name: RegExp) => blotter(page).getByRole('row', { name })
/** The one RFQ that is shown whole. */
const drawer = (page: Page) => page.getByTestId('order-drawer')
const section = (page: Page) => drawer(page).getByRole('region', { name: 'RFQ', exact: true })

async function openRfq(page: Page, name: RegExp): Promise<void> {
  await row(page, name).getByRole('gridcell').first().click()
  await expect(section(page)).toBeVisible()
}
const live = (page: Page) => page.getByTestId('live-rfq')

/** An iron condor from the gallery, asked for; ends in Orders. */
async function askForCondor(page: Page): Promise<string> {
  await openBuilder(page)
  await draftCondor(page)
  const id = await reviewAndSend(page)
  await expect(live(page)).toContainText('RFQ live')
  await live(page).getByRole('link', { name: 'Show in Orders' }).click()
  await ready(page)
  return id
}

const levels = (page: Page) => drawer(page).getByRole('list', { name: 'Levels tried' })

/** Takes all that is left: one quote may be for less. */
async function takeBest(page: Page, press?: () => Promise<void>): Promise<void> {
  const take = drawer(page).getByRole('button', { name: /^Take: / })
  const isOver = async () => /Nothing is left to take/.test((await section(page).textContent()) ?? '') || (await stateOf(page)) === 'filled'
  await takeUntil(page, { take, press, isDone: async () => (await isFilled(page)) && (await isOver()) })
  await expect(levels(page)).toContainText(/filled( [\d.]+ of [\d.]+)?, (pay|receive) \d/)
}

const stateOf = (page: Page) => section(page).getAttribute('data-state')

/** The newest order for the RFQ. */
const isFilled = async (page: Page): Promise<boolean> =>
  /filled/.test(
    (await levels(page)
      .getByRole('listitem')
      .first()
      .textContent({ timeout: 5_000 })
      .catch(() => '')) ?? '',
  )

test('an iron condor by template is asked for, quoted by dealers, taken in one step, and stands in Portfolio', { tag: '@smoke' }, async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await askForCondor(page)
  const condor = section(page)
  await expect(row(page, /iron condor/i)).toContainText(/29:\d\d|30:00/)
  await expect(condor).toContainText(/29:\d\d|30:00/)
  const quotes = condor.getByRole('region', { name: 'Quotes' })
  await expect(quotes.getByRole('button', { name: /^Take up to receive/ }).first()).toBeVisible()
  await expect(quotes.getByTestId('rfq-price')).toHaveText(/^(pay|receive) [\d,.]+$/)
  await expect(quotes).toContainText(/Legs(pay|receive) \d/)
  await expect(quotes).toContainText(/(pay|receive) [\d,.]+ in total/)
  await expectAccessible(page)
  await takeBest(page)
  // Done is done: nothing more can be taken, and once more is another button.
  await expect(condor).toContainText('filled')
  await expect(condor.getByRole('button', { name: /^Take/ })).toHaveCount(0)
  await expect(condor.getByRole('textbox')).toHaveCount(0)
  await expect(condor.getByRole('button', { name: 'Again' })).toBeVisible()
  await expect(
    row(page, /iron condor/i)
      .filter({ hasText: 'Filled.' })
      .first(),
  ).toContainText('1 of 1')
  await page.goto('/portfolio')
  await ready(page)
  await expect(page.getByTestId('positions-grid')).toContainText(/iron condor|BTC \d+[A-Z]{3}\d\d/i)
  await expect(page.getByTestId('portfolio-header')).toContainText(/uPnL/i)
})

test('the same by keyboard alone: the card is chosen, its quote taken, and the filled RFQ ends at the venue by itself', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await askForCondor(page)
  await expect(drawer(page).getByRole('button', { name: /^Take: / })).toBeEnabled()
  // The RFQ just sent is shown, and has the focus.
  await expect(drawer(page)).toBeFocused()
  // The notice leaves after some seconds.
  const notice = expect(page.getByText(/^RFQ filled, cancelled at the venue/)).toBeVisible({ timeout: 240_000 })
  await Promise.all([notice, takeBest(page, () => page.keyboard.press('Alt+t'))])
  await expect(blotter(page)).toContainText('No live RFQ')
  await expect(drawer(page).getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
})

test('a quote that moves between the click and the word is asked about again, and nothing is sent meanwhile', async ({ page, account }) => {
  await signIn(page, account)
  await askForCondor(page)
  let posts = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/api/order')) posts += 1
  })
  const take = drawer(page).getByRole('button', { name: /^Take: / })
  await expect(take).toBeEnabled()
  // Every dealer is worse by a thousand once the review is open.
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
  const price = await page.getByTestId('confirm-send').innerText()
  expect(price).toMatch(/^Review at /)
  // The makers go on quoting: each further move asks again.
  const confirm = page.getByTestId('confirm-send')
  await expect(async () => {
    await page.waitForTimeout(600)
    if ((await confirm.innerText()).startsWith('Review at ')) await page.keyboard.press('Enter')
    await expect(confirm).toHaveText(/^Send: /, { timeout: 1_000 })
  }).toPass({ timeout: 180_000 })
  expect(posts).toBe(0)
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  expect(posts).toBe(0)
  // A book that is on its way when the page closes is nobody's fault.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('the socket tells of a fill at once, dies, comes back, and nothing is lost', async ({ page, account }) => {
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
  await takeBest(page)
  await expect.poll(() => sockets.length).toBeGreaterThan(1)
  await page.keyboard.press('6')
  await expect(page.getByText('fills and cancels arrive at once')).toBeVisible()
  await page.keyboard.press('3')
  await expect(row(page, /iron condor/i).first()).toContainText(/filled/i)
  await page.keyboard.press('1')
  await ready(page)
  await expect(page.getByTestId('positions-grid').getByRole('row')).not.toHaveCount(1)
})

test('no more than wanted is taken over a lost answer, a reload and a second tab', async ({ page, context, watched }) => {
  // Refused look-ups stand on the console.
  watched.expected.push('400 (Bad Request)', 'net::ERR_')
  const server = await startLegwork({ SANDBOX_CONTROL: '1' })
  const desk = deskOf(server.url)
  try {
    // No push tells what the answer did not.
    await page.routeWebSocket('**/v1/feed*', socket => socket.close())
    await signIn(page, 'demo', server.url)
    await page.goto(`${server.url}/build?base=BTC`)
    await ready(page)
    await draftCondor(page)
    await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('0.4')
    await reviewAndSend(page)
    await live(page).getByRole('link', { name: 'Show in Orders' }).click()
    const condor = section(page)
    const take = condor.getByRole('button', { name: /^Take: / })
    await expect(take).toBeEnabled({ timeout: 20_000 })
    await condor.getByLabel('Size to take').fill('0.2')
    await expect(take).toHaveText('Take: buy 0.2')
    // The venue executes it; its answer and every look-up are lost.
    await desk.fault({ fault: 'refuse', on: 'orderDetails', error_code: '16', message: 'busy', count: 1000 })
    await desk.fault({ fault: 'reset', on: 'placeOrder' })
    const left = page.waitForRequest(request => request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/order'))
    await take.click()
    // A quote that moved is asked about once more.
    await expect(async () => {
      await holdEnter(page)
      await expect(page.getByTestId('review-dialog')).toBeHidden({ timeout: 500 })
    }).toPass({ timeout: 180_000 })
    await expect(condor.getByRole('list', { name: 'Already out for this RFQ' })).toContainText('0.2 in doubt')
    // What is only being stored when the page is left is not sent.
    await left
    await expect(take).toHaveText('Take: buy 0.2')
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
      .getByRole('button', { name: /^Take: / })
      .click()
    await expect(other.getByTestId('review-dialog')).toBeVisible()
    await page.bringToFront()
    await takeBest(page)
    await expect(condor).toContainText('filled')
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
  const server = await startLegwork({ SANDBOX_CONTROL: '1' })
  const desk = deskOf(server.url)
  const strangle = section
  const out = (at: Page) => strangle(at).getByRole('list', { name: 'Already out for this RFQ' })
  const take = (at: Page) => strangle(at).getByRole('button', { name: /^Take: / })
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
    await expect(take(page)).toHaveText('Take: sell 0.3')
    // 0.2 of the 0.3 rest at a price that nobody pays yet.
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
    // Take offers the 0.1 that is left, in the other tab as well; each reviews it.
    const other = await context.newPage()
    await signIn(other, account, server.url)
    await other.goto(`${server.url}/orders`)
    await ready(other)
    await expect(row(other, /strangle/i).first()).toContainText('0.2 working')
    await openRfq(other, /strangle/i)
    await expect(out(other)).toContainText('0.2 working')
    await expect(take(other)).toHaveText('Take: sell 0.1')
    await take(other).click()
    await expect(other.getByTestId('confirm-send')).toBeEnabled()
    await page.bringToFront()
    await expect(take(page)).toHaveText('Take: sell 0.1')
    await takeBest(page)
    await expect(strangle(page)).toContainText('Nothing is left to take.')
    await expect(take(page)).toHaveCount(0)
    await other.bringToFront()
    const review = other.getByTestId('review-dialog')
    await expect(review).toContainText('Nothing of 0.3 is left of this RFQ; this order is for 0.1.')
    await expect(review).toContainText(/0\.1 filled · 0\.2 working, receive/)
    await expect(review.getByRole('button', { name: 'Cancel it' })).toBeVisible()
    await expect(other.getByTestId('confirm-send')).toBeDisabled()
    // The market comes to what rests: both tabs know of 0.3 of 0.3, and the account is short 0.3.
    await desk.setPrices({ BTC: '80000' })
    await expect(review).toContainText('This RFQ is filled: 0.3 of 0.3.')
    await expect(other.getByTestId('confirm-send')).toBeDisabled()
    await page.bringToFront()
    await expect(strangle(page)).toHaveAttribute('data-state', 'filled')
    await expect(out(page)).toHaveCount(0)
    await other.close()
    const answer = await page.waitForResponse('**/v1/api/positions')
    const { positions } = ((await answer.json()) as { positions_response: { positions: { size: string }[] } }).positions_response
    expect(positions.map(({ size }) => Number(size))).toEqual([-0.3, -0.3])
  } finally {
    await page.goto('about:blank')
    await server.stop()
  }
})

test('a venue that has only the contract shows no quotes, no Take, no cancel, no error', async ({ page, account, watched }) => {
  // What the venue lacks is asked once; the browser itself puts that on its console.
  watched.expected.push('404 (Not Found)', '405 (Method Not Allowed)')
  const core = await startLegwork({ SANDBOX_PROFILE: 'core' })
  try {
    await signIn(page, account, core.url)
    await expect(page.getByText('no: polling only')).toBeVisible()
    const listing = (await (await page.request.get(`${core.url}/v1/api/exchangeInfo`)).json()) as {
      entities_and_rules_response: { symbols: { symbol: string }[] }
    }
    const calls = listing.entities_and_rules_response.symbols.map(each => each.symbol).filter(each => /^BTC-\d{8}-\d+C$/.test(each))
    const expiry = calls[0]?.split('-')[1] ?? ''
    const [low, high] = calls.filter(each => each.includes(expiry)).slice(-2)
    await page.goto(`${core.url}/build?legs=${encodeURIComponent(`${low}@1/${high}@-1`)}&side=buy&qty=2&mode=rfq`)
    await ready(page)
    await reviewAndSend(page)
    await expect(live(page)).toContainText('RFQ live')
    await live(page).getByRole('link', { name: 'Show in Orders' }).click()
    const asked = section(page)
    await expect(asked).toContainText('This venue shows no quotes: firm up at your price')
    await expect(asked.getByRole('button', { name: /^(Take|Refresh|Cancel)/ })).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Cancel all/ })).toHaveCount(0)
    await expect(row(page, /spread/i).getByRole('button')).toHaveCount(0)
    await asked.getByText('Firm up at your price', { exact: true }).click()
    await asked.getByLabel('Price per package').fill('5')
    await asked.getByText('GTC').click()
    await asked.getByRole('button', { name: 'Firm up' }).click()
    await clickSend(page)
    await expect(asked.getByRole('list', { name: 'Levels tried' })).toContainText(/Buy 2, pay 5 (working|filled)/)
    await expect(page.getByRole('status').filter({ hasText: /error|fault/i })).toHaveCount(0)
  } finally {
    // A page that goes on polling a server that is gone says so on its console.
    await page.goto('about:blank')
    await core.stop()
  }
})
