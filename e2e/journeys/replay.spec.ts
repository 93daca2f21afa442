import type { Page } from '@playwright/test'
import { expect, minuteMs, passToSample, samplesSaved, test } from '../controlled.ts'
import { ready, signIn } from '../fixtures.ts'

const bar = (page: Page) => page.getByTestId('replay-bar')
const then = (page: Page) => page.getByTestId('past-portfolio')
const minute = (page: Page) => bar(page).getByRole('slider', { name: 'Minute' })
const equity = (page: Page) => page.getByTestId('total-equity')

async function headerThen(page: Page, minutesAgo: number): Promise<readonly string[]> {
  await minute(page).press('End')
  for (let step = 0; step < minutesAgo; step += 1) await minute(page).press('ArrowLeft')
  await expect(then(page)).toHaveAttribute('data-reading', 'false')
  return page
    .getByTestId('portfolio-header')
    .locator('[data-testid^="total-"], [data-testid^="net-"]')
    .allTextContents()
}

test('a recorded day is replayed: every figure of then, nothing to send, Space plays, Escape returns', async ({
  page,
  desk,
}) => {
  await signIn(page)
  await expect.poll(() => samplesSaved(page)).toBeGreaterThan(0)
  for (let step = 0; step < 4; step += 1) {
    await desk.setPrices({ BTC: String(100_000 + step * 750) })
    await passToSample(page, desk, minuteMs)
  }
  await page.getByRole('region', { name: 'History' }).getByRole('button', { name: 'Replay' }).click()
  await expect(bar(page)).toContainText('This is the past:')
  await expect(bar(page)).toContainText('Nothing can be sent.')
  await expect(then(page)).toBeVisible()
  await expect(page.getByTestId('positions-grid').getByText('BTC PERP')).toBeVisible()

  const [newest, before] = [await headerThen(page, 0), await headerThen(page, 2)]
  expect(newest.join()).not.toBe(before.join())
  await headerThen(page, 1)
  expect(await headerThen(page, 2)).toEqual(before)

  // Nothing trades: rows have no actions, the tab is locked, and its keys open nothing.
  await expect(page.getByRole('button', { name: /^(?:Buy|Sell) to close|^Close / })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Trading locked in this tab: unlock' })).toBeVisible()
  await expect(page.getByText('Trading locked in this tab', { exact: true })).toBeVisible()

  const asOf = Number(await minute(page).inputValue())
  await minute(page).press(' ')
  await expect(bar(page).getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.clock.fastForward(1_000)
  await expect(minute(page)).toHaveValue(String(asOf + minuteMs))
  await page.clock.fastForward(1_000)
  await page.clock.fastForward(1_000)
  await expect(bar(page).getByRole('button', { name: 'Play at 60×' })).toBeVisible()
  expect(await minute(page).inputValue()).toBe(String(asOf + 2 * minuteMs))

  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Lock trading in this tab' })).toBeVisible()
  await ready(page)
  await expect(equity(page)).toBeVisible()
})
