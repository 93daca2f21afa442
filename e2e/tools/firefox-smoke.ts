/**
 * Smoke test in Firefox by WebDriver BiDi: sign in, all screens live, a condor built and requested, its order
 * inspected. A console error fails the current step.
 */
import puppeteer, { type Browser, type ConsoleMessage, type Page } from 'puppeteer-core'
import { startLegwork } from '../fixtures.ts'
import type { Counted } from './reports.ts'

const screens = ['portfolio', 'build', 'orders', 'markets', 'journal', 'settings'] as const
/** NS_BINDING_ABORTED: the page was left while a font was loading. */
const givenUp = 'status=2152398850'
const patienceMs = 30_000
const lookMs = 600
const settleMs = 800

const ready = (page: Page) => page.waitForSelector('html[data-ready="true"]', { timeout: patienceMs })
const press = (page: Page, selector: string) => page.locator(selector).setTimeout(patienceMs).click()

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/portfolio`)
  await press(page, '::-p-aria([name="Sign in to the sandbox"][role="button"])')
  await page.waitForSelector('[data-testid="positions-grid"]', { timeout: patienceMs })
}

async function visitAll(page: Page, url: string): Promise<void> {
  for (const screen of screens) {
    await page.goto(`${url}/${screen}`)
    await ready(page)
    // Waits for late loads, which would log errors if the page were left.
    await new Promise(resolve => setTimeout(resolve, settleMs))
  }
}

async function textOf(message: ConsoleMessage): Promise<string> {
  const said = await Promise.all(message.args().map(each => each.evaluate(value => String(value)).catch(() => '')))
  return [message.text(), ...said].join(' ')
}

async function askForCondor(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/build`)
  await ready(page)
  await page.keyboard.press('g')
  await press(page, '::-p-xpath(//button[starts-with(normalize-space(.), "Iron condor")])')
  await page.waitForSelector(
    '::-p-xpath(//*[self::h1 or self::h2 or self::h3][contains(translate(., "IC", "ic"), "iron condor")])',
    {
      timeout: patienceMs,
    },
  )
  await press(page, '::-p-xpath(//button[starts-with(normalize-space(.), "Review")])')
  await page.waitForSelector('[data-testid="review-dialog"]', { timeout: patienceMs })
  // Confirming requires a pause, and a mouse that comes from elsewhere.
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await new Promise(resolve => setTimeout(resolve, lookMs))
  await press(page, '[data-testid="confirm-send"]')
  await page.waitForSelector('[data-testid="live-rfq"] ::-p-text(RFQ live)', { timeout: patienceMs })
}

/** Navigates by the bar: leaving by address aborts loads, which logs errors. */
async function lookAtOrders(page: Page): Promise<void> {
  await press(page, 'nav a[href="/orders"]')
  await page.waitForSelector('[data-testid="rfq-board"] [row-id] ::-p-text(Take)', { timeout: patienceMs })
}

const parts = [
  ['signs in to the sandbox', signIn],
  ['every screen comes alive', visitAll],
  ['a condor of the gallery is asked for', askForCondor],
  ['the order is on the Orders screen', lookAtOrders],
] as const

export async function firefoxSmoke(executablePath: string): Promise<Counted> {
  const server = await startLegwork()
  let browser: Browser | undefined
  const failures: string[] = []
  let passed = 0
  try {
    browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      defaultViewport: null,
      args: ['--width=1440', '--height=900'],
    })
    const page = await browser.newPage()
    const errors: string[] = []
    const hear = (error: string): void => {
      if (!error.includes(givenUp)) errors.push(error)
    }
    page.on('console', message => {
      if (message.type() === 'error') void textOf(message).then(hear)
    })
    page.on('pageerror', error => hear(String(error)))
    for (const [name, run] of parts) {
      const failure = await run(page, server.url).then(
        () => (errors.length === 0 ? undefined : errors.join('\n')),
        (error: unknown) => [String(error), ...errors].join('\n'),
      )
      if (failure === undefined) passed += 1
      else failures.push(`firefox: ${name}\n${failure}`)
      errors.length = 0
      process.stdout.write(`  ${failure === undefined ? '✓' : '✗'} ${name}\n`)
      if (failure !== undefined) break
    }
  } finally {
    await browser?.close()
    await server.stop()
  }
  return { passed, failures }
}
