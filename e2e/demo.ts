/**
 * Base of the demo's journeys: its folder on a static host, a page that fails the test on any error, and the in-browser
 * exchange called like the page's scripts do. Uses the machine's clock.
 */
import { type Page, test as base, expect } from '@playwright/test'
import { ready } from './fixtures.ts'
import { type FolderHost, serveFolder } from './tools/serve-folder.ts'
import { firmLimit } from '../src/testing/order.fixture.ts'

export { expect }

interface Demo {
  readonly demo: FolderHost
}
interface Watched {
  readonly expected: string[]
}
export const test = base.extend<{ readonly watched: Watched }, Demo>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const host = await serveFolder('dist/demo')
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],
  watched: [
    async ({ context }, use) => {
      const faults: string[] = []
      const watched: Watched = { expected: [] }
      context.on('console', message => {
        if (message.type() === 'error') faults.push(message.text())
      })
      context.on('weberror', error => faults.push(String(error.error())))
      await use(watched)
      expect(faults.filter(fault => !watched.expected.some(part => fault.includes(part)))).toEqual([])
    },
    { auto: true },
  ],
})

export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: /sign in to the sandbox/i }).click()
  await expect(page.getByTestId('positions-grid')).toBeVisible()
  await ready(page)
}

export async function stored(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect
    .poll(() =>
      page.evaluate(async () => (await caches.match(document.baseURI.replace(/#.*$/, 'index.html'))) !== undefined),
    )
    .toBe(true)
}

export const ask = (page: Page, path: string, body?: unknown, token?: string) =>
  page.evaluate(
    async ([target, sent, secret]) => {
      const answer = await fetch(target, {
        method: sent === undefined ? 'GET' : 'POST',
        headers: {
          'content-type': 'application/json',
          ...(secret === undefined ? {} : { credentials_secret: secret }),
        },
        ...(sent === undefined ? {} : { body: sent }),
      })
      return { status: answer.status, text: await answer.text(), policy: answer.headers.get('content-security-policy') }
    },
    [path, body === undefined ? undefined : JSON.stringify(body), token] as const,
  )

export const limitOrder = (id: string) => ({
  new_order: {
    symbol: 'BTC-USD-PERPETUAL',
    ...firmLimit,
    side: 'buy',
    quantity: '0.1',
    price: '1000',
    recv_window: '3',
    client_order_id: id,
  },
})

export async function tokenOf(page: Page, account: string): Promise<string> {
  const answer = await ask(page, '/sandbox/session', { account })
  return (JSON.parse(answer.text) as { credentials_secret: string }).credentials_secret
}

export const openIds = async (page: Page, token: string): Promise<string[]> =>
  [...(await ask(page, '/v1/api/openOrders', undefined, token)).text.matchAll(/"client_order_id":"([^"]+)"/g)].map(
    found => found[1] ?? '',
  )
