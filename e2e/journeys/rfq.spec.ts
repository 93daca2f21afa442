import type { Locator, Page } from '@playwright/test'
import { draftCondor, openBuilder, reviewAndSend } from '../builder.ts'
import { holdEnter } from '../confirm.ts'
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
