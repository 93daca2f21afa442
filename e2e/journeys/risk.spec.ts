/** The head of the portfolio and the risk of the book, as a trader reads them: every figure explained, every view at hand, by keys as well. */
import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'

test('a figure of the header explains itself: formula, inputs, sources, ages; equity by the definition chosen, which is kept', async ({
  page,
}) => {
  await signIn(page)
  await ready(page)
  await page.keyboard.press('e')
  const explanation = page.getByTestId('explanation')
  await expect(explanation).toContainText(/cash [\d,.]+ \+ option value .+ \+ futures uPnL .+ = [\d,.]+ USD/)
  const inputs = page.getByRole('table', { name: 'Inputs of Equity' })
  await expect(inputs.getByRole('row', { name: /BTC PERP/ })).toContainText(/\(mark [\d,.]+ − entry [\d,.]+\) × .*positions, venue mark/)
  await expect(inputs.getByRole('row', { name: /^BTC / }).first()).toContainText(/balances, index of BTC-USD/)
  await expectAccessible(page, { within: '[data-testid="explanation"]' })
  await explanation.getByLabel('Equity is').selectOption({ label: 'Cash + Σ uPnL' })
  await expect(explanation).toContainText(/option uPnL/)
  await page.keyboard.press('Escape')
  await expect(explanation).toBeHidden()
  await page.reload()
  await ready(page)
  await page.keyboard.press('e')
  await expect(explanation.getByLabel('Equity is')).toHaveValue('upnl')
})

test('the greeks say what they are of, and a position that cannot be priced would be named', async ({ page }) => {
  await signIn(page)
  await ready(page)
  await expect(page.getByTestId('net-vega')).toContainText(/^Vega, USD per point[+−]\d+$/)
  await expect(page.getByTestId('net-delta')).toContainText(/BTC [+−][\d.]+ · ETH [+−][\d.]+/)
  await page.getByTestId('net-delta').click()
  const inputs = page.getByRole('table', { name: 'Inputs of Net delta' })
  await expect(inputs.getByRole('row')).toHaveCount(8)
  await expect(inputs).toContainText(/volatility [\d.]+ % \(mid\), forward [\d,.]+/)
  await expect(page.getByTestId('explanation')).toContainText(/Coins held as cash are not in it/)
})

test('payoff of the book follows price, date and volatility, and has a table twin', async ({ page }) => {
  await signIn(page)
  await ready(page)
  const risk = page.getByTestId('risk-panel')
  await expect(risk.getByTestId('book-payoff')).toBeVisible()
  await expect(risk.getByTestId('book-extremes')).toContainText(/Best unlimited, worst .+ exact · break-even/)
  const now = risk.getByTestId('price-point')
  await expect(now).toContainText('At expiry')
  // A price that is chosen is said in full on the slider's own line, and moves nothing.
  const slider = risk.getByLabel('Price', { exact: true })
  const place = await slider.boundingBox()
  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', /^[\d,.]+ \([+−][\d.]+ %\)$/)
  expect(await slider.boundingBox()).toEqual(place)
  await risk.getByLabel('Date', { exact: true }).press('ArrowRight')
  await risk.getByLabel('Volatility', { exact: true }).press('ArrowRight')
  await expect(risk).toContainText('Your scenario')
  await risk.getByRole('button', { name: 'As now' }).click()
  await expect(risk).not.toContainText('Your scenario')
  await risk.getByRole('button', { name: 'Table' }).click()
  await expect(risk.getByRole('table', { name: 'Payoff of the book on BTC' })).toContainText('Break-even')
})

test('stress, greeks, concentration and expiries are a key away and without an accessibility finding', async ({ page }) => {
  test.slow()
  const panel = { within: '[data-testid="risk-panel"]' }
  await signIn(page)
  await ready(page)
  const risk = page.getByTestId('risk-panel')
  await page.keyboard.press('Shift+T')
  const stress = risk.getByRole('table', { name: /Profit and loss by price and volatility of all bases/ })
  await expect(
    stress
      .getByRole('row', { name: /^as now/ })
      .getByRole('cell')
      .nth(3),
  ).toHaveText('0')
  await expect(stress.locator('[data-marked="true"]')).toHaveCount(1)
  await expect(risk.getByTestId('stress-worst')).toContainText(/Worst −[\d,]+ USD at/)
  await expectAccessible(page, panel)
  await page.keyboard.press('Shift+G')
  const foot = risk.getByRole('table', { name: 'Greeks by expiry' }).getByRole('row', { name: /^Net/ })
  const header = page.getByTestId('net-delta')
  // Both are drawn from one poll, the panel a moment later.
  await expect
    .poll(async () => {
      const below = (await foot.getByRole('cell').first().textContent()) ?? 'nothing'
      return ((await header.textContent()) ?? '').includes(below)
    })
    .toBe(true)
  await risk.getByText('By strike').click()
  await expect(risk.getByRole('table', { name: 'Greeks by strike' })).toContainText(/BTC \d{2,3},000/)
  await expectAccessible(page, panel)
  await page.keyboard.press('Shift+N')
  await expect(risk.getByRole('table', { name: 'Shares of the book' }).getByRole('row', { name: /^All/ })).toContainText('100.0 %')
  await expectAccessible(page, panel)
  await page.keyboard.press('Shift+D')
  await expect(risk.getByRole('table', { name: /BTC .+ at settlement/ })).toContainText(/(ITM|OTM|Future)/)
  await expectAccessible(page, panel)
  await page.reload()
  await ready(page)
  await expect(risk.getByRole('radio', { name: 'Expiries' })).toBeChecked()
})

test('where there is no room the risk is a tab, and nothing is clipped', async ({ page }) => {
  await signIn(page)
  for (const [width, height] of [
    [1000, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('tab', { name: 'Risk' }).click()
    await expect(page.getByTestId('book-payoff')).toBeVisible()
    const header = page.getByTestId('portfolio-header')
    const clipped = await header.evaluate(
      element => [...element.querySelectorAll('button > span:nth-child(2)')].filter(each => each.scrollWidth > each.clientWidth + 1).length,
    )
    expect(clipped, `figures cut at ${width}`).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})
