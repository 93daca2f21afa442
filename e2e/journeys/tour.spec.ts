import type { Locator } from '@playwright/test'
import { clickSend, holdEnter } from '../confirm.ts'
import { expect, expectAccessible, ready, test } from '../fixtures.ts'

test.setTimeout(90_000)

test('the first start offers a round of two minutes, which follows what the trader does and is not offered again', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /two-minute tour/ }).click()
  const tour = page.getByTestId('tour')
  await expect(tour).toContainText('2 of 6Read the portfolio', { timeout: 20_000 })
  await expect(tour).toBeFocused()
  await ready(page)
  const ring = page.getByTestId('tour-ring')
  /** The ring of the tour lies around this part of the page. */
  const pointsAt = (part: Locator) =>
    expect(async () => {
      const [around, at] = [await ring.boundingBox(), await part.boundingBox()]
      expect([around?.x, around?.y]).toEqual([at?.x, at?.y])
    }).toPass({ timeout: 10_000 })
  await pointsAt(page.getByTestId('net-delta'))
  await page
    .getByTestId('portfolio-header')
    .getByRole('button', { name: /Net delta/ })
    .click()
  await expect(page.getByTestId('explanation')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(tour).toContainText('3 of 6Build an iron condor')
  await pointsAt(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Build' }))
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/\/build/)
  await expect(page.getByTestId('chain-grid')).toBeVisible({ timeout: 20_000 })
  await ready(page)
  await page.keyboard.press('g')
  await page
    .getByTestId('gallery')
    .getByRole('button', { name: /^Iron condor/ })
    .click()
  await expect(tour).toContainText('4 of 6Ask for quotes')
  await pointsAt(page.getByRole('button', { name: /^Review RFQ/ }))
  await expectAccessible(page, { within: '[data-testid="tour"]' })
  await page.getByRole('button', { name: /^Review RFQ/ }).click()
  await clickSend(page)
  await expect(tour).toContainText('5 of 6Take a quote')
  const take = page.getByTestId('live-rfq').getByRole('button', { name: /^Take: / })
  await expect(async () => {
    if (await take.isVisible()) await take.click({ timeout: 2_000 })
    for (let asked = 0; asked < 5 && (await page.getByTestId('review-dialog').isVisible()); asked += 1) await holdEnter(page)
    await expect(tour).toContainText('6 of 6', { timeout: 4_000 })
  }).toPass({ timeout: 45_000 })
  await page.keyboard.press('5')
  await expect(tour).toContainText('That is the round.')
  await ready(page)
  await expect(page.getByText(/iron condor/i).first()).toBeVisible()
  await tour.getByRole('button', { name: 'Done' }).click()
  await expect(tour).toHaveCount(0)
  await page.keyboard.press('6')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.keyboard.press('1')
  await expect(page.getByRole('button', { name: /sign in to the sandbox/i })).toBeVisible()
  await expect(page.getByRole('button', { name: /two-minute tour/ })).toHaveCount(0)
})
