/** The P&L of a trade over time: its line, its best and worst point with their marks, its plan, and the same as a table; from Portfolio and the journal. */
import { expect, minuteMs, passToSample, samplesSaved, test } from '../controlled.ts'
import { ready, signIn } from '../fixtures.ts'

test('a trade is shown over time with its best and worst point and their marks, its plan, and the same as a table', async ({
  page,
  desk,
}) => {
  await signIn(page)
  await expect.poll(() => samplesSaved(page)).toBeGreaterThan(0)
  for (let minute = 0; minute < 3; minute += 1) await passToSample(page, desk, minuteMs)
  await page.getByRole('radio', { name: 'Trades', exact: true }).click()
  await expect(page.getByTestId('trades-proof')).toBeVisible()
  await page.getByTestId('positions-grid').getByText('Bull call spread').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'P&L over time…' }).click()
  const drawer = page.getByTestId('trade-line')
  const points = drawer.getByRole('table', { name: 'Best and worst point' })
  for (const name of ['Best', 'Worst']) {
    await expect(points.getByRole('row', { name })).toContainText(/[+−]?[\d,]+\.\d\d/)
    await expect(points.getByRole('row', { name })).toContainText(/C at [\d,.]+.* C at [\d,.]+.*net/)
  }
  await expect(drawer.getByRole('table', { name: 'Plan' }).getByRole('row', { name: 'The most at expiry' })).toContainText('not reached')
  await expect(drawer.getByText('No target and no stop')).toBeVisible()
  await expect(drawer.locator('svg path').first()).toBeVisible()
  await drawer.getByRole('button', { name: 'Table' }).click()
  const rows = drawer.getByRole('table', { name: 'P&L of the trade over time' }).getByRole('row')
  await expect.poll(() => rows.count()).toBeGreaterThan(3)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await page.goto('/journal')
  await ready(page)
  const line = page.getByTestId('journal-days').locator('details').filter({ hasText: 'Bought' }).first()
  await line.locator('summary').first().press('Enter')
  await line.getByRole('button', { name: 'P&L over time' }).press('Enter')
  await expect(drawer.getByRole('table', { name: 'Best and worst point' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/line=/)
  await page.getByRole('radio', { name: 'Every event' }).click()
  await page.getByRole('radio', { name: 'Fills' }).click()
  await page.getByTestId('journal-grid').getByText('Fill', { exact: true }).first().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'P&L over time…' }).click()
  await expect(drawer.getByTestId('trade-line-chart')).toBeVisible()
})
