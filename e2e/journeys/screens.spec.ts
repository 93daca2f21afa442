import { statedInstant } from '../../src/testing/stated-instant.ts'
import { expect, expectAccessible, ready, signIn, startLegwork, test } from '../fixtures.ts'

const screens = ['/portfolio', '/build', '/orders', '/markets', '/journal', '/settings', '/flow'] as const

for (const theme of ['dark', 'light'] as const) {
  // The second theme differs only in its colours.
  const scan = theme === 'dark' ? {} : { rules: ['color-contrast'] }
  test(`every screen is without an accessibility finding, ${theme}`, theme === 'light' ? { tag: '@smoke' } : {}, async ({ page }) => {
    test.slow()
    await page.addInitScript(value => localStorage.setItem('legwork.preferences', JSON.stringify({ theme: value })), theme)
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
    await page.getByRole('radio', { name: 'Quality', exact: true }).click()
    await expect(page.getByTestId('quality-grid')).toBeVisible()
    await expectAccessible(page, scan)
    await page.keyboard.press('Shift+E')
    await expect(page.getByTestId('ends')).toBeVisible()
    await expectAccessible(page, scan)
  })
}

// Late in the evening the sign-in ends on another day, and the bar has more to say.
for (const startsAt of [statedInstant, '2026-11-28T22:35:00Z']) {
  test.describe(startsAt, () => {
    test.use({ startsAt })
    test(`no screen scrolls sideways, from a phone to a wide desk, at ${startsAt}`, async ({ page }) => {
      test.slow()
      await signIn(page)
      for (const screen of screens) {
        await page.setViewportSize({ width: 390, height: 900 })
        await page.goto(screen)
        for (const width of [390, 900, 1280, 1920]) {
          await page.setViewportSize({ width, height: 900 })
          await ready(page)
          await expect
            .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
              message: `${screen} at ${width}`,
            })
            .toBeLessThanOrEqual(0)
        }
      }
    })
  })
}

test('keys go to the screens, the palette finds them, and ? shows the keys', { tag: '@smoke' }, async ({ page }) => {
  await signIn(page)
  await ready(page)
  await page.keyboard.press('4')
  await expect(page).toHaveURL(/\/markets/)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.type('portfolio')
  // Nothing is chosen before it was seen.
  await expect(page.getByRole('option', { name: /^Go to Portfolio/, selected: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/portfolio/)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText(/keys/i)
})

test('in front of a venue the app says so, signs in by a pasted token, and shows the same portfolio', { tag: '@smoke' }, async ({
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

test('a venue with the contract alone (core) shows what it has, and misses the rest without an error', async ({ page, watched }) => {
  // The browser's own note of each call that was tried once to find out.
  watched.expected.push('status of 404', 'status of 405')
  const core = await startLegwork({ SANDBOX_PROFILE: 'core' })
  await page.goto(`${core.url}/portfolio`)
  await page.getByRole('button', { name: /sign in to the sandbox/i }).click()
  await ready(page)
  await expect(page.getByTestId('positions-grid').getByText('BTC PERP')).toBeVisible()
  for (const screen of screens) {
    await page.goto(core.url + screen)
    await ready(page)
    await expect(page.getByTestId('connection-light')).not.toHaveAttribute('data-state', 'failing')
  }
  await page.goto('about:blank')
  await core.stop()
})

test('when the venue goes away the figures stay, dimmed, with their age; nothing turns to zero', { tag: '@smoke' }, async ({
  page,
  watched,
}) => {
  watched.expected.push('net::ERR_FAILED')
  await signIn(page)
  await ready(page)
  await page.route('**/v1/**', route => route.abort())
  await expect(page.getByTestId('connection-light')).toHaveAttribute('data-state', 'failing')
  await expect(page.getByTestId('positions-grid').getByText('BTC PERP')).toBeVisible()
})
