import type { Page } from '@playwright/test'
import { expect, ready, signIn, test } from '../fixtures.ts'

const boxes = (page: Page) =>
  page.evaluate(() =>
    ['header', 'main'].map(name => {
      const { top, bottom, left, right } = document.querySelector(name)?.getBoundingClientRect() ?? new DOMRect()
      return [top, bottom, left, right].map(Math.round)
    }),
  )

test('the frame in the page stands where its screen will, before any of the program is there', async ({ page }) => {
  await signIn(page)
  for (const path of ['/portfolio', '/build', '/settings']) {
    let release = (): void => undefined
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    await page.route('**/assets/program-*.js', async route => {
      await held
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.locator('main')).toBeVisible()
    const waiting = await boxes(page)
    release()
    await ready(page)
    expect(waiting, path).toEqual(await boxes(page))
    await page.unroute('**/assets/program-*.js')
  }
})
