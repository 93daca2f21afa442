/** Two people at two browsers: an order above the limit waits for the second person's approval. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { clickArmed, clickSend } from '../confirm.ts'
import { expect, expectAccessible, liveAt, ready, signIn, startLegwork, test } from '../fixtures.ts'

async function openPage(browser: Browser, url: string, width = 1440): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width, height: 900 } })
  await liveAt(context, url)
  return await context.newPage()
}

async function makeKey(page: Page, name: string): Promise<string> {
  await page.goto('/settings')
  const panel = page.getByRole('region', { name: 'Approving for others' })
  await panel.getByLabel('Your name').fill(name)
  await panel.getByRole('button', { name: 'Make a key' }).click()
  return (await panel.getByLabel('Line for the file of approvers').textContent()) ?? ''
}

async function askForApproval(page: Page): Promise<void> {
  await page.goto('/markets?trade=BTC-USD-PERPETUAL&side=buy&quantity=2&price=95000')
  await ready(page)
  await page.getByLabel('Quantity').fill('2')
  await page.getByRole('button', { name: /^Review/ }).click()
  const review = page.getByTestId('review-dialog')
  await expect(review).toContainText('Needs a second person’s approval: BTC 2 of limit 1')
  await expect(page.getByTestId('confirm-send')).toHaveText('Ask for approval')
  await clickSend(page)
  // An order whose acceptance was not stored before the reload is looked up, and has a card beside this one.
  const awaiting = page.getByTestId('order-outcome').locator('[data-state=awaiting]')
  await awaiting.getByRole('link', { name: 'Show in Orders' }).click()
  await expect(page.getByTestId('awaiting')).toContainText(/Waits for approval, \d+:\d\d left/)
}

test('an order above the limit waits for a second person, who approves it; one that waits is not sent by a reload', async ({
  browser,
}) => {
  const file = join(mkdtempSync(join(tmpdir(), 'legwork-approvers-')), 'approvers.json')
  // Outside the ephemeral range, so that no other program takes it between two starts.
  const port = String(18_000 + (process.pid % 10_000))
  const settings = { APPROVAL_ABOVE: 'BTC:1', APPROVERS_FILE: file, PORT: port }
  writeFileSync(file, JSON.stringify({ approvers: [] }))
  const first = await startLegwork(settings)
  const ann = await openPage(browser, first.url, 390)
  const line = await makeKey(ann, 'Ann')
  await first.stop()
  const entry = { ...(JSON.parse(line) as object), own: ['ann'], approves: ['bob'] }
  writeFileSync(file, JSON.stringify({ approvers: [entry] }))
  const server = await startLegwork(settings)
  const bob = await openPage(browser, server.url)
  await signIn(bob, 'bob')

  await askForApproval(bob)
  await ann.goto('/orders')
  const waiting = ann.getByTestId('to-approve')
  await expect(waiting.getByRole('article')).toContainText('account bob')
  await expectAccessible(ann)
  await expectAccessible(bob)
  const approve = waiting.getByRole('button', { name: 'Approve' })
  await clickArmed(ann, approve)
  await expect(waiting).toContainText('None.')
  await expect(bob.getByTestId('awaiting')).toHaveCount(0)
  await expect(bob.getByTestId('order-outcome')).toContainText(/Bought 2|Order working|Order accepted/)

  await askForApproval(bob)
  bob.on('dialog', dialog => void dialog.accept())
  await bob.reload()
  await expect(bob.getByTestId('never-sent')).toContainText('left while it waited for approval')
  await expect(bob.getByTestId('awaiting')).toHaveCount(0)
  await Promise.all([ann.context().close(), bob.context().close()])
  await server.stop()
})
