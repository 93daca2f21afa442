/**
 * `npm run tool -- pictures`: screenshots for README and docs at 1440 × 900 in both themes, of an account with a seeded
 * history.
 */
import { mkdirSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { reviewAndSend } from '../builder.ts'
import { deskOf } from '../controlled.ts'
import { ready, liveMarket, startLegwork } from '../fixtures.ts'
import { statedInstant } from '../../src/testing/stated-instant.ts'
import { desktop, launchBrowser } from './find-browser.ts'
import { seedHistory } from './seeded-history.ts'
import { buildCalendar, buildCondor, buildTenLegs } from './picture-drafts.ts'

const folder = 'e2e/pictures'
const settleMs = 3_000

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(settleMs)
  await page.screenshot({ path: `${folder}/${name}.png` })
  process.stdout.write(`${folder}/${name}.png\n`)
}

async function askForCondor(page: Page): Promise<void> {
  await buildCondor(page)
  await reviewAndSend(page)
  await expect(page.getByTestId('live-rfq')).toContainText('RFQ live')
}

async function takeAll(page: Page, theme: string): Promise<void> {
  await page.evaluate(value => localStorage.setItem('legwork.preferences', JSON.stringify({ theme: value })), theme)
  await page.goto('/portfolio')
  await ready(page)
  await take(page, `portfolio-${theme}`)
  await buildCondor(page)
  await take(page, `build-${theme}`)
  await buildCalendar(page)
  await take(page, `build-calendar-${theme}`)
  await buildTenLegs(page)
  await take(page, `build-ten-legs-${theme}`)
  // Requested once: while it is live the builder shows it instead of a ticket.
  await page.goto('/orders')
  await ready(page)
  if ((await page.getByTestId('rfq-board').getByRole('button', { name: /^Take/ }).count()) === 0)
    await askForCondor(page)
  await page.goto('/orders')
  await ready(page)
  await expect(page.getByTestId('rfq-board').getByRole('button', { name: /^Take/ }).first()).toBeEnabled({
    timeout: 20_000,
  })
  await take(page, `orders-${theme}`)
  await page.goto('/markets')
  await ready(page)
  await page.getByTestId('instruments-grid').getByText('BTC PERP').first().click()
  await take(page, `markets-${theme}`)
  await page.goto('/journal')
  await ready(page)
  await take(page, `journal-${theme}`)
  await page.goto('/orders?view=everybody')
  await ready(page)
  await expect(page.getByTestId('flow-grid').getByRole('row').nth(5)).toBeVisible({ timeout: 120_000 })
  await take(page, `flow-${theme}`)
  await page.goto('/settings')
  await ready(page)
  await take(page, `settings-${theme}`)
}

mkdirSync(folder, { recursive: true })
const browser = await launchBrowser()
const server = await startLegwork({
  ...liveMarket,
  SANDBOX_SEED: 'pictures',
  SANDBOX_CLOCK: statedInstant,
  SANDBOX_FLOW: 'busy',
})
const context = await browser.newContext(desktop(server.url))
const page = await context.newPage()
await seedHistory(page, deskOf(server.url))
for (const theme of ['dark', 'light']) await takeAll(page, theme)
await server.stop()
await browser.close()
