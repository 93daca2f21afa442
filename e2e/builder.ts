import { expect, type Locator, type Page } from '@playwright/test'
import { clickSend } from './confirm.ts'
import { ready } from './fixtures.ts'

export interface ChainStrike {
  readonly strike: number
  readonly call: string
  readonly put: string
}

export async function strikesOnScreen(page: Page): Promise<ChainStrike[]> {
  const chain = page.getByTestId('chain-grid')
  await expect(chain.locator('[data-quoted="bid"]').first()).toBeVisible()
  await expect.poll(() => chain.locator('[data-quoted="ask"]', { hasText: /\d/ }).count()).toBeGreaterThan(10)
  const quoted = await chain
    .locator('[data-quoted]')
    .evaluateAll(cells =>
      cells
        .filter(cell => /\d/.test(cell.textContent ?? ''))
        .map(cell => `${cell.getAttribute('data-symbol')} ${cell.getAttribute('data-quoted')}`),
    )
  const both = new Set(quoted)
  const symbols = [...new Set(quoted.map(each => each.split(' ')[0] ?? ''))].filter(
    symbol => both.has(`${symbol} bid`) && both.has(`${symbol} ask`),
  )
  return symbols
    .filter(symbol => symbol.endsWith('C') && symbols.includes(`${symbol.slice(0, -1)}P`))
    .map(call => ({ call, put: `${call.slice(0, -1)}P`, strike: Number(call.split('-').at(-1)?.slice(0, -1)) }))
    .sort((a, b) => a.strike - b.strike)
}

export const priceCell = (page: Page, symbol: string, quoted: 'bid' | 'ask'): Locator =>
  page.getByTestId('chain-grid').locator(`[data-symbol="${symbol}"][data-quoted="${quoted}"]`)

export const buyLeg = (page: Page, symbol: string): Promise<void> => priceCell(page, symbol, 'ask').click()
export const sellLeg = (page: Page, symbol: string): Promise<void> => priceCell(page, symbol, 'bid').click()

export async function openBuilder(page: Page, base = 'BTC'): Promise<void> {
  await page.goto(`/build?base=${base}`)
  await ready(page)
}

export async function openEverybody(page: Page): Promise<void> {
  await page.keyboard.press('3')
  await page.getByRole('tab', { name: 'Everybody’s' }).click()
  await expect(page).toHaveURL(/\/orders\?view=everybody/)
}

export async function clearDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Clear the draft' }).click()
}

export async function draftCondor(page: Page): Promise<void> {
  await page.keyboard.press('g')
  await page
    .getByTestId('gallery')
    .getByRole('button', { name: /^Iron condor/ })
    .click()
  await expect(page.getByRole('heading', { name: /iron condor/i })).toBeVisible()
}

export async function draftFirmSpread(page: Page): Promise<void> {
  await page.keyboard.press('g')
  await page
    .getByRole('button', { name: /^Bull call spread/i })
    .first()
    .click()
  await chooseFirm(page)
}

export async function reviewAndSend(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Review/ }).click()
  const review = page.getByTestId('review-dialog')
  await expect(review).toBeVisible()
  const id = (await review.locator('code').last().textContent()) ?? ''
  await clickSend(page)
  return id
}

export const chooseFirm = (page: Page): Promise<void> => page.getByRole('radio', { name: 'Firm order' }).click()
async function chooseTerm(page: Page, name: 'IOC' | 'MARKET'): Promise<void> {
  const terms = page.getByRole('button', { name: /^Order terms: / })
  if ((await terms.getAttribute('aria-expanded')) === 'false') await terms.click()
  await page.getByRole('radio', { name }).click()
}
export const chooseIoc = (page: Page): Promise<void> => chooseTerm(page, 'IOC')
export const chooseMarket = (page: Page): Promise<void> => chooseTerm(page, 'MARKET')
const packageNames = { Bid: /^(?:Bid|You join)/, Mid: /^Mid/, Ask: /^(?:Ask|Now)/ } as const

export const takePrice = (page: Page, name: 'Bid' | 'Mid' | 'Ask'): Promise<void> =>
  page.getByRole('group', { name: 'Quotes', exact: true }).getByRole('button', { name: packageNames[name] }).click()
