/** What the venue sends can no longer be read: no figure is made of the rest. */
import { expect, test } from '../controlled.ts'
import { expectAccessible, signIn } from '../fixtures.ts'

test('positions that cannot be read leave no total behind, and come back by themselves', async ({ page, desk }) => {
  await signIn(page)
  const equity = page.getByTestId('total-equity')
  await expect(equity).toContainText(/\d,\d{3}/)
  await expect(page.getByTestId('connection-light')).toHaveAttribute('data-state', 'live')
  await desk.fault({ fault: 'drift', on: 'positions', field: 'mark_price', count: 1000 })
  await expect(equity).toContainText(/7 of 7 positions could not be read/)
  await expect(equity.getByTestId('last-known')).toContainText(/\d,\d{3}/)
  await expect(page.getByTestId('connection-light')).toHaveAttribute('data-state', 'data')
  await expect(page.getByText('No open positions')).toHaveCount(0)
  await expect(page.getByTestId('risk-panel')).toHaveAttribute('data-panel-state', 'stale')
  await expect(page.getByText('None of the 7 rows of positions could be read')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '7 of 7 positions could not be read', exact: true }).first().click()
  await expect(page.getByTestId('unread-rows')).toContainText('mark_price_v2')
  await page.keyboard.press('Escape')
  await desk.clearFaults()
  await expect(equity).not.toContainText('could not be read')
  await expect(page.getByTestId('connection-light')).toHaveAttribute('data-state', 'live')
})

test('a login that the venue refuses by an error under 200 ends the session in its words, and signing in again goes on', async ({
  page,
  desk,
}) => {
  await signIn(page)
  const words = 'auth server rejected the authenticate request, Unauthorized'
  await desk.fault({ fault: 'refuse', on: 'balances', error_code: '14', message: words })
  await expect(page.getByText(words)).toBeVisible({ timeout: 15_000 })
  await expect(page.getByTestId('positions-grid')).toHaveCount(0)
  // The fault is used up.
  await page.getByRole('button', { name: /sign in to the sandbox/i }).click()
  await expect(page.getByTestId('positions-grid')).toBeVisible()
  await expect(page.getByText(words)).toHaveCount(0)
})
