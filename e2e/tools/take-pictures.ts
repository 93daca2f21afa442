/** `npm run pictures`: the README's pictures, taken of the built program at 1440 × 900 with a lived-in sandbox account. */
import { mkdirSync } from 'node:fs'
import { chromium, type Page } from '@playwright/test'
import { buyLeg, openBuilder, reviewAndSend, sellLeg, strikesOnScreen } from '../builder.ts'
import { ready, signIn, startLegwork } from '../fixtures.ts'
import { browserFlags, findBrowser } from './find-browser.ts'

const folder = 'e2e/pictures'
const settleMs = 2_500

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(settleMs)
  await page.screenshot({ path: `${folder}/${name}.png` })
  process.stdout.write(`${folder}/${name}.png\n`)
}

/** A four-legged structure from the strikes on screen. */
async function buildCondor(page: Page): Promise<void> {
  await openBuilder(page)
  const strikes = await strikesOnScreen(page)
  const at = (share: number) => strikes[Math.floor(strikes.length * share)]
  await buyLeg(page, at(0.15)?.put ?? '')
  await sellLeg(page, at(0.35)?.put ?? '')
  await sellLeg(page, at(0.65)?.call ?? '')
  await buyLeg(page, at(0.85)?.call ?? '')
}

async function takeAll(page: Page, theme: string): Promise<void> {
  await page.addInitScript(value => localStorage.setItem('legwork.preferences', JSON.stringify({ theme: value })), theme)
  await signIn(page)
  await ready(page)
  await take(page, `portfolio-${theme}`)
  await buildCondor(page)
  await take(page, `build-${theme}`)
  await reviewAndSend(page)
  await page.goto('/orders')
  await ready(page)
  await take(page, `orders-${theme}`)
  await page.goto('/markets')
  await ready(page)
  await page.getByTestId('instruments-grid').getByText('ETH PERP').first().click()
  await take(page, `markets-${theme}`)
  await page.goto('/journal')
  await ready(page)
  await take(page, `journal-${theme}`)
  await page.goto('/settings')
  await ready(page)
  await take(page, `settings-${theme}`)
}

mkdirSync(folder, { recursive: true })
const found = findBrowser()
if (found === undefined) throw new Error('No Chromium or Chrome was found: install one, or set CHROMIUM_PATH.')
const browser = await chromium.launch({ executablePath: found.path, args: [...browserFlags] })
const server = await startLegwork({ SANDBOX_SEED: 'pictures' })
for (const theme of ['dark', 'light']) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await takeAll(await context.newPage(), theme)
  await context.close()
}
await server.stop()
await browser.close()
