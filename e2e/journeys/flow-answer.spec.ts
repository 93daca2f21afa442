import type { Browser, Locator, Page } from '@playwright/test'
import { draftCondor, openBuilder, openEverybody, reviewAndSend } from '../builder.ts'
import { clickArmed, clickSend, holdEnter } from '../confirm.ts'
import { deskOf } from '../controlled.ts'
import { expect, expectAccessible, liveAt, ready, setBias, signIn, startLegwork, test } from '../fixtures.ts'
import { takeQuote } from '../take.ts'

async function openPage(browser: Browser, url: string, account: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await liveAt(context, url)
  const page = await context.newPage()
  await signIn(page, account)
  return page
}

const answers = (page: Page) =>
  page
    .getByTestId('own-answers-grid')
    .getByRole('row')
    .filter({ hasText: /iron condor/i })
const asked = (page: Page) =>
  page
    .getByTestId('flow-grid')
    .getByRole('row')
    .filter({ hasText: /iron condor/i })

async function sendAnswer(page: Page): Promise<void> {
  await page.getByTestId('answer-dialog').getByRole('button', { name: 'Review the answer' }).click()
  await clickSend(page)
  await expect(page.getByTestId('review-dialog')).toBeHidden()
}

async function answer(page: Page, edge: string): Promise<void> {
  await asked(page).getByRole('button', { name: 'Answer with a firm order' }).click()
  const dialog = page.getByTestId('answer-dialog')
  await expect(dialog).toContainText('Fair now')
  await dialog.getByRole('textbox', { name: 'Edge a package' }).fill(edge)
  await expect(dialog.getByRole('textbox', { name: /^Price/ })).not.toHaveValue('')
  await sendAnswer(page)
}

const digits = (text: string | null): string => (text ?? '').replaceAll(/[^\d.]/g, '')
const amountOf = async (place: Locator): Promise<string> => digits(await place.textContent())

async function ask(page: Page): Promise<void> {
  await openBuilder(page)
  await draftCondor(page)
  await reviewAndSend(page)
  await expect(page.getByTestId('live-rfq')).toContainText('RFQ live')
}

test('an answer that is the best of several is the price the requester sees and takes', async ({
  browser,
  account,
}) => {
  const server = await startLegwork()
  // Dealers leave room for an answer that is better by more than a price step.
  await setBias(server.url, '25')
  const [ann, bob] = [
    await openPage(browser, server.url, `${account}-ann`),
    await openPage(browser, server.url, `${account}-bob`),
  ]
  await ask(ann)
  const best = ann.getByTestId('live-rfq').getByTestId('rfq-price')
  await expect(best).toContainText(/\d/)

  await openEverybody(bob)
  await expect(asked(bob)).toHaveCount(1)
  await answer(bob, '0')
  await expect(answers(bob)).toContainText('best by')
  await expect(answers(bob)).toContainText('0 of 1')
  await expect(answers(bob)).toContainText('live')
  const price = answers(bob).locator('[col-id="price"]')
  const first = await amountOf(price)
  await expect.poll(() => amountOf(best)).toBe(first)
  await expectAccessible(bob)

  await answers(bob)
    .getByRole('button', { name: /^One step better for who asks: Sell 1 · Iron condor/ })
    .click()
  await clickSend(bob)
  await expect.poll(() => amountOf(price)).not.toBe(first)
  await expect(answers(bob)).toHaveCount(1)
  const second = await amountOf(price)
  await expect.poll(() => amountOf(best)).toBe(second)

  await openEverybody(ann)
  await expect(asked(ann).getByText('own', { exact: true })).toBeVisible()
  await expect(asked(ann).getByRole('button', { name: 'An own RFQ takes no answer' })).toBeDisabled()
  await ann.keyboard.press('3')
  await ready(ann)
  await ann
    .getByTestId('open-orders-grid')
    .getByRole('row', { name: /iron condor/i })
    .getByRole('gridcell')
    .first()
    .click()
  const taken = ann.getByText(/^Bought 1 · Iron condor/).first()
  await takeQuote(ann, ann.getByTestId('order-drawer').getByRole('button', { name: /^Take \d/ }), taken)
  await expect(answers(bob)).toHaveCount(0)
  for (const page of [ann, bob]) await page.context().close()
  await server.stop()
})

test('answers are withdrawn one by one, all at once, and as their RFQ ends: on another screen, though the first cancel fails', async ({
  browser,
  account,
}) => {
  const server = await startLegwork()
  const [ann, bob] = [
    await openPage(browser, server.url, `${account}-ann`),
    await openPage(browser, server.url, `${account}-bob`),
  ]
  const desk = deskOf(server.url)
  await ask(ann)
  await openEverybody(bob)
  await answer(bob, '5')
  await expect(answers(bob)).toHaveCount(1)
  // A second answer names the first.
  await asked(bob).getByRole('button', { name: 'Answer with a firm order' }).click()
  await expect(bob.getByTestId('answer-dialog')).toContainText('You already answer this RFQ: 1, ')
  await expect(bob.getByTestId('answer-dialog')).toContainText('2 together, and the RFQ is for 1')
  await sendAnswer(bob)
  await expect(answers(bob)).toHaveCount(2)

  const withdraw = answers(bob)
    .first()
    .getByRole('button', { name: /^Withdraw Sell 1 · Iron condor/ })
  await withdraw.focus()
  await holdEnter(bob, withdraw)
  await expect(answers(bob)).toHaveCount(1)
  await bob.keyboard.press('Shift+W')
  await expect(bob.getByTestId('withdraw-all')).toContainText('Withdraw 1 answer')
  await holdEnter(bob, bob.getByRole('button', { name: 'Withdraw 1 answer' }))
  await expect(bob.getByTestId('own-answers')).toContainText('No answer of yours works')

  await answer(bob, '5')
  await expect(answers(bob)).toHaveCount(1)
  await bob.goto('/orders')
  await ready(bob)
  await desk.fault({ fault: 'too_many_requests', on: 'cancelOrder', account: `${account}-bob`, count: 1 })

  await ann.keyboard.press('3')
  await ready(ann)
  const row = ann.getByTestId('open-orders-grid').getByRole('row', { name: /iron condor/i })
  await clickArmed(ann, row.getByRole('button', { name: /^Cancel/ }))

  await expect(bob.getByText('Answer withdrawn: its RFQ has ended')).toBeVisible()
  await openEverybody(bob)
  await expect(bob.getByTestId('own-answers')).toContainText('No answer of yours works')
  for (const page of [ann, bob]) await page.context().close()
  await server.stop()
})
