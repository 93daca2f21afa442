import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'

test('the views of the risk are a key away, without an accessibility finding, and store their choices', async ({
  page,
}) => {
  const panel = { within: '[data-testid="risk-panel"]' }
  await signIn(page)
  await ready(page)
  const risk = page.getByTestId('risk-panel')
  await page.keyboard.press('e')
  const explanation = page.getByTestId('explanation')
  await expect(explanation).toContainText(/cash [\d,.]+ \+ option value .+ \+ futures uPnL .+ = [\d,.]+ USD/)
  await expectAccessible(page, { within: '[data-testid="explanation"]' })
  await explanation.getByLabel('Equity is').selectOption({ label: 'Cash + Σ uPnL' })
  await expect(explanation).toContainText(/option uPnL/)
  await page.keyboard.press('Escape')
  await expect(explanation).toBeHidden()
  const slider = risk.getByLabel('Price', { exact: true })
  const place = await slider.boundingBox()
  await slider.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', /^[\d,.]+ \([+−][\d.]+ %\)$/)
  expect(await slider.boundingBox()).toEqual(place)
  await risk.getByRole('button', { name: 'As now' }).click()
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
  await expect
    .poll(async () => {
      const below = (await foot.getByRole('cell').first().textContent()) ?? 'nothing'
      return ((await header.textContent()) ?? '').includes(below)
    })
    .toBe(true)
  await risk.getByText('By strike').click()
  await expect(risk.getByRole('table', { name: 'Greeks by strike' })).toContainText(/BTC \d{2,3},000/)
  await expectAccessible(page, panel)
  await risk.getByText('2nd order', { exact: true }).click()
  await expect(
    risk.getByRole('table', { name: 'Greeks by strike' }).getByRole('columnheader', { name: /^Vanna/ }),
  ).toBeVisible()
  await page.keyboard.press('Shift+N')
  await expect(
    risk.getByRole('table', { name: 'Shares of the book' }).getByRole('row', { name: /^All/ }),
  ).toContainText('100.0 %')
  await expectAccessible(page, panel)
  await page.keyboard.press('Shift+D')
  await expect(risk.getByRole('table', { name: /BTC .+ at settlement/ })).toContainText(/(ITM|OTM|Future)/)
  await expectAccessible(page, panel)
  await page.reload()
  await ready(page)
  await expect(risk.getByRole('radio', { name: 'Expiries' })).toBeChecked()
  await page.keyboard.press('e')
  await expect(explanation.getByLabel('Equity is')).toHaveValue('upnl')
  await page.keyboard.press('Escape')
  await expect(explanation).toBeHidden()
  await page.keyboard.press('Shift+G')
  await expect(risk.getByRole('columnheader', { name: /^Vanna/ })).toBeVisible()
})
