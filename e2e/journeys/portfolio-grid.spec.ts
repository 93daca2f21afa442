import { expect, ready, signIn, test } from '../fixtures.ts'

test('the portfolio at every width: columns fit, no figure is cut, a panel takes the whole screen, and the risk is a tab on a small one', async ({
  page,
}) => {
  await signIn(page)
  const grid = page.getByTestId('positions-grid')
  await expect(grid.getByRole('button', { name: 'Sell to close BTC PERP' })).toBeVisible()
  await expect(grid.getByRole('button', { name: 'Collapse BTC' })).toBeVisible()
  for (const width of [1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(grid.getByRole('columnheader', { name: 'P&L' })).toBeVisible()
    await expect
      .poll(() =>
        grid.evaluate(element => {
          const cells = [...element.querySelectorAll('[role="gridcell"]')].filter(
            cell => cell.getAttribute('col-id') !== 'instrument',
          )
          const right = Math.max(
            ...[...element.querySelectorAll('[role="columnheader"]')].map(head => head.getBoundingClientRect().right),
          )
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
  await page.setViewportSize({ width: 1440, height: 900 })
  const risk = page.getByRole('region', { name: 'Risk' })
  await expect(page.getByTestId('book-payoff')).toBeVisible()
  const before = await risk.boundingBox()
  await page.getByRole('button', { name: 'Maximise Risk' }).click()
  await expect.poll(async () => (await risk.boundingBox())?.width).toBe(page.viewportSize()?.width)
  await page.keyboard.press('Escape')
  await expect.poll(() => risk.boundingBox()).toEqual(before)

  await page.setViewportSize({ width: 640, height: 450 })
  await expect.poll(async () => (await grid.boundingBox())?.height).toBeGreaterThanOrEqual(9 * 28)
  for (const [width, height] of [
    [1000, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.getByRole('tab', { name: 'Risk' }).click()
    await expect(page.getByTestId('book-payoff')).toBeVisible()
    const cut = page
      .getByTestId('portfolio-header')
      .evaluate(
        head =>
          [...head.querySelectorAll('button > span:nth-child(2)')].filter(
            each => each.scrollWidth > each.clientWidth + 1,
          ).length,
      )
    expect(await cut, `figures cut at ${width}`).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})

test('a set of columns is chosen, rows are copied, positions are saved as CSV, and a structure is split, joined and named by keys', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  await page.getByRole('radio', { name: 'Net', exact: true }).click()
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
  await grid.getByRole('gridcell', { name: /BTC/ }).first().focus()
  await page.keyboard.press('Control+c')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Instrument\tsymbol\tSize\t[^\n]*\nBTC\t/)

  // Guessed structures are split and joined again by keys.
  const cell = (name: RegExp) => grid.locator('[col-id="instrument"]').filter({ hasText: name })
  await cell(/Straddle/).click()
  await page.keyboard.press('Shift+A')
  await expect(cell(/Straddle/)).toHaveCount(0)
  const legs = grid.getByRole('row', { name: /ETH/ }).and(grid.getByRole('row', { name: / [CP] / }))
  await expect(legs).toHaveCount(2)
  for (const leg of await legs.all()) {
    await leg.locator('[col-id="instrument"]').click()
    await page.keyboard.press('Space')
    await expect(leg).toHaveAttribute('aria-selected', 'true')
  }
  await page.keyboard.press('Shift+M')
  await expect(cell(/by hand/)).toBeVisible()
  await cell(/by hand/).click()
  await page.keyboard.press('F2')
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
})

test('the portfolio prints on one page, light, with every position in full', async ({ page }) => {
  await signIn(page)
  await ready(page)
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  for (const part of [
    page.getByTestId('positions-grid').getByRole('row').last(),
    page.getByRole('region', { name: 'History' }),
  ]) {
    // The table is drawn again for paper.
    const onPage = async (): Promise<boolean> => {
      const box = await part.boundingBox()
      return box !== null && box.width > 0 && box.x + box.width < 980 && box.y + box.height < 740
    }
    await expect.poll(onPage).toBe(true)
  }
})
