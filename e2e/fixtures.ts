/**
 * Base of every journey: the built program on a free port, a page with the venue's clock, and checks that fail the test
 * on a policy violation, page error or console error. The market is frozen and every dealer quotes the whole package, 5
 * USD worse than the mid, so quotes neither move nor depend on order ids. A journey with moving prices sets `market:
 * 'live'` and says so in its title.
 */
import { spawn } from 'node:child_process'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page, type TestInfo } from '@playwright/test'
import { programAddress } from '../src/testing/program-address.ts'
import { statedInstant } from '../src/testing/stated-instant.ts'
import { timeAt } from './time-at.ts'

export { expect }

export interface Legwork {
  readonly url: string
}

export interface LegworkSettings {
  readonly [name: string]: string
}

export const liveMarket = { SANDBOX_MARKET: 'live' } as const

/** Distance of dealers' quotes from the mid in a frozen market, USD per package. */
const dealersBiasUsd = '5'

const log: string[] = []

/** Sets how much worse than the mid dealers quote, for the full size. */
export async function setBias(url: string, usd: string): Promise<void> {
  const answer = await fetch(`${url}/sandbox/control/bias`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ usd }),
  })
  if (!answer.ok) throw new Error(`bias: ${answer.status} ${await answer.text()}`)
}

/** Starts the server of `npm start` on a free port. Its market is frozen unless `SANDBOX_MARKET` says otherwise. */
export async function startLegwork(
  settings: LegworkSettings = {},
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const env: LegworkSettings = {
    PORT: '0',
    SANDBOX_SEED: 'journeys',
    SANDBOX_DATA: 'memory',
    SANDBOX_CLOCK: statedInstant,
    SANDBOX_FLOW: 'off',
    SANDBOX_MARKET: 'frozen',
    SANDBOX_CONTROL: '1',
    ...settings,
  }
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => log.push(`server ${child.pid}: ${String(chunk).trimEnd()}`))
  const url = await programAddress(child)
  if (env['SANDBOX_MARKET'] === 'frozen' && env['EXCHANGE_URL'] === undefined) await setBias(url, dealersBiasUsd)
  return {
    url,
    stop: () =>
      new Promise(resolve => {
        child.once('close', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

interface Watched {
  /** Substrings of errors that the journey causes on purpose. */
  readonly expected: string[]
}

interface TestFixtures {
  /** Start time of the venue; `test.use({ startsAt: … })` starts a separate server. */
  readonly startsAt: string
  /** `test.use({ market: 'live' })` starts a separate server with moving prices. */
  readonly market: 'frozen' | 'live'
  readonly watched: Watched
  /** Name of an account that no other test uses, without positions. */
  readonly account: string
}

interface WorkerFixtures {
  readonly legwork: Legwork
}

export async function liveAt(context: BrowserContext, url: string): Promise<void> {
  context.on('console', message => log.push(`page ${message.type()}: ${message.text()}`))
  context.on('weberror', error => log.push(`page error: ${String(error.error())}`))
  await context.clock.install({ time: await timeAt(url) })
}

async function attachLog(info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus || log.length === 0) return
  await info.attach('server and console', { body: log.join('\n'), contentType: 'text/plain' })
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  startsAt: [statedInstant, { option: true }],
  market: ['frozen', { option: true }],
  legwork: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await startLegwork()
      await use({ url: server.url })
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ legwork, startsAt, market }, use) => {
    if (startsAt === statedInstant && market === 'frozen') return await use(legwork.url)
    const server = await startLegwork({ SANDBOX_CLOCK: startsAt, SANDBOX_MARKET: market })
    await use(server.url)
    await server.stop()
  },
  context: async ({ context, baseURL }, use) => {
    if (baseURL !== undefined) await liveAt(context, baseURL)
    await use(context)
  },
  watched: [
    async ({ page }, use, info) => {
      const faults: string[] = []
      const watched: Watched = { expected: [] }
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', event =>
          console.error(
            `CSP violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
          ),
        )
      })
      page.on('console', message => {
        if (message.type() === 'error') faults.push(message.text())
      })
      page.on('pageerror', error => faults.push(String(error)))
      log.length = 0
      await use(watched)
      await attachLog(info)
      expect(faults.filter(fault => !watched.expected.some(part => fault.includes(part)))).toEqual([])
    },
    { auto: true },
  ],
  account: async ({}, use, info) => use(`t-${info.testId.slice(-12)}-${info.retry}`),
})

const patient = { timeout: 60_000 }

const gridsDrawn = async (page: Page): Promise<void> =>
  await expect(page.locator('[aria-busy="true"]:is([role="grid"], [role="treegrid"])')).toHaveCount(0, patient)

/** Signs in on screen, to this account or the demo account with its positions; `at` is another server's address. */
export async function signIn(page: Page, account?: string, at = ''): Promise<void> {
  await page.goto(account === undefined ? `${at}/portfolio` : `${at}/settings`)
  if (account !== undefined) await page.getByLabel('Sandbox account').fill(account)
  await page.getByRole('button', { name: /sign in to the sandbox/i }).click()
  if (account === undefined) {
    // The first view of the positions is net, until their trades are known.
    await expect(page.getByRole('radio', { name: 'Trades', exact: true })).toBeChecked(patient)
    await expect(page.getByTestId('positions-grid')).toBeVisible(patient)
    await gridsDrawn(page)
  } else await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible(patient)
}

export async function ready(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'true', patient)
  await expect(page.locator('html')).not.toHaveAttribute('data-loading', /./, patient)
  await gridsDrawn(page)
}

interface Scan {
  readonly within?: string
  readonly rules?: string[]
}

export async function expectAccessible(page: Page, { within, rules }: Scan = {}): Promise<void> {
  // Pages have no frames, so axe needs no second page. Only violations are read.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within !== undefined) axe.include(within)
  if (rules === undefined) axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  else axe.withRules(rules)
  const { violations } = await axe.analyze()
  expect(violations.map(each => `${each.id}: ${each.nodes.map(node => node.target.join(' ')).join(', ')}`)).toEqual([])
}
