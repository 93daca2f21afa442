import type { Locator } from '@playwright/test'
import { clickSend } from '../confirm.ts'
import { expect, expectAccessible, ready, test } from '../fixtures.ts'
import { takeQuote } from '../take.ts'

test('the first start offers a round of two minutes, which follows what the trader does and is not offered again', async ({
  page,
}) => {
  await page.goto('/')
  const tour = page.getByTestId('tour')
  await page.getByRole('button', { name: /two-minute tour/ }).click()
  await expect(tour).toContainText('2 of 7Read the portfolio')
  await expect(tour).toBeFocused()
  await ready(page)
  /** Waits until the tour's ring surrounds this part. Both are read together, since arriving figures move the part. */
  const pointsAt = (part: Locator) =>
    expect
      .poll(() =>
        part.evaluate(element => {
          const ring = document.querySelector('[data-testid="tour-ring"]')?.getBoundingClientRect()
          const at = element.getBoundingClientRect()
          return ring === undefined
            ? 'no ring'
            : Math.max(Math.abs(at.left - ring.left), Math.abs(at.top - ring.top)) < 2
        }),
      )
      .toBe(true)
  await pointsAt(page.getByTestId('net-delta'))
  await page
    .getByTestId('portfolio-header')
    .getByRole('button', { name: /Net delta/ })
    .click()
  await expect(page.getByTestId('explanation')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(tour).toContainText('3 of 7Build an iron condor')
  await pointsAt(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Build' }))
  await page.keyboard.press('2')
  await expect(page).toHaveURL(/\/build/)
  await expect(page.getByTestId('chain-grid')).toBeVisible()
  await ready(page)
  await page.keyboard.press('g')
  await page
    .getByTestId('gallery')
    .getByRole('button', { name: /^Iron condor/ })
    .click()
  await expect(tour).toContainText('4 of 7Ask for quotes')
  await pointsAt(page.getByRole('button', { name: /^Review RFQ/ }))
  await expectAccessible(page, { within: '[data-testid="tour"]' })
  await page.getByRole('button', { name: /^Review RFQ/ }).click()
  await clickSend(page)
  await expect(tour).toContainText('5 of 7Take a quote')
  const take = page.getByTestId('live-rfq').getByRole('button', { name: /^Take \d/ })
  await takeQuote(page, take, tour.getByText('6 of 7').first())
  await pointsAt(page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Orders' }))
  await page.keyboard.press('3')
  await pointsAt(page.getByRole('tab', { name: 'Everybody’s' }))
  await page.getByRole('tab', { name: 'Everybody’s' }).click()
  await expect(tour).toContainText('7 of 7See the fill in the journal')
  await page.keyboard.press('5')
  await expect(tour).toContainText('The tour is complete.')
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
