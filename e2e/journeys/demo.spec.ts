/** The build for a static host, with the exchange in the browser. */
import type { BrowserContext, Page } from '@playwright/test'
import { ask, expect, limitOrder, openIds, signIn, stored, test, tokenOf } from '../demo.ts'
import { expectAccessible, ready } from '../fixtures.ts'

test('opens on a host that only serves files, on every screen, and answers scripts and a second tab from one exchange', async ({
  page,
  context,
  demo,
  watched,
}) => {
  watched.expected.push('401')
  await signIn(page, demo.url)
  expect(page.url()).toBe(`${demo.url}#/portfolio`)
  await expect(page.getByTestId('connection-light')).toHaveAttribute('data-state', 'live')
  for (const name of ['Build', 'Orders', 'Markets', 'Journal', 'Settings']) {
    await page.goto(`${demo.url}#/${name.toLowerCase()}`)
    await expect(page.getByRole('heading', { level: 1, name })).toBeAttached()
    await ready(page)
  }
  await expect(page.getByRole('heading', { name: 'Practice exchange in this browser' })).toBeVisible()
  await expectAccessible(page)

  await stored(page)
  const listing = await ask(page, '/v1/api/exchangeInfo')
  expect(listing.status).toBe(200)
  expect(listing.text).toContain('BTC-USD-PERPETUAL')
  expect(listing.policy).toContain('sandbox')
  expect((await ask(page, '/v1/api/balances')).status).toBe(401)
  const other = await context.newPage()
  await other.goto(demo.url)
  await stored(other)
  const token = await tokenOf(page, 'shared')
  await ask(page, '/v1/api/order', limitOrder('from-the-first'), token)
  expect(await openIds(other, token)).toEqual(['from-the-first'])
})

test('opens without a network after the first visit, signed in, on the exchange as it was', async ({
  page,
  context,
  demo,
}) => {
  await signIn(page, demo.url)
  await stored(page)
  const token = await tokenOf(page, 'offline')
  await ask(page, '/v1/api/order', limitOrder('before'), token)
  await context.setOffline(true)
  await page.reload()
  await ready(page)
  await expect(page.getByTestId('positions-grid').getByText('BTC PERP')).toBeVisible()
  expect(await openIds(page, token)).toEqual(['before'])
  await context.setOffline(false)
})

const sendOrders = (page: Page, token: string) =>
  page.evaluate(
    ([secret, order]) => {
      const send = async (): Promise<void> => {
        for (let index = 0; ; index += 1) {
          const id = `order-${index}`
          const answer = await fetch('/v1/api/order', {
            method: 'POST',
            headers: { 'content-type': 'application/json', credentials_secret: secret },
            body: order.replace('ORDER', id),
          })
          if (answer.ok && (await answer.text()).includes('order_accepted')) console.log(`answered ${id}`)
        }
      }
      void send()
    },
    [token, JSON.stringify(limitOrder('ORDER'))] as const,
  )

async function answeredUntilClosed(
  context: BrowserContext,
  url: string,
): Promise<{ answered: string[]; token: string }> {
  const page = await context.newPage()
  const answered: string[] = []
  page.on('console', message => {
    const id = /^answered (.+)$/.exec(message.text())?.[1]
    if (id !== undefined) answered.push(id)
  })
  await page.goto(url)
  await stored(page)
  const token = await tokenOf(page, 'killed')
  await sendOrders(page, token)
  await expect.poll(() => answered.length).toBeGreaterThan(30)
  // Closes the last tab, and so the worker, in the middle of an order.
  await page.close({ runBeforeUnload: false })
  return { answered, token }
}

test('loses nothing that was answered when the last tab closes in the middle of orders', async ({
  page,
  context,
  demo,
}) => {
  const { answered, token } = await answeredUntilClosed(context, demo.url)
  await page.goto(demo.url)
  await stored(page)
  const open = new Set(await openIds(page, token))
  expect(answered.filter(id => !open.has(id))).toEqual([])
})

test('is reset only on the trader’s request, and starts again', async ({ page, demo, watched }) => {
  // The token belongs to the deleted exchange.
  watched.expected.push('401')
  await signIn(page, demo.url)
  await stored(page)
  const token = await tokenOf(page, 'gone')
  await ask(page, '/v1/api/order', limitOrder('gone'), token)
  await page.goto(`${demo.url}#/settings`)
  await page.getByRole('button', { name: 'Reset…' }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Delete and begin again' }).click()
  await loaded
  await stored(page)
  expect((await ask(page, '/v1/api/openOrders', undefined, token)).status).toBe(401)
})
