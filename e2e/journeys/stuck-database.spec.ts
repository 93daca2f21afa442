/** IndexedDB accepts an order's record but never completes the write. */
import type { Page } from '@playwright/test'
import { chooseMarket } from '../builder.ts'
import { clickArmed, clickSend } from '../confirm.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

const stick = `{
  sessionStorage.removeItem('stuck')
  const put = IDBObjectStore.prototype.put
  IDBObjectStore.prototype.put = function (...given) {
    const request = put.apply(this, given)
    const hold = () => {
      if (sessionStorage.getItem('stuck') !== null) this.get('nothing').onsuccess = hold
    }
    if (this.name === 'intents') hold()
    return request
  }
}`

const setStuck = (page: Page): Promise<void> => page.evaluate(() => sessionStorage.setItem('stuck', '1'))

const without = (page: Page) => page.getByRole('button', { name: 'Send without keeping a record' })

async function sendInVain(page: Page): Promise<void> {
  await clickSend(page)
  await expect(without(page)).toBeHidden()
  // The database has five seconds.
  await page.clock.runFor(5_500)
  await expect(without(page)).toBeVisible()
}

async function reviewOrder(page: Page, account: string): Promise<readonly string[]> {
  await page.addInitScript({ content: stick })
  await signIn(page, account)
  const posts: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/v1/api/order')
      posts.push(request.postData() ?? '')
  })
  await reviewMarketOrder(page)
  return posts
}

async function reviewMarketOrder(page: Page): Promise<void> {
  await page.goto('/portfolio?trade=BTC-USD-PERPETUAL&side=buy&quantity=0.01')
  await ready(page)
  await chooseMarket(page)
  await page.getByRole('button', { name: /^Review/ }).click()
  await setStuck(page)
}

test('an order that the database never records is not sent, and the trader goes back, tries again, or sends it without', async ({
  page,
  account,
}) => {
  const posts = await reviewOrder(page, account)
  await sendInVain(page)
  await expect(page.getByTestId('review-dialog')).toContainText('Not sent')
  await sendInVain(page)
  expect(posts).toEqual([])
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByTestId('review-dialog')).toBeHidden()
  await reviewMarketOrder(page)
  await sendInVain(page)
  expect(posts).toEqual([])
  await clickArmed(page, without(page))
  await expect(page.getByTestId('order-outcome')).toContainText(/^(?:Bought|Sold) /)
  expect(posts).toHaveLength(1)
})
