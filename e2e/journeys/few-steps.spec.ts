import type { Locator, Page } from '@playwright/test'
import { clickArmed, tapEnter } from '../confirm.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

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
  async click(place: Locator): Promise<void> {
    this.count += 1
    await place.click()
  }
  async clickArmed(place: Locator): Promise<void> {
    this.count += 1
    await clickArmed(this.#page, place)
  }
}

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
  steps.count += 1
  await tapEnter(page)
  await expect(page.getByTestId('live-rfq').getByRole('button', { name: /^Take \d/ })).toBeEnabled()
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
  await expect(live.getByRole('button', { name: /^Take 1\.9 · / })).toBeEnabled()
  await steps.click(live.getByRole('button', { name: /^Take \d/ }))
  await steps.clickArmed(page.getByTestId('confirm-send'))
  await expect(page.getByTestId('review-dialog')).toBeHidden()
  expect(steps.count).toBeLessThanOrEqual(3)
  await expect(live).toContainText('0.1 left')

  // By keys: the size, its figure, its take.
  const size = live.getByRole('textbox', { name: 'Size to take' })
  await expect(size).toHaveValue('0.1')
  await live.focus()
  await page.keyboard.press('q')
  await expect(size).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('review-dialog')).toBeVisible()
})
