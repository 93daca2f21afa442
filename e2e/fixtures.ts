/**
 * What every journey stands on: the built program, started as a user starts it, a server a test worker, at a stated instant; a page whose
 * clock is the server's, and that fails the test on any violation of the content security policy, any error of the page, any error on its
 * console; and a check of accessibility.
 */
import { spawn } from 'node:child_process'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
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

/** Starts `npm start`'s server with these settings on a free port. */
export async function startLegwork(settings: LegworkSettings = {}): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    env: {
      ...process.env,
      PORT: '0',
      SANDBOX_SEED: 'journeys',
      SANDBOX_DATA: 'memory',
      SANDBOX_CLOCK: statedInstant,
      SANDBOX_FLOW: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await programAddress(child)
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
  /** Faults that the journey brings about on purpose, by a part of their text. */
  readonly expected: string[]
}

interface TestFixtures {
  /** When the venue of the test starts; `test.use({ startsAt: … })` gives a test a server of its own at another instant. */
  readonly startsAt: string
  readonly watched: Watched
  /** A page that has signed in to the sandbox under an account of its own, flat. */
  readonly account: string
}

/** The server of a worker, for all tests at the stated instant. */
interface WorkerFixtures {
  readonly legwork: Legwork
}

/** Pages of the context live at the time of the venue, and time flows. */
export const liveAt = async (context: BrowserContext, url: string): Promise<void> => context.clock.install({ time: await timeAt(url) })

export const test = base.extend<TestFixtures, WorkerFixtures>({
  startsAt: [statedInstant, { option: true }],
  legwork: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const server = await startLegwork()
      await use({ url: server.url })
      await server.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ legwork, startsAt }, use) => {
    if (startsAt === statedInstant) return await use(legwork.url)
    const server = await startLegwork({ SANDBOX_CLOCK: startsAt })
    await use(server.url)
    await server.stop()
  },
  context: async ({ context, baseURL }, use) => {
    if (baseURL !== undefined) await liveAt(context, baseURL)
    await use(context)
  },
  watched: [
    async ({ page }, use) => {
      const faults: string[] = []
      // The server cuts a request that takes 3 s to arrive, which happens on a busy machine. The page shows it as any failed answer.
      const watched: Watched = { expected: ['status of 408'] }
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', event =>
          console.error(`CSP violation: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`),
        )
      })
      page.on('console', message => {
        if (message.type() === 'error') faults.push(message.text())
      })
      page.on('pageerror', error => faults.push(String(error)))
      await use(watched)
      expect(faults.filter(fault => !watched.expected.some(part => fault.includes(part)))).toEqual([])
    },
    { auto: true },
  ],
  account: async ({}, use, info) => use(`t-${info.testId.slice(-12)}-${info.retry}`),
})

/** For what the tools wait for as well, outside a test's own time-outs. */
const patient = { timeout: 60_000 }

/** The grid library has come and drawn its rows. */
const gridsDrawn = async (page: Page): Promise<void> =>
  await expect(page.locator('[aria-busy="true"]:is([role="grid"], [role="treegrid"])')).toHaveCount(0, patient)

/** Presses until it has led there: a machine too busy for the page's limit of 4 s is named by the page, and the trader presses again. */
export async function press(button: Locator, stands: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 10_000 })
    await expect(stands).toBeVisible({ timeout: 20_000 })
  }).toPass({ timeout: 180_000 })
}

/** Signs in through the screen, under an account of its own or the demo account with its book; `at` is the address of another server. */
export async function signIn(page: Page, account?: string, at = ''): Promise<void> {
  if (account === undefined) {
    await page.goto(`${at}/portfolio`)
    await press(page.getByRole('button', { name: /sign in to the sandbox/i }), page.getByTestId('positions-grid'))
    await gridsDrawn(page)
  } else {
    await page.goto(`${at}/settings`)
    await page.getByLabel('Sandbox account').fill(account)
    await press(page.getByRole('button', { name: /sign in to the sandbox/i }), page.getByRole('button', { name: 'Sign out' }))
  }
}

/** The current screen shows live data. */
export async function ready(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-ready', 'true', patient)
  await gridsDrawn(page)
}

interface Scan {
  /** What is looked at; the whole page where nothing is said. */
  readonly within?: string
  /** Only these rules, where the rest was looked at before. */
  readonly rules?: string[]
}

/** No finding of axe, WCAG 2.2 AA. */
export async function expectAccessible(page: Page, { within, rules }: Scan = {}): Promise<void> {
  // Without frames axe needs no second page, and what passes need not be reported.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within !== undefined) axe.include(within)
  if (rules === undefined) axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  else axe.withRules(rules)
  const { violations } = await axe.analyze()
  expect(violations.map(each => `${each.id}: ${each.nodes.map(node => node.target.join(' ')).join(', ')}`)).toEqual([])
}
