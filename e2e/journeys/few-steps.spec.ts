/** What is done every day takes few keys and presses: each is counted here, and waiting for the venue counts for nothing. */
import type { Locator, Page } from '@playwright/test'
import { draftFirmSpread, openBuilder, reviewAndSend } from '../builder.ts'
import { look } from '../confirm.ts'
import { expect as expectInTime, passToSample, test as controlled } from '../controlled.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

/** Keys and presses so far. */
class Steps {
  count = 0
  readonly #page: Page
  constructor(page: Page) {
    this.#page = page
  }
  async key(key: string): Promise<void> {
    this.count += 1
    await this.#page.keyboard.press(key)
  }
  async type(text: string): Promise<void> {
    this.count += text.length
    await this.#page.keyboard.type(text)
  }
  /** By a mouse that comes from elsewhere, after a look. */
  async click(place: Locator): Promise<void> {
    this.count += 1
    await this.#page.mouse.move(1, 1)
    await look(this.#page)
    await place.click()
  }
}

/** From the portfolio, signed in, to quotes for a structure in desk words. */
async function askFor(page: Page, words: string): Promise<Steps> {
  await page.goto('/portfolio')
  await ready(page)
  const steps = new Steps(page)
  await steps.key('/')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
  await steps.type(words)
  await expect(page.getByTestId('line-preview')).toContainText('ron condor')
  await steps.key('Enter')
  await expect(page.getByRole('button', { name: /^Review RFQ/ })).toBeEnabled()
  await steps.key('Control+Enter')
  await expect(page.getByTestId('confirm-send')).toBeFocused()
  await look(page)
  await steps.key('Enter')
  await expect(page.getByTestId('live-rfq').getByRole('button', { name: /^Take: / })).toBeEnabled({ timeout: 30_000 })
  return steps
}

test('from the portfolio to quotes for a condor are at most 20 keys, and a part of them is taken in three presses', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  const { count } = await askFor(page, '10d/25d ic x2')
  expect(count).toBeLessThanOrEqual(20)
  const live = page.getByTestId('live-rfq')
  const steps = new Steps(page)
  await steps.click(live.getByRole('button', { name: 'Smaller size' }))
  await expect(live.getByRole('button', { name: /^Take: (buy|sell) 1$/ })).toBeEnabled()
  await steps.click(live.getByRole('button', { name: /^Take: / }))
  await steps.click(page.getByTestId('confirm-send'))
  expect(steps.count).toBeLessThanOrEqual(3)
})

test('one order is cancelled by one press of its button', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await draftFirmSpread(page)
  await page.getByRole('textbox', { name: 'Price per package' }).fill('5')
  await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/Order (?:accepted|working)/)
  await page.goto('/orders')
  await ready(page)
  const grid = page.getByTestId('open-orders-grid')
  const steps = new Steps(page)
  await steps.click(grid.getByRole('row', { name: /pay 5\b/ }).getByRole('button', { name: 'Cancel', exact: true }))
  await expect(grid.getByRole('row', { name: 'No working order' })).toBeVisible()
  expect(steps.count).toBe(1)
})

controlled('why money was lost today is one press of the day’s change', async ({ page, desk }) => {
  await desk.advanceTo(7, 59)
  await signIn(page)
  for (let minute = 0; minute < 3; minute += 1) await passToSample(page, desk, 60_000)
  await page.goto('/portfolio')
  await ready(page)
  const steps = new Steps(page)
  await steps.click(page.getByTestId('portfolio-header').getByRole('button', { name: /Day change/ }))
  await expectInTime(page.getByTestId('explanation')).toContainText('Day change')
  await expectInTime(page.getByTestId('explanation').getByRole('table', { name: 'Change of equity explained' })).toBeVisible()
  expectInTime(steps.count).toBeLessThanOrEqual(2)
})
