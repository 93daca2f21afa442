/** The positions as a table: read with only the keyboard, fitted to every width, and taken elsewhere. */
import { expect, expectAccessible, signIn, test } from '../fixtures.ts'

test('the positions are gone through by keyboard alone, and Tab and F6 leave them', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  const grid = page.getByTestId('positions-grid')
  const btc = grid.getByRole('row', { name: /^(?=.*BTC 4 legs)/ })
  await expect(btc).toHaveAttribute('aria-level', '1')
  await expect(btc).toHaveAttribute('aria-expanded', 'true')

  // Signing in leads there.
  await expect(page.getByRole('region', { name: 'Positions' })).toBeFocused()
  await page.keyboard.press('Shift+F')
  await page.keyboard.type('eth short')
  await expect(grid.getByRole('row', { name: /BTC/ })).toHaveCount(0)
  await expect(page.getByText('1 of 7; sums are of these')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(btc).toBeVisible()

  // The filter leads back to the rows, as the panel itself does.
  const isInGrid = () => grid.evaluate(element => element.contains(document.activeElement))
  await expect.poll(isInGrid).toBe(true)
  await page.keyboard.press('Shift+F6')
  await page.keyboard.press('F6')
  await expect(page.getByRole('region', { name: 'Positions' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(grid.getByRole('gridcell', { name: /BTC/ }).first()).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(btc).toHaveAttribute('aria-expanded', 'false')
  await page.keyboard.press('ArrowRight')
  await expect(btc).toHaveAttribute('aria-expanded', 'true')

  await page.keyboard.press('Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Instrument\tSize\t[^\n]*uPnL[^\n]*\nBTC\t/)

  await page.keyboard.press('Tab')
  expect(await isInGrid()).toBe(false)
  await page.keyboard.press('F6')
  await page.keyboard.press('F6')
  await expect(page.locator('section[data-panel]:focus')).toHaveCount(1)
  await expectAccessible(page)
})

test('at every width the columns fit, no name and no figure is cut, and a button says what it does', async ({ page }) => {
  await signIn(page)
  const grid = page.getByTestId('positions-grid')
  await expect(grid.getByRole('button', { name: 'Sell to close BTC PERP' })).toBeVisible()
  await expect(grid.getByRole('button', { name: 'Collapse BTC' })).toBeVisible()
  for (const width of [1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(grid.getByRole('columnheader', { name: 'Delta' })).toBeVisible()
    await expect
      .poll(() =>
        grid.evaluate(element => {
          const cells = [...element.querySelectorAll('[role="gridcell"]')].filter(cell => cell.getAttribute('col-id') !== 'instrument')
          const right = Math.max(...[...element.querySelectorAll('[role="columnheader"]')].map(head => head.getBoundingClientRect().right))
          const names = [...element.querySelectorAll('[role="gridcell"][col-id="instrument"] span')]
          return {
            names: names.filter(name => name.scrollWidth > name.clientWidth + 1).map(name => name.textContent),
            cut: cells.filter(cell => cell.scrollWidth > cell.clientWidth + 1).map(cell => cell.textContent),
            isWithin: right <= element.getBoundingClientRect().right + 1,
          }
        }),
      )
      .toEqual({ names: [], cut: [], isWithin: true })
  }
})

test('a set of columns is chosen, and the positions are saved as CSV, one line each with all columns', async ({ page }) => {
  await signIn(page)
  const grid = page.getByTestId('positions-grid')
  await page.getByRole('button', { name: 'View of the positions' }).click()
  await page.getByLabel('Columns').selectOption('greeks')
  await expect(grid.getByRole('columnheader', { name: 'Theta' })).toBeVisible()
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await expect(grid.getByRole('row', { name: /legs/ })).toHaveCount(2)
  await expect(grid.getByRole('row', { name: /BTC PERP/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Expand all' }).click()
  await expect(grid.getByRole('row', { name: /BTC PERP/ })).toHaveCount(1)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save CSV' }).click()
  const chunks: Buffer[] = []
  for await (const chunk of await (await download).createReadStream()) chunks.push(Buffer.from(chunk))
  const [head = '', first = '', ...more] = Buffer.concat(chunks).toString('utf8').split('\r\n')
  expect(head).toMatch(
    /^\ufeff"account","time_utc","symbol","structure","quote","Instrument","Size",.*"Delta","Γ 1 %","Vega","Theta",.*"Check"/,
  )
  expect(first).toMatch(/^"[^"]+","[\dT:.-]+Z","BTC-/)
  const symbols = [first, ...more].map(line => line.split('","')[2])
  expect(new Set(symbols).size).toBe(symbols.length)
})

test('magnified to 200 % the screen scrolls, and the positions keep eight rows', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 450 })
  await signIn(page)
  const box = await page.getByTestId('positions-grid').boundingBox()
  expect(box?.height).toBeGreaterThanOrEqual(9 * 28)
})

test('a panel takes the whole screen, and Escape gives it back', async ({ page }) => {
  await signIn(page)
  const risk = page.getByRole('region', { name: 'Risk' })
  await expect(page.getByTestId('book-payoff')).toBeVisible()
  const before = await risk.boundingBox()
  await page.getByRole('button', { name: 'Maximise Risk' }).click()
  await expect.poll(async () => (await risk.boundingBox())?.width).toBe(page.viewportSize()?.width)
  await page.keyboard.press('Escape')
  await expect.poll(() => risk.boundingBox()).toEqual(before)
})
