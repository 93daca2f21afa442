import { expect, expectAccessible, ready, signIn, startLegwork, test } from '../fixtures.ts'

const screens = [
  '/portfolio',
  '/build',
  '/orders',
  '/markets',
  '/markets?view=volatility',
  '/journal',
  '/settings',
  '/orders?view=everybody',
] as const

for (const theme of ['dark', 'light'] as const) {
  // The second theme differs only in colours.
  const scan = theme === 'dark' ? {} : { rules: ['color-contrast'] }
  test(
    `every screen is without an accessibility finding, ${theme}`,
    theme === 'light' ? { tag: '@smoke' } : {},
    async ({ page }) => {
      await page.addInitScript(
        value => localStorage.setItem('legwork.preferences', JSON.stringify({ theme: value })),
        theme,
      )
      await page.goto('/portfolio')
      await expect(page.getByRole('button', { name: /sign in to the sandbox/i })).toBeVisible()
      await expectAccessible(page, scan)
      await signIn(page)
      for (const screen of screens) {
        await page.goto(screen)
        await ready(page)
        await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
        await expectAccessible(page, scan)
      }
      await page.goto('/journal')
      await ready(page)
      await page.getByRole('tab', { name: 'Quality' }).click()
      await ready(page)
      await expectAccessible(page, scan)
      await page.keyboard.press('Shift+E')
      await expect(page.getByTestId('ends')).toBeVisible()
      await expectAccessible(page, scan)
    },
  )
}

test.describe('late in the evening', () => {
  test.use({ startsAt: '2026-11-28T22:35:00Z' })
  test('no screen scrolls sideways, from a phone to a wide desk', async ({ page }) => {
    await signIn(page)
    for (const screen of screens) {
      await page.setViewportSize({ width: 390, height: 900 })
      await page.goto(screen)
      for (const width of [390, 900, 1280, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        await ready(page)
        await expect
          .poll(
            () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
            {
              message: `${screen} at ${width}`,
            },
          )
          .toBeLessThanOrEqual(0)
      }
    }
  })
})

test('in front of a venue the app says so, signs in by a pasted token, and shows the same portfolio', async ({
  page,
  legwork,
}) => {
  const front = await startLegwork({ EXCHANGE_URL: legwork.url })
  const session = await page.request.post(`${legwork.url}/sandbox/session`, { data: {} })
  const { credentials_secret } = (await session.json()) as { credentials_secret: string }
  await page.goto(`${front.url}/settings`)
  await expect(page.getByTestId('environment')).not.toHaveText('SANDBOX')
  await page.getByLabel(/Token/).fill(credentials_secret)
  await page.getByRole('button', { name: 'Sign in with token' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.getByRole('link', { name: /Portfolio/ }).click()
  await ready(page)
  await expect(page.getByTestId('positions-grid').getByText('BTC PERP')).toBeVisible()
  await page.goto('about:blank')
  await front.stop()
})
