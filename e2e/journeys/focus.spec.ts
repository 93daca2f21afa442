/**
 * Keyboard users never lose their place: when a drawer, dialog, menu, row or screen closes, the focus moves to the
 * page, not its body.
 */
import type { Page } from '@playwright/test'
import { draftCondor, draftFirmSpread, openBuilder, reviewAndSend } from '../builder.ts'
import { holdEnter } from '../confirm.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    return at === null || at === document.body
      ? 'body'
      : at.checkVisibility()
        ? 'a visible element'
        : `hidden ${at.tagName}`
  })

const isSomewhere = (page: Page, after: string): Promise<void> =>
  expect.poll(() => focused(page), { message: `focus after ${after}` }).toBe('a visible element')

test('the focus is never lost when a drawer, a menu, a dialog, a row or a screen goes away', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  await draftCondor(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('review-dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('review-dialog')).toHaveCount(0)
  await isSomewhere(page, 'a review')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await isSomewhere(page, 'the keys')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toHaveCount(0)
  await isSomewhere(page, 'the command line')

  await openBuilder(page)
  await draftFirmSpread(page)
  await page.getByRole('textbox', { name: 'Price per package' }).fill('5')
  await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome').getByRole('article')).toHaveAttribute('data-state', 'accepted')
  await isSomewhere(page, 'an order was sent')

  await page.keyboard.press('Escape')
  for (const [key, screen] of [
    ['1', 'portfolio'],
    ['4', 'markets'],
    ['5', 'journal'],
    ['3', 'orders'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(`/${screen}`))
    await ready(page)
    await isSomewhere(page, `the key of ${screen}`)
  }

  const row = page.getByTestId('open-orders-grid').getByRole('row', { name: /pay 5\b/ })
  await row.getByRole('gridcell').first().click()
  await expect(page.getByTestId('order-drawer')).toBeVisible()
  await page.getByRole('button', { name: 'Close the order' }).click()
  await expect(page.getByTestId('order-drawer')).toHaveCount(0)
  await isSomewhere(page, 'the detail of an order')
  await row.getByRole('gridcell').first().click({ button: 'right' })
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await isSomewhere(page, 'the menu of a row')
  await row.getByRole('button', { name: /^Cancel / }).focus()
  await holdEnter(page, row.getByRole('button', { name: /^Cancel / }))
  await expect(page.getByTestId('open-orders-grid').getByRole('row', { name: /^Working \d/ })).toBeHidden()
  await isSomewhere(page, 'the row of a cancelled order')
})
