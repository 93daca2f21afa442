import type { APIRequestContext, Page } from '@playwright/test'
import { openEverybody } from '../builder.ts'
import { expect, expectAccessible, signIn, startLegwork, test } from '../fixtures.ts'

const live = (page: Page) => page.getByTestId('flow-grid').getByRole('row')
const ended = (page: Page) => page.getByTestId('flow-ended').getByRole('row')

async function participant(request: APIRequestContext, url: string, account: string) {
  const session = await request.post(`${url}/sandbox/session`, { data: { account } })
  const headers = (await session.json()) as { readonly credentials_secret: string }
  const ask = async (id: string, order: object): Promise<void> => {
    const new_order = {
      market_id: 'none',
      side: 'buy',
      type: 'LIMIT',
      time_in_force: 'GTC',
      recv_window: '100',
      client_order_id: id,
      ...order,
    }
    const answer = await request.post(`${url}/v1/api/order`, { headers: { ...headers }, data: { new_order } })
    expect(await answer.text()).toContain('order_accepted')
  }
  const cancel = async (id: string): Promise<void> => {
    const answer = await request.delete(`${url}/v1/api/order?client_order_id=${id}`, { headers: { ...headers } })
    expect(await answer.text()).toContain('user_cancelled')
  }
  return { ask, cancel }
}

test('RFQs of others come as they are sent, say what an answer would do, and move to the tape as they end', async ({
  page,
  account,
  request,
}) => {
  const server = await startLegwork()
  await signIn(page, account, server.url)
  const bob = await participant(request, server.url, `${account}-bob`)
  await bob.ask(`${account}-1`, { symbol: 'ETH-USD-PERPETUAL', quantity: '7.7' })
  await openEverybody(page)
  const first = live(page).filter({ hasText: '7.7' })
  await expect(first).toContainText('ETH PERP')
  await bob.ask(`${account}-2`, { symbol: 'BTC-USD-PERPETUAL', quantity: '0.77', side: 'sell' })
  const second = live(page).filter({ hasText: '0.77' })
  await expect(second).toContainText('BTC PERP')
  // It sells 0.77, so answering buys it.
  await expect(second.locator('[col-id="delta"]')).toHaveText('+0.77')
  await expect(first.locator('[col-id="delta"]')).toHaveText(/[−-]7\.70/)
  await expect(second.locator('[col-id="fair"]')).toHaveText(/\d/)
  await expectAccessible(page)

  await page.getByRole('combobox', { name: 'Base' }).selectOption('ETH')
  await expect(second).toHaveCount(0)
  await expect(first).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(second).toHaveCount(1)

  // On a very wide screen they run along the foot of the other screens, and one opens here: not the newest, the chosen.
  await page.setViewportSize({ width: 2560, height: 1440 })
  await page.getByRole('link', { name: /Portfolio/ }).click()
  const tape = page.getByTestId('flow-tape')
  await expect(tape.getByRole('link').first()).toContainText('0.77')
  await expectAccessible(page)
  await tape.getByRole('link').filter({ hasText: 'ETH PERP' }).click()
  await expect(page.getByTestId('flow-detail')).toContainText('ETH PERP')
  await expect(tape).toHaveCount(0)

  await bob.cancel(`${account}-2`)
  await expect(second).toHaveCount(0)
  await expect(ended(page).filter({ hasText: '0.77' })).toContainText('not reported')
  await page.reload()
  await expect(first).toHaveCount(1)
  await expect(second).toHaveCount(0)
  await bob.cancel(`${account}-1`)
  await expect(first).toHaveCount(0)
  await page.goto('about:blank')
  await server.stop()
})
