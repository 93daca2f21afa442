import type { Page } from '@playwright/test'
import {
  buyLeg,
  chooseFirm,
  chooseIoc,
  chooseMarket,
  openBuilder,
  sellLeg,
  strikesOnScreen,
  takePrice,
} from '../builder.ts'
import { clickSend, holdEnter } from '../confirm.ts'
import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'
import { venueSays } from '../venue.ts'

interface Row {
  readonly symbol: string
  readonly size: string
  readonly cash_balance: string
}
interface Execution {
  readonly executed_price: string
  readonly executed_quantity: string
}

async function positions(page: Page): Promise<Map<string, string>> {
  const answer = await venueSays(page, '/v1/api/positions')
  return new Map((answer['positions_response'] as { positions: Row[] }).positions.map(row => [row.symbol, row.size]))
}

async function usdCash(page: Page): Promise<number> {
  const answer = await venueSays(page, '/v1/api/balances')
  return Number((answer['balance_response'] as Row[]).find(row => row.symbol === 'USD')?.cash_balance)
}

const outcome = (page: Page) => page.getByTestId('order-outcome')
const review = (page: Page) => page.getByTestId('review-dialog')

test('a firm spread is sent by Enter held and by no other key, and changes position and cash as the ledger says', {
  tag: '@smoke',
}, async ({ page, account }) => {
  let posts = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/api/order')) posts += 1
  })
  await signIn(page, account)
  await openBuilder(page)
  const strikes = await strikesOnScreen(page)
  const [low, high] = [strikes[Math.floor(strikes.length * 0.6)], strikes[Math.floor(strikes.length * 0.8)]]
  const before = await usdCash(page)
  await buyLeg(page, low?.call ?? '')
  await sellLeg(page, high?.call ?? '')
  await chooseFirm(page)
  await chooseIoc(page)
  await takePrice(page, 'Ask')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('confirm-send')).toBeFocused()
  for (const key of ['Space', 'Enter', '8', 'Enter']) await page.keyboard.press(key)
  await expect(review(page)).toContainText('Ignored: you were typing')
  const id = (await review(page).locator('code').last().textContent()) ?? ''
  await page.clock.runFor(500)
  await page.keyboard.press('Enter')
  await expect(review(page)).toContainText('Hold Enter until the bar is full')
  expect(posts).toBe(0)
  await holdEnter(page)
  await expect(outcome(page)).toContainText(/^(?:Bought|Sold) [\d.,]+ · /)
  expect(posts).toBe(1)
  const record = (await venueSays(page, `/v1/api/order?client_order_id=${id}`))['query_order_response'] as Record<
    string,
    unknown
  >
  expect(record['order_state']).toBe('filled')
  const sign = record['side'] === 'buy' ? -1 : 1
  const paid = (record['executions'] as Execution[]).reduce(
    (sum, each) => sum + sign * Number(each.executed_price) * Number(each.executed_quantity),
    0,
  )
  expect(await usdCash(page)).toBeCloseTo(before + paid, 6)
  expect(await positions(page)).toEqual(
    new Map([
      [low?.call, '1.0'],
      [high?.call, '-1.0'],
    ]),
  )

  await page.goto('/portfolio')
  await ready(page)
  await expect(page.getByRole('radio', { name: 'Trades', exact: true })).toBeChecked()
  await page.getByRole('radio', { name: 'Net', exact: true }).click()
  const grid = page.getByTestId('positions-grid')
  const structure = grid.getByRole('row', { name: /^(?!.*guessed).*Bull call spread/ })
  const legs = grid.getByRole('row', { name: /^(?:Tick by Space )?BTC \S+ \d+ C/ })
  await expect(structure).toHaveCount(1)
  await expect(legs).toHaveCount(2)
  await structure.getByRole('gridcell', { name: /(Collapse|Expand) Bull call spread/ }).click()
  await page.keyboard.press('ArrowLeft')
  await expect(legs).toHaveCount(0)
  await page.reload()
  await ready(page)
  await expect(structure).toHaveCount(1)
  await expect(legs).toHaveCount(0)

  // A tick moves neither rows nor other buttons, even on a small screen.
  await page.setViewportSize({ width: 1280, height: 800 })
  const view = page.getByRole('button', { name: 'View of the positions' })
  const places = async () => [await grid.boundingBox(), await view.boundingBox()]
  const stood = await places()
  await structure.getByRole('checkbox').check()
  await expect(page.getByText('2 ticked legs')).toBeVisible()
  expect(await places()).toEqual(stood)
  await page.getByRole('button', { name: 'Close as package' }).click()
  await page.getByTestId('close-bar').getByRole('button', { name: 'Open in builder' }).click()
  await expect(page).toHaveURL(/\/build/)
  await ready(page)
  const draft = page.getByRole('region', { name: 'Structure' })
  await expect(draft.getByRole('button', { name: /^Sold .+, flip$/ })).toHaveCount(1)
  await expect(draft.getByRole('button', { name: /^Bought .+, flip$/ })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: /Sell to close · Bull call spread/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: /firm/i })).toBeChecked()
  await chooseMarket(page)
  await page.getByRole('button', { name: /^Review/ }).click()
  await clickSend(page)
  await expect(outcome(page)).toContainText(/(?:Bought|Sold) to close|(?:Bought|Sold) [\d.,]+ · /)
  await expect(draft.getByRole('listitem')).toHaveCount(0)
  await page.goto('/portfolio')
  await ready(page)
  await expect(grid.getByText('Bull call spread')).toHaveCount(0)
})

test('who cannot hold a key types the size; a locked tab has no live Send; a rejection is shown with the venue’s reason', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await page.getByText('Typing the size').click()
  await openBuilder(page)
  const strikes = await strikesOnScreen(page)
  await sellLeg(page, strikes[Math.floor(strikes.length / 2)]?.call ?? '')
  await page.getByLabel('Quantity', { exact: true }).fill('200')
  await chooseFirm(page)
  await takePrice(page, 'Ask')
  const send = page.getByTestId('confirm-send')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+L')
  await page.keyboard.press('Control+Enter')
  await expect(review(page)).toContainText('Trading locked')
  await expect(send).toBeDisabled()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /locked.*unlock/i }).click()
  await page.keyboard.press('Control+Enter')
  await expect(send).toBeDisabled()
  await page.getByRole('textbox', { name: 'Type the size to send: 200' }).fill('200')
  await expect(send).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(send).toBeFocused()
  await page.clock.runFor(500)
  await page.keyboard.press('Enter')
  await expect(outcome(page)).toContainText('Order rejected')
  await expect(outcome(page)).toContainText('insufficient_account_balance')
  await expect(outcome(page)).toContainText(/balance|funds|margin/i)
})
