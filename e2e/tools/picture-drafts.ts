import { expect, type Page } from '@playwright/test'
import { buyLeg, openBuilder, reviewAndSend, sellLeg, strikesOnScreen } from '../builder.ts'
import { ready } from '../fixtures.ts'

export async function openEmpty(page: Page, base = 'BTC'): Promise<void> {
  await page.goto(`/build?base=${base}&dir=buy`)
  await ready(page)
}

export async function buildCondor(page: Page): Promise<void> {
  await openEmpty(page)
  const strikes = await strikesOnScreen(page)
  const at = (share: number) => strikes[Math.floor(strikes.length * share)]
  await buyLeg(page, at(0.15)?.put ?? '')
  await sellLeg(page, at(0.35)?.put ?? '')
  await sellLeg(page, at(0.65)?.call ?? '')
  await buyLeg(page, at(0.85)?.call ?? '')
}

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

export async function buildCalendar(page: Page): Promise<void> {
  await openBuilder(page)
  await strikesOnScreen(page)
  const [near, far] = await twoExpiries(page)
  const there = await strikesAround(page, far, 200)
  const strike = (await strikesAround(page, near, 5)).find(one => there.includes(one)) ?? 0
  await openLegs(page, [`BTC-${near}-${strike}C@-1`, `BTC-${far}-${strike}C@1`])
}

export async function buildTenLegs(page: Page): Promise<void> {
  const [near, far] = await twoExpiries(page)
  const nears = await strikesAround(page, near, 11)
  const fars = await strikesAround(page, far, 9)
  const leg = (date: string, strike: number | undefined, right: 'C' | 'P', ratio: number) =>
    `BTC-${date}-${strike}${right}@${ratio}`
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

export async function askForTemplate(page: Page, template: string): Promise<void> {
  await openEmpty(page)
  await page.keyboard.press('g')
  const name = new RegExp(`^${template}`)
  await page.getByTestId('gallery').getByRole('button', { name }).first().click()
  await reviewAndSend(page)
  await expect(page.getByTestId('live-rfq')).toContainText('RFQ live')
}
