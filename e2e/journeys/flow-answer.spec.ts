import type { Browser, Page } from '@playwright/test'
import { draftCondor, openBuilder, openEverybody, reviewAndSend } from '../builder.ts'
import { clickSend, holdEnter } from '../confirm.ts'
import { expect, expectAccessible, liveAt, ready, setBias, signIn, startLegwork, test } from '../fixtures.ts'
import { takeQuote } from '../take.ts'

async function openPage(browser: Browser, url: string, account: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url })
  await liveAt(context, url)
  const page = await context.newPage()
  await signIn(page, account)
  return page
}

const answers = (page: Page) => page.getByRole('region', { name: 'Own answers' })
const asked = (page: Page) =>
  page
    .getByTestId('flow-grid')
    .getByRole('row')
    .filter({ hasText: /iron condor/i })

async function answer(page: Page, edge: string): Promise<void> {
  await asked(page).getByRole('button', { name: 'Answer with a firm order' }).click()
  const dialog = page.getByTestId('answer-dialog')
  await dialog.getByRole('textbox', { name: 'Edge a package' }).fill(edge)
  await expect(dialog.getByRole('textbox', { name: /^Price/ })).not.toHaveValue('')
  await dialog.getByRole('button', { name: 'Review the answer' }).click()
  await clickSend(page)
  await expect(page.getByTestId('review-dialog')).toBeHidden()
}

test('two accounts trade with each other: one asks in Build, the other answers among everybody’s RFQs, the first takes', async ({
  browser,
  account,
}) => {
  const server = await startLegwork()
  await setBias(server.url, '5000')
  const [ann, bob] = [await openPage(browser, server.url, `${account}-ann`), await openPage(browser, server.url, `${account}-bob`)]
  await openBuilder(ann)
  await draftCondor(ann)
  await reviewAndSend(ann)
  await expect(ann.getByTestId('live-rfq')).toContainText('RFQ live')

  await openEverybody(bob)
  await expect(asked(bob)).toHaveCount(1)
  await answer(bob, '5')
  await expect(answers(bob)).toContainText('Works')
  await expectAccessible(bob)

  await bob.keyboard.press('Shift+W')
  await expect(bob.getByTestId('withdraw-all')).toContainText('Withdraw 1 answer')
  await holdEnter(bob, bob.getByRole('button', { name: 'Withdraw 1 answer' }))
  await expect(answers(bob).getByText('Works')).toHaveCount(0)
  await expect(bob.getByTestId('withdraw-all')).toHaveCount(0)
  await answer(bob, '6')
  await expect(answers(bob).getByText('Works')).toHaveCount(1)

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
  const filled = answers(bob).getByText('Filled', { exact: true })
  await takeQuote(ann, ann.getByTestId('order-drawer').getByRole('button', { name: /^Take \d/ }), filled)
  for (const page of [ann, bob]) await page.context().close()
  await server.stop()
})
