import { expect, expectAccessible, liveAt, ready, signIn, startLegwork, test } from '../fixtures.ts'
import { startMask } from '../mask.ts'

test('a page locks itself when its server comes back in front of another venue, which gets none of its tokens, and goes on with that by a reload', async ({
  browser,
}) => {
  const port = String(18_000 + (process.pid % 10_000))
  const own = await startLegwork({ PORT: port })
  const context = await browser.newContext({ baseURL: own.url, viewport: { width: 1440, height: 900 } })
  await liveAt(context, own.url)
  const page = await context.newPage()
  await signIn(page)
  const sandbox = await startLegwork()
  const venue = await startMask(sandbox.url)
  await own.stop()
  const other = await startLegwork({ PORT: port, EXCHANGE_URL: venue.url })
  expect(other.url).toBe(own.url)
  const lock = page.getByRole('alert')
  await expect(lock).toContainText('This page belongs to the sandbox')
  await expect(lock).toContainText(`now connects to ${new URL(venue.url).host}`)
  await expect(page.getByTestId('positions-grid')).toHaveCount(0)
  expect(await page.getByRole('button').allTextContents()).toEqual(['Reload'])
  await expectAccessible(page)
  const asked = venue.calls.length
  await page.clock.runFor(30_000)
  expect(venue.calls.slice(asked)).toEqual([])
  expect(venue.calls.filter(call => call.isPrivate)).toEqual([])
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByTestId('environment')).toContainText(new URL(venue.url).hostname)
  await page.goto('/markets')
  await ready(page)
  expect(venue.calls.filter(call => call.isPrivate)).toEqual([])
  await context.close()
  await Promise.all([other.stop(), venue.stop(), sandbox.stop()])
})
