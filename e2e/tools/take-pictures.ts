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

/** Strikes of an expiry around the middle of what is listed, ascending. */
async function strikesAround(page: Page, date: string, count: number): Promise<readonly number[]> {
  const { entities_and_rules_response: listing } = (await (await page.request.get('/v1/api/exchangeInfo')).json()) as {
    entities_and_rules_response: { symbols: readonly { symbol: string }[] }
  }
  const strikes = listing.symbols.flatMap(({ symbol }) => {
    const [, at, strike] = /^BTC-(\d{8})-(\d+)C$/.exec(symbol) ?? []
    return at === date && strike !== undefined ? [Number(strike)] : []
  })
  const sorted = strikes.toSorted((a, b) => a - b)
  const from = Math.floor((sorted.length - count) / 2)
  return sorted.slice(from, from + count)
}

/** The two monthly expiries on screen that are next to each other, as names have them. */
async function twoExpiries(page: Page): Promise<readonly [string, string]> {
  const names = await page.getByTestId('chain-grid').locator('[data-symbol]').first().getAttribute('data-symbol')
  const near = names?.split('-')[1] ?? ''
  const { entities_and_rules_response: listing } = (await (await page.request.get('/v1/api/exchangeInfo')).json()) as {
    entities_and_rules_response: { symbols: readonly { symbol: string }[] }
  }
  const dates = listing.symbols.flatMap(({ symbol }) => /^BTC-(\d{8})-\d+C$/.exec(symbol)?.[1] ?? [])
  const far = dates.filter(date => date > near).toSorted()[0] ?? near
  return [near, far]
}

async function openLegs(page: Page, legs: readonly string[]): Promise<void> {
  await page.goto(`/build?base=BTC&legs=${legs.join('/')}`)
  await ready(page)
}

/** Sold near, bought far, at one strike. */
async function buildCalendar(page: Page): Promise<void> {
  await openBuilder(page)
  await strikesOnScreen(page)
  const [near, far] = await twoExpiries(page)
  const there = await strikesAround(page, far, 200)
  const strike = (await strikesAround(page, near, 5)).find(one => there.includes(one)) ?? 0
  await openLegs(page, [`BTC-${near}-${strike}C@-1`, `BTC-${far}-${strike}C@1`])
}

/** Ten legs over two expiries, with the perpetual. */
async function buildTenLegs(page: Page): Promise<void> {
  const [near, far] = await twoExpiries(page)
  const nears = await strikesAround(page, near, 11)
  const fars = await strikesAround(page, far, 9)
  const leg = (date: string, strike: number | undefined, right: 'C' | 'P', ratio: number) => `BTC-${date}-${strike}${right}@${ratio}`
  await openLegs(page, [
    leg(near, nears[0], 'P', 1),
    leg(near, nears[2], 'P', -2),
    leg(near, nears[3], 'P', 1),
    leg(near, nears[7], 'C', -1),
    leg(near, nears[8], 'C', 2),
    leg(near, nears[10], 'C', -1),
    leg(far, fars[1], 'P', 1),
    leg(far, fars[4], 'C', 1),
    leg(far, fars[8], 'C', -2),
    'BTC-USD-PERPETUAL@1',
  ])
}

async function takeAll(page: Page, theme: string): Promise<void> {
  await page.addInitScript(value => localStorage.setItem('legwork.preferences', JSON.stringify({ theme: value })), theme)
  await signIn(page)
  await ready(page)
  await take(page, `portfolio-${theme}`)
  await buildCondor(page)
  await take(page, `build-${theme}`)
  await buildCalendar(page)
  await take(page, `build-calendar-${theme}`)
  await buildTenLegs(page)
  await take(page, `build-ten-legs-${theme}`)
  await buildCondor(page)
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
