import { buyLeg, strikesOnScreen } from '../builder.ts'
import { clickSend } from '../confirm.ts'
import { expect, hourMs, minuteMs, pass, passToSample, samplesSaved, test } from '../controlled.ts'
import { expectAccessible, ready, signIn } from '../fixtures.ts'
import { placeOrder } from '../venue.ts'

// The journey covers hours.
const perpetual = 'BTC-USD-PERPETUAL'

const numberOf = (text: string | null): number => Number((text ?? '').replaceAll(',', ''))

test('an instrument is sampled from the first look on, and an own order is amended by dragging its line', async ({
  page,
  desk,
}) => {
  await signIn(page)
  await expect.poll(() => samplesSaved(page)).toBeGreaterThan(0)
  await page.goto(`/markets?instrument=${perpetual}`)
  await ready(page)
  const chart = page.getByTestId('price-chart')
  await expect(chart.getByLabel('Time at the crosshair')).toBeAttached()
  for (let minute = 0; minute < 3; minute += 1) await passToSample(page, desk, minuteMs)
  await pass(page, desk, 2 * hourMs)
  await passToSample(page, desk, minuteMs)
  await expect(chart.locator('title').filter({ hasText: 'No samples from' })).toHaveCount(1)

  await chart.getByRole('button', { name: 'Table' }).click()
  const values = chart.getByRole('row').locator('td')
  await expect.poll(() => values.count()).toBeGreaterThan(3)
  const mid = numberOf(await values.first().textContent())
  expect(mid).toBeGreaterThan(1_000)
  await chart.getByRole('button', { name: 'Table' }).click()

  const price = Math.floor(mid * 0.99)
  await placeOrder(page, {
    client_order_id: 'rests-1',
    symbol: perpetual,
    type: 'LIMIT',
    time_in_force: 'GTC',
    recv_window: 3,
    quantity: '0.5',
    price: String(price),
  })
  await page.reload()
  await ready(page)
  const line = chart.getByRole('slider', { name: /^Buy 0\.5 at [\d,.]+: amend by moving its price$/ })
  await expect(line).toBeVisible()
  await line.scrollIntoViewIfNeeded()
  const box = await line.boundingBox()
  if (box === null) throw new Error('The line is not drawn.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 12, { steps: 4 })
  const moved = numberOf(/at ([\d,.]+)$/.exec((await line.textContent()) ?? '')?.[1] ?? null)
  expect(moved).toBeGreaterThan(price)
  expect(moved).toBeLessThan(mid)
  await page.mouse.up()
  await expect(page.getByTestId('replaces')).toContainText('is cancelled first')
  await clickSend(page)
  await expect(page.getByTestId('review-dialog')).toBeHidden()
  await expect(line).toHaveAccessibleName(`Buy 0.5 at ${moved.toLocaleString('en-US')}: amend by moving its price`)
  await expect(line).toHaveCount(1)
})

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
