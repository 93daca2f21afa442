import type { Page } from '@playwright/test'
import { buyLeg, openBuilder, sellLeg, strikesOnScreen } from '../builder.ts'
import { expect, pass, test } from '../controlled.ts'
import { expectAccessible, ready, signIn } from '../fixtures.ts'

/** Figures with two decimals, as money is written, in a part of the page: texts and what stands on hover. */
const money = (page: Page, testId: string): Promise<readonly string[]> =>
  page.getByTestId(testId).evaluate(part => {
    const said = [part.textContent ?? '', ...[...part.querySelectorAll('[title]')].map(each => each.getAttribute('title') ?? '')]
    return said.flatMap(text => text.match(/[+−-]?\d{1,3}(,\d{3})*\.\d\d\b(?! ?%)/g) ?? [])
  })

test('one key hides every amount on every screen, and a reload does not bring them back', async ({ page }) => {
  await signIn(page)
  await ready(page)
  const header = page.getByTestId('portfolio-header')
  await expect(header).toContainText(/\d,\d{3}\.\d\d/)
  await page.keyboard.press('Shift+P')
  await expect(header).toContainText('•••')
  expect(await money(page, 'portfolio-header')).toEqual([])
  const cell = (grid: string, column: string) => page.getByTestId(grid).locator(`[role="gridcell"][col-id="${column}"]`)
  for (const text of await cell('positions-grid', 'upnl').allInnerTexts()) expect(text.trim()).toMatch(/^(•••|–|)$/)
  await page.getByRole('button', { name: 'Balances by asset' }).click()
  await expect(cell('balances-grid', 'cash').first()).toBeVisible()
  for (const text of await cell('balances-grid', 'cash').allInnerTexts()) expect(text.trim()).toBe('•••')
  // Market prices stay.
  expect((await cell('positions-grid', 'mark').allInnerTexts()).join(' ')).toMatch(/\d/)
  await page.reload()
  await ready(page)
  await expect(header).toContainText('•••')
  expect(await money(page, 'portfolio-header')).toEqual([])
  await expect(page.getByRole('button', { name: 'Amounts are hidden: show' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Amounts are hidden: show' }).click()
  await expect(header).toContainText(/\d,\d{3}\.\d\d/)
})

test('the net of a package is told per package, per unit and in total', async ({ page }) => {
  await signIn(page)
  await openBuilder(page)
  const strikes = await strikesOnScreen(page)
  await buyLeg(page, strikes[Math.floor(strikes.length * 0.6)]?.call ?? '')
  await sellLeg(page, strikes[Math.floor(strikes.length * 0.8)]?.call ?? '')
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill('10')
  const structure = page.getByRole('region', { name: 'Structure' })
  await expect(structure).toContainText(/You pay [\d,.]+/)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Payoff' }).click()
  await page.keyboard.press('Shift+U')
  await expect(structure).toContainText('per unit of the first leg')
  await page.keyboard.press('Shift+U')
  await expect(structure).toContainText(/You pay [\d,.]+ in total/)
  await page.keyboard.press('Shift+U')
  await expect(structure).not.toContainText('per unit')
})

test('a price that crosses the level of a row’s menu is told once, and again only after it was back', async ({ page, desk }) => {
  await desk.setPrices({ BTC: '100000' })
  await signIn(page)
  await ready(page)
  await pass(page, desk, 3_000)
  await page.getByTestId('positions-grid').getByText('BTC PERP').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Alert me at a price…' }).click()
  const panel = page.getByTestId('ends')
  await panel.getByRole('textbox', { name: 'Level' }).fill('105000')
  await panel.getByRole('button', { name: 'Add alert' }).click()
  await expect(panel.getByText('BTC PERP above 105,000')).toBeVisible()
  await expect(panel.getByText(/^Armed · now/)).toBeVisible()
  await page.keyboard.press('Escape')
  const notice = page.getByTestId('notice').filter({ hasText: 'above 105,000' })
  await desk.setPrices({ BTC: '108000' })
  await pass(page, desk, 5_000)
  await expect(notice).toHaveCount(1)
  await page.clock.fastForward(10_000)
  await expect(notice).toHaveCount(0)
  await desk.setPrices({ BTC: '98000' })
  await pass(page, desk, 5_000)
  await page.getByRole('button', { name: /^Next:/ }).click()
  await expect(panel.getByText(/^Triggered .*, re-armed/)).toBeVisible()
  await page.keyboard.press('Escape')
  await desk.setPrices({ BTC: '107000' })
  await pass(page, desk, 5_000)
  await expect(notice).toHaveCount(1)
})

test('the portfolio prints on one page, light, with every position in full', async ({ page }) => {
  await signIn(page)
  await ready(page)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  // A4 and Letter, landscape, less their margins.
  for (const part of [page.getByTestId('positions-grid').getByRole('row').last(), page.getByRole('region', { name: 'History' })]) {
    const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    expect(width).toBeGreaterThan(0)
    expect(x + width).toBeLessThan(980)
    expect(y + height).toBeLessThan(740)
  }
})
