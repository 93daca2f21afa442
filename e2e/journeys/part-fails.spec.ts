/** If a part's code fails to load, the part shows a message with Close and Retry, and the frame stays. */
import type { Page } from '@playwright/test'
import { expect, ready, signIn, test } from '../fixtures.ts'

async function refuse(page: Page, ...names: readonly string[]): Promise<() => Promise<void>> {
  const address = new RegExp(`/assets/(?:${names.join('|')})-[^/]+\\.js$`)
  await page.route(address, route => route.abort())
  return () => page.unroute(address)
}

const overlays = [
  { file: 'key-help', path: '/portfolio', keys: '?' },
  { file: 'command-line', path: '/portfolio', keys: 'Control+k' },
  { file: 'next-end', path: '/portfolio', keys: 'Shift+E' },
  { file: 'drawer-view', path: '/portfolio', keys: 'Shift+E' },
  { file: 'single-leg-ticket', path: '/portfolio?trade=BTC-USD-PERPETUAL' },
  { file: 'asked-overlays', path: '/portfolio?prices=BTC-USD-PERPETUAL' },
  // Beside the table in a wider window.
  { file: 'order-drawer', path: '/orders?order=none', width: 1280 },
] as const

test('each overlay that does not load says so in itself, is closed, and the screen goes on', async ({
  page,
  account,
  watched,
}) => {
  watched.expected.push('net::ERR_FAILED', 'Failed to fetch dynamically imported module', 'did not load')
  await signIn(page, account)
  for (const overlay of overlays)
    await test.step(overlay.file, async () => {
      const serve = await refuse(page, overlay.file)
      await page.setViewportSize({ width: 'width' in overlay ? overlay.width : 1440, height: 900 })
      await page.goto(overlay.path)
      await ready(page)
      if ('keys' in overlay) await page.keyboard.press(overlay.keys)
      const failed = page.getByRole('alertdialog')
      await expect(failed).toContainText('could not be shown')
      await failed.getByRole('button', { name: 'Close' }).click()
      await expect(failed).toBeHidden()
      await expect(page.locator('main')).toBeVisible()
      await expect(page.getByText('This screen could not be shown')).toBeHidden()
      await serve()
    })
})
