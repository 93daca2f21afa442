import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  buyLeg,
  chooseFirm,
  chooseIoc,
  openBuilder,
  reviewAndSend,
  sellLeg,
  strikesOnScreen,
  takePrice,
} from '../builder.ts'
import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'

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
  await page.getByRole('checkbox', { name: 'All events' }).check()
  await page.getByRole('radio', { name: 'Fills' }).click()
}

const save = async (page: Page, name: string): Promise<string> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ])
  return await readFile(await download.path(), 'utf8')
}

test('a trade has its story and its quality in the journal, which leaves as a table and a backup, and comes back erased', async ({
  page,
  context,
  account,
}) => {
  await signIn(page, account)
  const id = await tradeSpread(page)
  await page.goto('/journal')
  await ready(page)
  const line = page.getByTestId('journal-days').locator('details').first()
  await expect(line).toContainText(/Bought .+, paid .+/)
  await line.locator('summary').first().click()
  await expect(line).toContainText('Confirmed')
  await expectAccessible(page)

  await page.getByRole('tab', { name: 'Quality' }).click()
  const quality = page.getByTestId('quality-grid')
  for (const kind of ['RFQs', 'Single orders'] as const) {
    await page.getByRole('radio', { name: kind, exact: true }).click()
    for (const width of [1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(
          () =>
            quality.evaluate(each =>
              Math.max(...[...each.querySelectorAll('*')].map(part => part.scrollWidth - each.clientWidth)),
            ),
          { message: `${kind} at ${width}` },
        )
        .toBeLessThanOrEqual(1)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const counted = quality.getByRole('row').filter({ hasText: 'Bull call spread' }).getByRole('gridcell')
  await expect(counted).toContainText(['Bull call spread', '1', /^−?[\d,.]+$/])
  await expectAccessible(page)
  expect(await save(page, 'CSV of the figures')).toContain(id)
  await quality.getByText('Bull call spread', { exact: true }).click()
  await page.getByTestId('quality-behind').getByText('Bull call spread', { exact: true }).click()
  await expect(page.getByTestId('order-drawer')).toBeVisible()
  await page.goto('/journal')
  await ready(page)

  await chooseFills(page)
  const fill = grid(page).getByText('Fill', { exact: true }).first()
  await expect(fill).toBeVisible()
  const files = page.getByRole('button', { name: 'Journal files' })
  await files.click()
  const csv = await save(page, 'CSV of these')
  expect(csv.replace('\ufeff', '').split('\r\n')[0]).toMatch(/^"time_utc","kind","what"/)
  expect(csv).toContain(id)
  expect(csv).toMatch(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z","execution","fill"/)
  await files.click()
  const backup = await save(page, 'Backup')
  const token = await page.evaluate(() => sessionStorage.getItem('legwork.session') ?? '')
  const secret = /eyJ[\w-]+\.[\w-]+\.[\w-]+/.exec(token)?.[0] ?? 'no token'
  expect(secret).not.toBe('no token')
  expect(backup).not.toContain(secret)

  const otherTab = await context.newPage()
  await signIn(otherTab, account)
  await otherTab.goto('/journal')
  const days = (each: Page) => each.getByTestId('journal-days').locator('details')
  await expect(days(otherTab).first()).toBeVisible()
  await page.goto('/settings?section=data')
  await page.getByRole('button', { name: 'Erase…' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(days(otherTab).first()).toBeVisible()
  await page.getByRole('button', { name: 'Erase…' }).click()
  await page.getByRole('button', { name: 'Erase journal, notes and samples' }).click()
  await expect(page.getByText('Journal, notes and samples erased')).toBeVisible()
  await expect(otherTab.getByText('Nothing in the journal yet')).toBeVisible()
  await page.goto('/journal')
  await expect(page.getByText('Nothing in the journal yet')).toBeVisible()
  await page
    .getByLabel('Backup to restore')
    .setInputFiles({ name: 'backup.json', mimeType: 'application/json', buffer: Buffer.from(backup) })
  await expect(page.getByText('Backup restored')).toBeVisible()
  await expect(days(otherTab).first()).toBeVisible()
  await page.reload()
  await chooseFills(page)
  await expect(fill).toBeVisible()
})
