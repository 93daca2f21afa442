/** A seeded history: structures traded through the builder over five simulated hours, with samples. */
import type { Page } from '@playwright/test'
import { clickSend } from '../confirm.ts'
import { buyLeg, chooseFirm, chooseMarket, reviewAndSend, sellLeg, strikesOnScreen } from '../builder.ts'
import { type Desk, expect, hourMs, minuteMs, pass, passToSample, samplesSaved } from '../controlled.ts'
import { ready, signIn } from '../fixtures.ts'
import { buildCondor, openEmpty } from './picture-drafts.ts'

const sampleEveryMs = 2.5 * minuteMs
const lifeMs = 5 * hourMs
const patient = { timeout: 60_000 }

async function trade(page: Page, quantity: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).fill(quantity)
  await chooseFirm(page)
  await chooseMarket(page)
  await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/^(?:Bought|Sold) /, patient)
}

async function tradePutSpread(page: Page): Promise<void> {
  await openEmpty(page, 'ETH')
  const strikes = await strikesOnScreen(page)
  await buyLeg(page, strikes[Math.floor(strikes.length * 0.45)]?.put ?? '')
  await sellLeg(page, strikes[Math.floor(strikes.length * 0.25)]?.put ?? '')
  await trade(page, '10')
}

async function tradePerpetual(page: Page, side: 'buy' | 'sell', quantity: string): Promise<void> {
  await page.goto(`/portfolio?trade=BTC-USD-PERPETUAL&side=${side}&quantity=${quantity}`)
  await chooseMarket(page)
  await page.getByRole('button', { name: /^Review/ }).click()
  await clickSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/^(?:Bought|Sold) /, patient)
}

async function tagNewestFill(page: Page): Promise<void> {
  await page.goto('/journal')
  await ready(page)
  await page.getByRole('checkbox', { name: 'All events' }).check()
  await page.getByRole('radio', { name: 'Fills' }).click()
  await page.getByTestId('journal-grid').getByText('Fill', { exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Note' }).fill('Sold into the rise, back to the plan')
  await page.getByRole('textbox', { name: 'Tags' }).fill('plan')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.getByRole('radio', { name: 'All', exact: true }).click()
  await page.getByRole('checkbox', { name: 'All events' }).uncheck()
}

export async function seedHistory(page: Page, desk: Desk): Promise<void> {
  await desk.advanceTo(7, 10)
  // The page's clock follows the exchange's.
  await page.clock.install({ time: await desk.nowMs() })
  await signIn(page)
  await expect.poll(() => samplesSaved(page), patient).toBeGreaterThan(0)
  const steps = lifeMs / sampleEveryMs
  const doings: Readonly<Record<number, () => Promise<void>>> = {
    12: async () => {
      await buildCondor(page)
      await trade(page, '3')
    },
    35: () => tradePerpetual(page, 'buy', '0.8'),
    60: () => tradePutSpread(page),
    90: () => tradePerpetual(page, 'sell', '0.5'),
    91: () => tagNewestFill(page),
  }
  for (let step = 0; step < steps; step += 1) {
    const doing = doings[step]
    if (doing !== undefined) await doing()
    // Settings polls nothing, so time can pass quickly there.
    if (doing !== undefined || step === 0) await page.goto('/settings')
    await passToSample(page, desk, sampleEveryMs)
  }
  await pass(page, desk, 1_000)
}
