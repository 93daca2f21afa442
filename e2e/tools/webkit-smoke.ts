/**
 * Smoke test in WebKit by WebDriver: sign in to a new account, request a condor, take its quote, see the position. A
 * page error or policy violation fails the current step.
 */
import { startLegwork } from '../fixtures.ts'
import type { FoundWebKit } from './find-webkit.ts'
import type { Counted } from './reports.ts'
import { openWebKit, type WebPage } from './webdriver.ts'

const lookMs = 600
const holdMs = 900
const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const button = (text: string): string => `//button[starts-with(normalize-space(.), "${text}")]`
const ready = (page: WebPage) => page.until('a live screen', `return document.documentElement.dataset.ready === 'true'`)

const hear = `
  if (window.heard !== undefined) return
  window.heard = []
  addEventListener('error', event => window.heard.push(String(event.message)))
  addEventListener('unhandledrejection', event => window.heard.push(String(event.reason)))
  document.addEventListener('securitypolicyviolation', event => window.heard.push('policy: ' + event.violatedDirective + ' ' + event.blockedURI))
  const error = console.error
  console.error = (...said) => { window.heard.push(said.map(String).join(' ')); error(...said) }`

async function signIn(page: WebPage, url: string): Promise<void> {
  await page.goTo(`${url}/settings`)
  await page.run(hear)
  const field = '//label[contains(., "Sandbox account")]/following::input[1] | //input[@aria-label="Sandbox account"]'
  await page.click(field)
  await page.type('webkit')
  await page.click(button('Sign in to the sandbox'))
  await page.until(
    'signing out',
    `return [...document.querySelectorAll('button')].some(each => each.textContent.trim() === 'Sign out')`,
  )
}

async function askForCondor(page: WebPage): Promise<void> {
  await page.click('//nav//a[@href="/build"]')
  await ready(page)
  await page.until('a chain', `return document.querySelector('[data-testid="chain-grid"] [data-quoted]') !== null`)
  await page.type('g')
  await page.click(`//*[@data-testid="gallery"]${button('Iron condor')}`)
  await page.click(button('Review'))
  await page.until('a review', `return document.querySelector('[data-testid="confirm-send"]') !== null`)
  await pause(lookMs)
  await page.click('//*[@data-testid="confirm-send"]')
  await page.until(
    'a live RFQ',
    `return document.querySelector('[data-testid="live-rfq"]')?.textContent.includes('RFQ live') === true`,
  )
}

async function take(page: WebPage): Promise<void> {
  const state = `
    const live = document.querySelector('[data-testid="live-rfq"]')?.textContent ?? ''
    if (live.includes('RFQ filled')) return 'filled'
    if (document.querySelector('[data-testid="confirm-send"]') !== null) return 'review'
    const take = [...document.querySelectorAll('[data-testid="live-rfq"] button')].find(each => each.textContent.trim().startsWith('Take'))
    return take === undefined || take.disabled ? 'nothing' : 'quote'`
  for (let tries = 0; tries < 200; tries += 1) {
    const shown = await page.run<string>(state)
    if (shown === 'filled') return
    if (shown === 'review') {
      await pause(lookMs)
      await page.holdEnter(holdMs)
    } else if (shown === 'quote') await page.click(`//*[@data-testid="live-rfq"]${button('Take')}`)
    await pause(lookMs)
  }
  throw new Error(`the quote was not taken: ${await page.run<string>('return document.body.innerText.slice(0, 1500)')}`)
}

async function seePosition(page: WebPage): Promise<void> {
  await page.click('//nav//a[@href="/portfolio"]')
  await page.until(
    'a position',
    `return /BTC/.test(document.querySelector('[data-testid="positions-grid"]')?.textContent ?? '')`,
  )
}

const parts = [
  ['signs in to the sandbox', signIn],
  ['a condor of the gallery is asked for', askForCondor],
  ['its quote is taken', take],
  ['its position is in the portfolio', seePosition],
] as const

export async function webkitSmoke(found: FoundWebKit): Promise<Counted> {
  const server = await startLegwork()
  let page: WebPage | undefined
  const failures: string[] = []
  let passed = 0
  try {
    page = await openWebKit(found)
    for (const [name, run] of parts) {
      const failure = await run(page, server.url).then(
        async () => (await page?.run<string[]>('return window.heard'))?.join('\n') ?? '',
        (error: unknown) => String(error),
      )
      if (failure === '') passed += 1
      else failures.push(`webkit: ${name}\n${failure}`)
      process.stdout.write(`  ${failure === '' ? '✓' : '✗'} ${name}\n`)
      if (failure !== '') break
    }
  } catch (error) {
    failures.push(`webkit: ${String(error)}`)
  } finally {
    await page?.close()
    await server.stop()
  }
  return { passed, failures }
}
