import type { Page } from '@playwright/test'
import { openBuilder, reviewAndSend } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'
import { takeQuote } from '../take.ts'

const drawer = (page: Page) => page.getByTestId('order-drawer')

async function doneOfThree(page: Page): Promise<number> {
  const text = await page
    .getByTestId('open-orders-grid')
    .getByRole('row', { name: /iron condor/i })
    .first()
    .innerText()
  return Number(/([\d.]+) of 3\b/.exec(text)?.[1] ?? Number.NaN)
}

test('a part of a live RFQ is taken by pointer, then by keys, and its row says what is done of what is wanted', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('10d/25d ic x3')
  await expect(page.getByTestId('line-preview')).toContainText('ron condor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Review RFQ/ })).toBeEnabled()
  await reviewAndSend(page)
  await page.getByTestId('live-rfq').getByRole('link', { name: 'Show in Orders' }).click()
  await ready(page)
  const size = drawer(page).getByRole('textbox', { name: 'Size to take' })
  await expect(size).toBeEnabled()
  await expect(size).toHaveValue('3')
  await expect.poll(() => doneOfThree(page)).toBe(0)
  await size.fill('4')
  await expect(drawer(page)).toContainText('At most 3: the remaining size')
  await expect(drawer(page).getByRole('button', { name: /^Take \d/ })).toBeDisabled()
  await size.fill('3')
  for (const value of ['2.9', '2.8']) {
    await drawer(page).getByRole('button', { name: 'Smaller size' }).click()
    await expect(size).toHaveValue(value)
  }
  const take = drawer(page).getByRole('button', { name: /^Take \d/ })
  const filled = drawer(page)
    .getByRole('list', { name: 'Levels tried' })
    .getByRole('listitem')
    .filter({ hasText: /filled/ })
  await takeQuote(page, take, filled.nth(0))
  await expect.poll(() => doneOfThree(page)).toBe(2.8)
  await size.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('0.1')
  await expect(size).toHaveValue('0.1')
  await takeQuote(page, take, filled.nth(1), async () => {
    await size.focus()
    for (let presses = 0; presses < 4 && !(await take.evaluate(each => each === document.activeElement)); presses += 1)
      await page.keyboard.press('Tab')
    await expect(take).toBeFocused()
    await page.keyboard.press('Enter')
  })
  await expect.poll(() => doneOfThree(page)).toBe(2.9)
})
