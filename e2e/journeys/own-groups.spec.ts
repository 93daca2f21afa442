/** Structures that were guessed are corrected by keys: split, joined, named, found again after a reload, and taken back. */
import { expect, expectAccessible, signIn, test } from '../fixtures.ts'

test('a straddle is split, its base joined and named by keys alone, and a reload and Undo find what was stored', async ({ page }) => {
  await signIn(page)
  const grid = page.getByTestId('positions-grid')
  const cell = (name: RegExp) => grid.locator('[col-id="instrument"]').filter({ hasText: name })
  const straddle = cell(/Straddle/)
  const byHand = cell(/by hand/)
  await expect(straddle).toBeVisible()

  await straddle.click()
  await page.keyboard.press('Shift+A')
  await expect(page.getByText('Split into 2 legs', { exact: true })).toBeVisible()
  await expect(straddle).toHaveCount(0)

  const legs = grid.getByRole('row', { name: /ETH/ }).and(grid.getByRole('row', { name: / [CP] / }))
  await expect(legs).toHaveCount(2)
  for (const leg of await legs.all()) {
    await leg.locator('[col-id="instrument"]').click()
    await page.keyboard.press('Space')
    await expect(leg).toHaveAttribute('aria-selected', 'true')
  }
  await page.keyboard.press('Shift+M')
  await expect(page.getByText('2 legs joined', { exact: true })).toBeVisible()
  await expect(byHand).toBeVisible()

  await byHand.click()
  await page.keyboard.press('F2')
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await expectAccessible(page)
  await name.fill('Gamma for Friday')
  await page.keyboard.press('Enter')
  const named = cell(/Gamma for Friday/)
  await expect(named).toBeVisible()

  await page.reload()
  await expect(named).toBeVisible()
  await named.click()
  await page.keyboard.press('Control+z')
  await expect(named).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(byHand).toHaveCount(0)
  await page.keyboard.press('Control+z')
  await expect(straddle).toBeVisible()
})
