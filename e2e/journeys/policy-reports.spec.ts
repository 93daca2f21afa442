import { expect, ready, test } from '../fixtures.ts'

test('a violation of the policy is reported to the own server and shown in Settings', async ({ page, watched }) => {
  watched.expected.push('Content Security Policy', 'CSP violation: img-src')
  await page.goto('/settings')
  await ready(page)
  const reported = page.waitForResponse(
    answer => answer.url().endsWith('/reports/policy') && answer.request().method() === 'POST',
  )
  await page.evaluate(() => {
    new Image().src = 'http://127.0.0.1:1/picture.png'
  })
  expect((await reported).status()).toBe(204)
  await page.reload()
  await ready(page)
  await expect(page.getByRole('region', { name: 'Venue' })).toContainText(
    /reported to the server since it started: .*img-src \d/,
  )
})
