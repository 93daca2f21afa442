import { chooseMarket, reviewAndSend } from '../builder.ts'
import { clickSend } from '../confirm.ts'
import { expect, test } from '../controlled.ts'
import { ready, signIn } from '../fixtures.ts'

test('a structure is closed by ticking its row: an opposite draft, one order, and its legs are gone', { tag: '@smoke' }, async ({
  page,
}) => {
  await signIn(page)
  await ready(page)
  const grid = page.getByTestId('positions-grid')
  const spread = grid.locator('[row-id]', { hasText: 'Bull call spread' }).first()
  await expect(spread).toBeVisible()
  await spread.getByRole('checkbox').check()
  await expect(page.getByText('2 ticked legs')).toBeVisible()
  await page.getByRole('button', { name: 'Close as package' }).click()
  await page.getByTestId('close-bar').getByRole('button', { name: 'Open in builder' }).click()
  await expect(page).toHaveURL(/\/build/)
  await ready(page)
  const structure = page.getByRole('region', { name: 'Structure' })
  // Held long, the lower strike is sold; held short, the upper one is bought back.
  await expect(structure.getByRole('button', { name: /^Sold .+, flip$/ })).toHaveCount(1)
  await expect(structure.getByRole('button', { name: /^Bought .+, flip$/ })).toHaveCount(1)
  // It is called what it is, sells what is held, and is firm by default.
  await expect(page.getByRole('heading', { name: /^Close bull call spread/ })).toBeVisible()
  await expect(page.getByRole('radio', { name: /firm/i })).toBeChecked()
  await chooseMarket(page)
  await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/(?:Bought|Sold) to close|(?:Bought|Sold) [\d.,]+ · /)
  // A draft that has nothing left to close would open the opposite.
  await expect(structure.getByRole('listitem')).toHaveCount(0)
  await page.goto('/portfolio')
  await ready(page)
  await expect(grid.getByText('BTC PERP')).toBeVisible()
  await expect(grid.getByText('Bull call spread')).toHaveCount(0)
})

test('C closes what is ticked in place: what is sold, at which price, what it realises and leaves, and never more than is held', async ({
  page,
}) => {
  await signIn(page)
  await ready(page)
  const grid = page.getByTestId('positions-grid')
  const spread = grid.locator('[row-id]', { hasText: 'Bull call spread' }).first()
  await expect(spread).toBeVisible()
  await spread.getByRole('checkbox').check()
  await expect(page.getByText('2 ticked legs')).toBeVisible()
  await page.keyboard.press('c')
  const bar = page.getByTestId('close-bar')
  await expect(bar).toContainText('Close bull call spread')
  await expect(page.getByTestId('close-outcome')).toContainText(/you realise [+−][\d,.]+/)
  await expect(page.getByTestId('close-outcome')).toContainText(/after: BTC Δ [+−][\d.]+, worst ±3σ by \w+ [+−][\d,]+/)
  await expect(page).toHaveURL(/\/portfolio/)
  const size = bar.getByRole('textbox', { name: 'Size' })
  const held = await size.inputValue()
  await size.fill('9000')
  await expect(bar).toContainText('more would open the opposite')
  await expect(bar.getByRole('button', { name: 'Review closing' })).toBeDisabled()
  await size.fill(held)
  await bar.getByRole('button', { name: 'Review closing' }).click()
  const review = page.getByTestId('review-dialog')
  await expect(review).toContainText('Close bull call spread')
  await expect(review).toContainText('nothing is left')
  await clickSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/(?:Bought|Sold) to close|(?:Bought|Sold) [\d.,]+ · /)
  // Nothing of it is left to close: the bar is gone with it.
  await expect(bar).toHaveCount(0)
  await expect(grid.getByText('Bull call spread')).toHaveCount(0)
})
