/** The grouped positions as a trader uses them: a spread is traded, found again as one structure, folded up, ticked, and drafted away; nothing is sent on the way. */
import { buyLeg, chooseFirm, chooseIoc, openBuilder, reviewAndSend, sellLeg, strikesOnScreen, takePrice } from '../builder.ts'
import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'

test('a spread that was traded stands as one structure, and ticking it drafts its close', async ({ page, account }) => {
  test.slow()
  await signIn(page, account)
  await openBuilder(page)
  const strikes = await strikesOnScreen(page)
  const [low, high] = [strikes[Math.floor(strikes.length * 0.6)], strikes[Math.floor(strikes.length * 0.8)]]
  await buyLeg(page, low?.call ?? '')
  await sellLeg(page, high?.call ?? '')
  await chooseFirm(page)
  await chooseIoc(page)
  await takePrice(page, 'Ask')
  await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/^(?:Bought|Sold) /)

  await page.goto('/portfolio')
  await ready(page)
  const grid = page.getByTestId('positions-grid')
  const structure = grid.getByRole('row', { name: /^(?!.*guessed).*Bull call spread/ })
  await expect(structure).toHaveCount(1)
  await expect(grid.getByRole('row', { name: /long|short/ })).toHaveCount(2)

  await structure.getByRole('gridcell', { name: /(Collapse|Expand) Bull call spread/ }).click()
  await page.keyboard.press('ArrowLeft')
  await expect(grid.getByRole('row', { name: /long|short/ })).toHaveCount(0)
  await page.reload()
  await ready(page)
  await expect(structure).toHaveCount(1)
  await expect(grid.getByRole('row', { name: /long|short/ })).toHaveCount(0)
  await structure.getByRole('gridcell', { name: /(Collapse|Expand) Bull call spread/ }).click()
  await page.keyboard.press('ArrowRight')
  await expect(grid.getByRole('row', { name: /long|short/ })).toHaveCount(2)

  // What a tick brings stands in free room: neither the rows nor the other buttons move, on a small screen as well.
  await page.setViewportSize({ width: 1280, height: 800 })
  const hedge = page.getByRole('button', { name: 'Hedge…' })
  const places = async () => [await grid.boundingBox(), await hedge.boundingBox()]
  const before = await places()
  await structure.getByRole('checkbox').check()
  await expect(page.getByText('2 ticked legs')).toBeVisible()
  expect(await places()).toEqual(before)
  await page.getByRole('button', { name: 'Roll…' }).click()
  await expect(page.getByTestId('draft-dialog')).toContainText('nothing is sent')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Close as package' }).click()
  await page.getByTestId('close-bar').getByRole('button', { name: 'Open in builder' }).click()
  await expect(page).toHaveURL(/\/build/)
  const draft = page.getByRole('region', { name: 'Structure' })
  await expect(draft.getByRole('button', { name: /^Sold .+, flip$/ })).toHaveCount(1)
  await expect(draft.getByRole('button', { name: /^Bought .+, flip$/ })).toHaveCount(1)
  await expect(page.getByRole('heading', { name: /call spread/i })).toBeVisible()
})

test('a hedge of the demo book names its base, its coverage and what it leaves', async ({ page }) => {
  await signIn(page)
  const grid = page.getByTestId('positions-grid')
  await expect(grid.getByText('BTC PERP')).toBeVisible()
  await page.getByRole('button', { name: 'Hedge…' }).click()
  const dialog = page.getByTestId('draft-dialog')
  await expect(dialog).toContainText(/4 of 4 legs priced/)
  await expect(dialog).toContainText(/(Buy|Sell) [\d.]+ BTC PERP leaves/)
  await dialog.getByRole('button', { name: 'Open in builder' }).click()
  await expect(page).toHaveURL(/\/build/)
  await expect(page.getByRole('radio', { name: 'Firm order' })).toBeChecked()
})
