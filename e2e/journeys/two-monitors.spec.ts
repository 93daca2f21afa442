import { expect, expectAccessible, signIn, test } from '../fixtures.ts'

test('a panel opens in a window of its own with the sign-in, and a tab takes the sign-in over by a press', async ({
  page,
  account,
  context,
}) => {
  await signIn(page, account)
  await page.goto('/portfolio')
  await page.getByRole('button', { name: 'Maximise History' }).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: 'Open History in a window of its own' }).click()
  const window = await opened
  const history = window.getByRole('region', { name: 'History' })
  await expect(history.getByRole('radio', { name: 'Day' })).toBeVisible()
  await expect(window).toHaveURL(/\/portfolio\?panel=history$/)
  await expect(window.getByRole('navigation', { name: 'Screens' })).toHaveCount(0)
  await expect(window.getByTestId('connection-light')).toHaveAttribute('data-state', 'live')
  await expect(window).toHaveTitle(/History · Legwork$/)
  await expectAccessible(window)

  const tab = await context.newPage()
  await tab.goto('/portfolio')
  await tab.getByRole('button', { name: `Use the sign-in of another tab (${account})` }).click()
  await expect(tab.getByTestId('portfolio-header')).toBeVisible()
  expect(await tab.evaluate(() => JSON.stringify(localStorage))).not.toMatch(/\w{20,}\.\w{20,}\.\w{20,}/)

  await tab.goto('/settings')
  await tab.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('region', { name: 'Sign in' })).toBeVisible()
  await expect(window.getByRole('region', { name: 'Sign in' })).toBeVisible()
})
