/**
 * `npm run tool -- soak --minutes M --pace P --orders N --every S [--csv file]`: runs the built program and one page
 * for M real minutes with time accelerated P times: the page's timers are sped up, and the exchange's clock advances in
 * ticked seconds. Another client of the account trades N orders per exchange minute (mostly IOC, some resting, some
 * RFQs), and the page visits its screens. Every S seconds memory after garbage collection is recorded on the same
 * screen; least-squares slopes omit the first third, in which caches fill.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { CDPSession, Page } from '@playwright/test'
import { statedInstant } from '../../src/testing/stated-instant.ts'
import { deskOf } from '../controlled.ts'
import { ready, signIn } from '../fixtures.ts'
import { type Reading, slopePerHour } from './soak/slope.ts'
import { type SoakedServer, startSoaked } from './soak/soaked-server.ts'
import { type Trader, createTrader } from './soak/trader.ts'
import { desktop, launchBrowser } from './find-browser.ts'
import { say, whole } from './arguments.ts'

/**
 * A script that runs a page's clocks and timers `pace` times as fast, and so its polls, samples and countdowns. Frames,
 * network, database and garbage collection keep their speed. `startMs`: the venue's time at `wallMs` of this machine.
 */
const hasten = (pace: number, startMs: number, wallMs: number): string => `{
  const Wall = Date
  const steady = performance.now.bind(performance)
  const now = () => ${startMs} + (Wall.now() - ${wallMs}) * ${pace}
  globalThis.Date = class Date extends Wall {
    constructor(...given) {
      if (given.length === 0) super(now())
      else super(...given)
    }
    static now() {
      return now()
    }
  }
  performance.now = () => steady() * ${pace}
  for (const name of ['setTimeout', 'setInterval']) {
    const own = globalThis[name].bind(globalThis)
    globalThis[name] = (work, ms = 0, ...given) => own(work, ms / ${pace}, ...given)
  }
}`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '24' },
    pace: { type: 'string', default: '5' },
    orders: { type: 'string', default: '30' },
    every: { type: 'string', default: '60' },
    csv: { type: 'string' },
  },
})

const minutes = whole('--minutes', values.minutes, 1)
const pace = whole('--pace', values.pace, 1)
const orders = whole('--orders', values.orders, 1)
const every = whole('--every', values.every, 1)

const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, Math.max(0, ms)))
const hourMs = 3_600_000
const megabyte = 2 ** 20

const figures = ['server RSS MB', 'server heap MB', 'page heap MB', 'page nodes', 'page listeners'] as const
type Figures = Readonly<Record<(typeof figures)[number], number>>

async function measure(server: SoakedServer, devtools: CDPSession): Promise<Figures> {
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const metric = (name: string): number => metrics.find(each => each.name === name)?.value ?? Number.NaN
  const { rss, heap } = await server.memory()
  return {
    'server RSS MB': rss / megabyte,
    'server heap MB': heap / megabyte,
    'page heap MB': metric('JSHeapUsedSize') / megabyte,
    'page nodes': metric('Nodes'),
    'page listeners': metric('JSEventListeners'),
  }
}

const screens = ['Build', 'Orders', 'Markets', 'Journal', 'Settings', 'Portfolio'] as const

async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').first().getByRole('link', { name }).first().click()
  await ready(page)
}

interface Soaking {
  readonly page: Page
  readonly trader: Trader
  readonly untilMs: number
}

async function hastenExchange(url: string, untilMs: number): Promise<void> {
  const desk = deskOf(url)
  const stepMs = 1_000 / pace
  for (let next = Date.now() + stepMs; Date.now() < untilMs; next = Math.max(next + stepMs, Date.now())) {
    await wait(next - Date.now())
    if (pace > 1) await desk.advance(1_000 - stepMs)
  }
}

async function trade({ trader, untilMs }: Soaking): Promise<void> {
  const gapMs = 60_000 / (orders * pace)
  while (Date.now() < untilMs) {
    await trader.next()
    await wait(gapMs)
  }
}

async function goRound(
  { page, untilMs }: Soaking,
  server: SoakedServer,
  devtools: CDPSession,
): Promise<readonly Figures[]> {
  const begun = Date.now()
  const all: Figures[] = []
  say(`min    ${figures.join('   ')}`)
  for (let next = begun; next <= untilMs; next += every * 1_000) {
    while (Date.now() < next) {
      for (const name of screens) {
        await goTo(page, name)
        await wait(Math.min((every * 1_000) / screens.length, next - Date.now()))
      }
    }
    await goTo(page, 'Portfolio')
    const now = await measure(server, devtools)
    all.push(now)
    const row = figures.map(name => now[name].toFixed(name.endsWith('MB') ? 1 : 0).padStart(name.length)).join('   ')
    say(`${((Date.now() - begun) / 60_000).toFixed(1).padStart(4)}   ${row}`)
  }
  return all
}

function report(all: readonly Figures[]): void {
  const settled = all.slice(Math.floor(all.length / 3))
  const hoursApart = (every * 1_000 * pace) / hourMs
  say(`slopes after the first third, for an hour of the page's and the exchange's time:`)
  for (const name of figures) {
    const readings = settled.map((figure, index): Reading => ({ hours: index * hoursApart, value: figure[name] }))
    const slope = slopePerHour(readings)
    say(`  ${name.padEnd(16)} ${slope >= 0 ? '+' : ''}${slope.toFixed(2)}`)
  }
}

const browser = await launchBrowser()
const data = mkdtempSync(join(tmpdir(), 'legwork-soak-'))
const server = await startSoaked({
  SANDBOX_SEED: 'soak',
  SANDBOX_CONTROL: '1',
  SANDBOX_CLOCK: statedInstant,
  SANDBOX_DATA: data,
})
try {
  const context = await browser.newContext(desktop(server.url))
  await context.addInitScript({ content: hasten(pace, await deskOf(server.url).nowMs(), Date.now()) })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', error => errors.push(String(error)))
  await signIn(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable')
  say(
    `${minutes} minutes at ${pace} times the pace: ${((minutes * pace) / 60).toFixed(1)} h, ${orders} orders a minute of it`,
  )
  const soaking = { page, trader: await createTrader(server.url), untilMs: Date.now() + minutes * 60_000 }
  const [all] = await Promise.all([
    goRound(soaking, server, devtools),
    hastenExchange(server.url, soaking.untilMs),
    trade(soaking),
  ])
  report(all)
  say(
    `${soaking.trader.reported()}; errors of the page: ${errors.length === 0 ? 'none' : [...new Set(errors)].join('; ')}`,
  )
  if (values.csv !== undefined) {
    const rows = all.map((each, index) => [(index * every) / 60, ...figures.map(name => each[name])].join(','))
    writeFileSync(values.csv, `${['minutes', ...figures].join(',')}\n${rows.join('\n')}\n`)
  }
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}
