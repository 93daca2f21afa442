/**
 * `npm run tool -- screens`: screenshots of every screen at five sizes, dark and light, full, empty and failing, with
 * visible scrollbars, into e2e/results/screens. Words after the name filter: `npm run tool -- screens build,orders 390
 * dark` takes those whose name contains one of each.
 */
import { mkdirSync } from 'node:fs'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import { deskOf } from '../controlled.ts'
import { liveAt, ready, signIn, liveMarket, startLegwork } from '../fixtures.ts'
import { statedInstant } from '../../src/testing/stated-instant.ts'
import { desktop, launchBrowser } from './find-browser.ts'
import { askForTemplate, buildCondor } from './picture-drafts.ts'
import { openers } from './screen-states.ts'
import { seedHistory } from './seeded-history.ts'

const folder = 'e2e/results/screens'
const sizes = [
  [1280, 800],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
  [390, 844],
] as const
const colours = {
  dark: { theme: 'dark' },
  light: { theme: 'light' },
  blue: { theme: 'dark', palette: 'colour-blind' },
  forced: { theme: 'dark', forced: true },
  bluelight: { theme: 'light', palette: 'colour-blind' },
  forcedlight: { theme: 'light', forced: true },
} as const
const chosen = process.argv.slice(2)
const isChosen = (name: string): boolean =>
  chosen.every(words => words.split(',').some(word => name.split('-').includes(word)))
const settleMs = 1_500

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface Look {
  readonly state: 'full' | 'empty' | 'failing'
  readonly screens: Readonly<Record<string, string>>
  readonly stored?: StorageState
}

async function takeSize(
  page: Page,
  { state, screens }: Look,
  size: readonly [number, number],
  colour: string,
): Promise<void> {
  const [width, height] = size
  await page.setViewportSize({ width, height })
  for (const [screen, path] of Object.entries(screens)) {
    const name = `${screen}-${state}-${width}-${colour}`
    if (!isChosen(name)) continue
    await page.unrouteAll()
    await page.goto(path)
    await ready(page)
    await openers[screen]?.(page)
    if (state === 'failing') {
      await page.route('**/v1/**', route => route.abort())
      await expect(page.getByTestId('connection-light')).toHaveAttribute('data-state', 'failing', { timeout: 60_000 })
    }
    await page.waitForTimeout(settleMs)
    await page.screenshot({ path: `${folder}/${name}.png` })
    process.stdout.write(`${name}\n`)
  }
}

async function takeLook(
  browser: Browser,
  url: string,
  look: Look,
  enter: (page: Page) => Promise<void>,
): Promise<void> {
  for (const [colour, settings] of Object.entries(colours)) {
    const wanted = sizes.filter(([width]) => colour === 'dark' || colour === 'light' || width === 1440 || width === 390)
    if (
      !wanted.some(([width]) =>
        Object.keys(look.screens).some(screen => isChosen(`${screen}-${look.state}-${width}-${colour}`)),
      )
    )
      continue
    const context = await browser.newContext({
      baseURL: url,
      ...(look.stored === undefined ? {} : { storageState: look.stored }),
      timezoneId: 'UTC',
      viewport: { width: 1440, height: 900 },
      forcedColors: 'forced' in settings ? 'active' : 'none',
      colorScheme: settings.theme,
    })
    await liveAt(context, url)
    const page = await context.newPage()
    const { theme, ...rest } = settings
    const preferences = { theme, ...('palette' in rest ? { palette: rest.palette } : {}) }
    await page.addInitScript(value => localStorage.setItem('legwork.preferences', JSON.stringify(value)), preferences)
    await enter(page)
    for (const size of wanted) await takeSize(page, look, size, colour)
    await context.close()
  }
}

mkdirSync(folder, { recursive: true })
const browser = await launchBrowser({ ignoreDefaultArgs: ['--hide-scrollbars'] })
const server = await startLegwork({
  ...liveMarket,
  SANDBOX_SEED: 'pictures',
  SANDBOX_CLOCK: statedInstant,
  SANDBOX_FLOW: 'quiet',
})
try {
  const context = await browser.newContext(desktop(server.url))
  const page = await context.newPage()
  await seedHistory(page, deskOf(server.url))
  await buildCondor(page)
  await page.waitForTimeout(settleMs)
  const build = page.url().slice(server.url.length)
  for (const template of ['Bull call spread', 'Strangle'] as const) await askForTemplate(page, template)
  const live = page.url().slice(server.url.length)
  const stored = await context.storageState({ indexedDB: true })
  await context.close()
  const plain = {
    portfolio: '/portfolio',
    alerts: '/portfolio',
    markets: '/markets',
    orders: '/orders',
    journal: '/journal',
    flow: '/orders?view=everybody',
    cash: '/journal',
    quality: '/journal?view=quality',
    volatility: '/markets?view=volatility',
    keys: '/portfolio',
    replay: '/portfolio',
  }
  const ticket = '/markets?trade=BTC-USD-PERPETUAL&side=buy&quantity=0.5'
  const drawers = {
    order: '/orders',
    instrument: '/markets',
    trade: '/portfolio',
    review: build,
    firm: build,
    ticket,
    answer: '/orders?view=everybody',
  }
  const full = { ...plain, ...drawers, settings: '/settings', build, live }
  await takeLook(browser, server.url, { state: 'full', screens: full, stored }, signIn)
  await takeLook(
    browser,
    server.url,
    { state: 'failing', screens: { ...plain, trade: drawers.trade, build }, stored },
    signIn,
  )
  const empty = { ...plain, build: '/build?base=BTC' }
  await takeLook(browser, server.url, { state: 'empty', screens: empty }, each => signIn(each, 'new'))
} finally {
  await browser.close()
  await server.stop()
}
