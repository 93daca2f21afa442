import type { Page } from '@playwright/test'
import { buyLeg, chooseFirm, chooseIoc, openBuilder, strikesOnScreen, takePrice } from '../builder.ts'
import { clickSend, holdEnter, look } from '../confirm.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

/** Counts what leaves. */
function countPosts(page: Page): { readonly sent: () => number } {
  let posts = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/api/order')) posts += 1
  })
  return { sent: () => posts }
}

/** A firm call at the ask, ready to be reviewed. */
async function draftFirmCall(page: Page, account: string): Promise<void> {
  await signIn(page, account)
  await openBuilder(page)
  const strikes = await strikesOnScreen(page)
  await buyLeg(page, strikes[Math.floor(strikes.length * 0.8)]?.call ?? '')
  await chooseFirm(page)
  await chooseIoc(page)
  await takePrice(page, 'Ask')
}

const review = (page: Page) => page.getByTestId('review-dialog')
const send = (page: Page) => page.getByTestId('confirm-send')

async function openReview(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await expect(review(page)).toBeVisible()
  await expect(send(page)).toBeFocused()
}

test('a firm order is sent by no Space, no tap of Enter and no typing, but by Enter held', { tag: '@smoke' }, async ({ page, account }) => {
  await draftFirmCall(page, account)
  const { sent } = countPosts(page)
  await openReview(page)
  for (const wait of [30, 150, 500]) {
    await page.waitForTimeout(wait)
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('85/110 strg ', { delay: 60 })
  await page.keyboard.press('Enter')
  await expect(review(page)).toContainText('Ignored: you were typing')
  await page.waitForTimeout(600)
  await page.keyboard.press('Enter')
  await expect(review(page)).toContainText('Hold Enter until the bar is full')
  expect(sent()).toBe(0)
  await holdEnter(page)
  // The ask may have moved while the test was typing.
  await expect(page.getByTestId('order-outcome')).toContainText(/^(?:Bought |Sold |Nothing filled)/)
  await expect.poll(sent).toBe(1)
})

test('a double click on Review sends nothing when Send comes up under the mouse, and a mouse that goes there sends', async ({
  page,
  account,
}) => {
  await draftFirmCall(page, account)
  const { sent } = countPosts(page)
  // A price that moves may give the review another height, and Send another place: then it is tried again.
  await expect(async () => {
    if (await review(page).isHidden()) await openReview(page)
    const place = await send(page).boundingBox()
    await page.keyboard.press('Escape')
    await expect(review(page)).toBeHidden()
    const at = { x: (place?.x ?? 0) + 20, y: (place?.y ?? 0) + 10 }
    await page.mouse.move(at.x, at.y)
    await openReview(page)
    await look(page)
    await page.mouse.click(at.x, at.y)
    await expect(review(page)).toContainText('Move off the button and back, then click', { timeout: 2_000 })
  }).toPass({ timeout: 180_000 })
  expect(sent()).toBe(0)
  await clickSend(page)
  await expect(review(page)).toBeHidden()
  await expect.poll(sent).toBe(1)
})

test('who cannot hold a key types the size instead', async ({ page, account }) => {
  await draftFirmCall(page, account)
  await page.goto('/settings')
  await page.getByText('Typing the size').click()
  await page.goto('/build')
  await ready(page)
  const { sent } = countPosts(page)
  await page.keyboard.press('Control+Enter')
  await expect(review(page)).toBeVisible()
  await expect(send(page)).toBeDisabled()
  await page.getByRole('textbox', { name: 'Type the size to send: 1' }).fill('1')
  await expect(send(page)).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(send(page)).toBeFocused()
  expect(sent()).toBe(0)
  await page.waitForTimeout(500)
  await page.keyboard.press('Enter')
  await expect(review(page)).toBeHidden()
  await expect.poll(sent).toBe(1)
})

test('a locked tab has no live Send', async ({ page, account }) => {
  await draftFirmCall(page, account)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+L')
  await page.keyboard.press('Control+Enter')
  await expect(review(page)).toContainText('Trading locked')
  await expect(send(page)).toBeDisabled()
})
