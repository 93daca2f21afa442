import { expect, test } from '../controlled.ts'
import { ready, signIn } from '../fixtures.ts'
import { firmAtMarket } from '../../src/testing/order.fixture.ts'

const perpetual = 'BTC-USD-PERPETUAL'

async function sellShort(
  desk: { readonly url: string; advance(ms: number): Promise<void> },
  account: string,
  most: number,
): Promise<void> {
  const ask = async (path: string, body?: object, token = ''): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${desk.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', credentials_secret: token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Record<string, unknown>
  }
  const { credentials_secret: token } = await ask('/sandbox/session', { account })
  for (let at = 0; at < most; at += 1) {
    const order = {
      symbol: perpetual,
      ...firmAtMarket,
      side: 'sell',
      quantity: '1',
      client_order_id: `short-${at}`,
    }
    expect(await ask('/v1/api/order', { new_order: order }, String(token))).toHaveProperty('order_accepted')
    await desk.advance(1_000)
  }
}

test('margin turns red over every screen, and liquidation begins at the price it names', async ({
  page,
  desk,
  account,
}) => {
  await sellShort(desk, account, 19)
  await signIn(page, account)
  await page.goto('/portfolio')
  await ready(page)
  const bar = page.getByTestId('margin-bar')
  await expect(bar).toContainText(/Liquidation if BTC > [\d,]+/)
  await expect(page.getByTestId('margin-banner')).toHaveCount(0)
  const limit = Number(/BTC > ([\d,]+)/.exec((await bar.textContent()) ?? '')?.[1]?.replaceAll(',', ''))
  await desk.setPrices({ BTC: String(Math.round(limit * 0.99)) })
  await page.getByRole('link', { name: 'Markets' }).click()
  const banner = page.getByTestId('margin-banner')
  await expect(banner).toContainText(/margin .*liquidation if BTC >/i)
  await page.getByRole('link', { name: 'Portfolio', exact: true }).first().click()
  const position = page.getByTestId('positions-grid').getByText('BTC PERP')
  await expect(position).toBeVisible()
  await expect(page.getByText(/^Liquidation/).first()).toBeVisible()
  const said = Number(/BTC > ([\d,]+)/.exec((await banner.textContent()) ?? '')?.[1]?.replaceAll(',', ''))
  // The mark is slightly off the index, so the prices are only approximately equal.
  expect(Math.abs(said / limit - 1)).toBeLessThan(0.003)
  await bar.click()
  await expect(page.getByRole('table', { name: 'Margin by position' })).toContainText('BTC PERP')
  await desk.setPrices({ BTC: String(Math.round(said * 1.01)) })
  await expect(
    page
      .getByTestId('notice')
      .filter({ hasText: /liquidat/i })
      .first(),
  ).toBeVisible()
})
