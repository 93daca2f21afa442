import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { buyLeg, chooseFirm, chooseIoc, openBuilder, reviewAndSend, sellLeg, strikesOnScreen, takePrice } from '../builder.ts'
import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'

/** A call spread bought at the asking price, filled at once. */
async function tradeSpread(page: Page): Promise<string> {
  await openBuilder(page)
  const strikes = await strikesOnScreen(page)
  await buyLeg(page, strikes[Math.floor(strikes.length * 0.6)]?.call ?? '')
  await sellLeg(page, strikes[Math.floor(strikes.length * 0.8)]?.call ?? '')
  await chooseFirm(page)
  await chooseIoc(page)
  await takePrice(page, 'Ask')
  const id = await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/^(?:Bought|Sold) /)
  return id
}

const grid = (page: Page) => page.getByTestId('journal-grid')
async function chooseFills(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Every event' }).click()
  await page.getByRole('radio', { name: 'Fills' }).click()
}

test('a trade is found in the journal with its story, and takes a note that a search finds', async ({ page, account }) => {
  await signIn(page, account)
  await tradeSpread(page)
  await page.keyboard.press('Escape')
  await page.goto('/journal')
  await ready(page)
  // By day: one line for the order, its story under it.
  const line = page.getByTestId('journal-days').locator('details').first()
  await expect(line).toContainText(/Bought .+, paid .+/)
  await line.locator('summary').first().click()
  await expect(line).toContainText('Confirmed')
  await expectAccessible(page)
  await chooseFills(page)
  await grid(page).getByText('Fill', { exact: true }).first().click()
  const story = page.getByRole('region', { name: 'What happened to this order' })
  await expect(story).toContainText('Confirmed')
  await expect(story).toContainText('Filled')
  await page.getByRole('textbox', { name: 'Note' }).fill('=paid the ask')
  await page.getByRole('textbox', { name: 'Tags' }).fill('impatient')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByRole('radio', { name: 'All' }).click()
  await page.getByRole('searchbox', { name: 'Search the journal' }).fill('#impatient fill')
  await expect(grid(page).getByText('#impatient').first()).toBeVisible()
  await expectAccessible(page)
})

test('the journal leaves as a table and as a backup, and an erased one comes back from it', async ({ page, account }) => {
  await signIn(page, account)
  const id = await tradeSpread(page)
  await page.goto('/journal')
  await chooseFills(page)
  await expect(grid(page).getByText('Fill', { exact: true }).first()).toBeVisible()
  const token = await page.evaluate(() => sessionStorage.getItem('legwork.session') ?? '')
  const save = async (name: string): Promise<string> => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
    return await readFile(await download.path(), 'utf8')
  }
  const csv = await save('CSV of these')
  expect(csv.replace('\ufeff', '').split('\r\n')[0]).toMatch(/^"time_utc","kind","what"/)
  expect(csv).toContain(id)
  expect(csv).toMatch(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","execution","fill"/)
  const backup = await save('Backup')
  const secret = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(token)?.[0] ?? 'no token'
  expect(secret).not.toBe('no token')
  expect(backup).not.toContain(secret)
  await page.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('button', { name: 'Erase journal, notes and samples' }).click()
  await expect(page.getByText('Nothing in the journal yet')).toBeVisible()
  await page
    .getByLabel('Backup to restore')
    .setInputFiles({ name: 'backup.json', mimeType: 'application/json', buffer: Buffer.from(backup) })
  await expect(page.getByText('Backup restored')).toBeVisible()
  await expect(grid(page).getByText('Fill', { exact: true }).first()).toBeVisible()
  await page.reload()
  await chooseFills(page)
  await expect(grid(page).getByText('Fill', { exact: true }).first()).toBeVisible()
})

test('what ends next is one click away on every screen', async ({ page, account }) => {
  await signIn(page, account)
  await page.goto('/orders')
  await page.getByRole('button', { name: /^Next:/ }).click()
  await expect(page.getByTestId('ends')).toContainText('Nothing expiring')
  await expectAccessible(page)
})

test('Quality counts a filled order, leads to it and leaves as a table', async ({ page, account }) => {
  await signIn(page, account)
  const id = await tradeSpread(page)
  await page.goto('/journal')
  await ready(page)
  await page.getByRole('radio', { name: 'Quality', exact: true }).click()
  await page.getByRole('radio', { name: 'Single orders', exact: true }).click()
  const quality = page.getByTestId('quality-grid')
  // The market was on the screen when it was filled: its cost is known, of one order without an interval.
  await expect(quality.getByText(/^−?[\d,.]+ \(1\)$/).first()).toBeVisible()
  await expectAccessible(page)
  for (const kind of ['RFQs', 'Single orders'] as const) {
    await page.getByRole('radio', { name: kind, exact: true }).click()
    for (const width of [1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(
          () => quality.evaluate(each => Math.max(...[...each.querySelectorAll('*')].map(part => part.scrollWidth - each.clientWidth))),
          {
            message: `${kind} at ${width}`,
          },
        )
        .toBeLessThanOrEqual(1)
    }
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV of the figures', exact: true }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain(id)
  await quality.getByText('Bull call spread', { exact: true }).click()
  const behind = page.getByTestId('quality-behind')
  await behind.getByText('Bull call spread', { exact: true }).click()
  await expect(page.getByTestId('order-drawer')).toBeVisible()
})
