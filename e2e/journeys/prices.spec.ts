import { buyLeg, strikesOnScreen } from '../builder.ts'
import { expect, minuteMs, passToSample, samplesSaved, test } from '../controlled.ts'
import { expectAccessible, ready, signIn } from '../fixtures.ts'

test('a draft has its price and its volatility by the fitted curves before it was ever looked at, and says what is missing', async ({
  page,
  desk,
}) => {
  await signIn(page)
  await expect.poll(() => samplesSaved(page)).toBeGreaterThan(0)
  for (let quarter = 0; quarter < 2; quarter += 1) await passToSample(page, desk, 15 * minuteMs)
  await page.goto('/build')
  await ready(page)
  const [first] = await strikesOnScreen(page)
  if (first === undefined) throw new Error('No strike is quoted on both sides.')
  await buyLeg(page, first.call)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Price over time' }).click()
  const drawer = page.getByTestId('price-drawer')
  await expect(drawer.getByTestId('price-chart')).toContainText('By the fitted curves')
  await expect(drawer.getByTestId('volatility-chart')).toContainText('IV of the curve')
  await drawer.getByTestId('volatility-chart').getByRole('button', { name: 'Table' }).click()
  await expect(
    drawer
      .getByTestId('volatility-chart')
      .locator('td')
      .filter({ hasText: /^\d+\.\d\d$/ })
      .first(),
  ).toBeVisible()
  await expectAccessible(page, { within: '[data-testid="price-drawer"]' })
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/prices=/)
})
