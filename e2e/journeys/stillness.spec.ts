import type { Locator, Page } from '@playwright/test'
import { openBuilder, reviewAndSend } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

const watchedMs = 30_000

/**
 * What moved by itself for so long, by the browser's own layout shifts: what, and from where to where. A figure that becomes longer or shorter in its slot,
 * with one edge where it was, has not moved.
 */
const movedWithin = (page: Page, forMs: number): Promise<string[]> =>
  page.evaluate(async ms => {
    const found: string[] = []
    type Shift = PerformanceEntry & { sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] }
    const observer = new PerformanceObserver(list => {
      for (const entry of list.getEntries() as Shift[]) {
        for (const { node, previousRect: was, currentRect: is } of entry.sources) {
          const element = node instanceof Element ? node : node?.parentElement
          const isInSlot = Math.abs(was.x - is.x) < 0.5 || Math.abs(was.right - is.right) < 0.5
          if (!isInSlot || Math.abs(was.y - is.y) >= 0.5)
            found.push(`${element?.outerHTML.slice(0, 90)}: ${was.x},${was.y} to ${is.x},${is.y}`)
        }
      }
    })
    observer.observe({ type: 'layout-shift' })
    await new Promise(resolve => setTimeout(resolve, ms))
    observer.disconnect()
    return found
  }, forMs)

/** How often its text became another one within so long. */
const changesWithin = (place: Locator, forMs: number): Promise<number> =>
  place.evaluate(async (element, ms) => {
    let text = element.textContent
    let changes = 0
    const observer = new MutationObserver(() => {
      if (element.textContent === text) return
      text = element.textContent
      changes += 1
    })
    observer.observe(element, { subtree: true, childList: true, characterData: true })
    await new Promise(resolve => setTimeout(resolve, ms))
    observer.disconnect()
    return changes
  }, forMs)

test('nothing on Build, Portfolio, Orders or Markets moves while prices tick for half a minute', async ({ page, account, context }) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('10d/25d ic x5')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('legs-table').getByRole('row')).toHaveCount(6)
  const [start, portfolio, quoted] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await start.goto('/build')
  await expect(start.getByTestId('start').getByRole('button', { name: /^Iron condor/ })).toContainText('POP')
  await signIn(portfolio, account)
  await portfolio.goto('/portfolio')
  await expect(portfolio.getByTestId('portfolio-header')).toBeVisible()
  // Where there is least room, with quotes coming in.
  await quoted.setViewportSize({ width: 1280, height: 800 })
  await signIn(quoted, account)
  await openBuilder(quoted)
  await quoted.keyboard.press('/')
  await quoted.getByRole('combobox', { name: 'Search and commands' }).fill('10d/25d ic x2')
  await quoted.keyboard.press('Enter')
  await reviewAndSend(quoted)
  await expect(quoted.getByTestId('live-rfq').getByRole('button', { name: /^Take:/ })).toBeVisible()
  const [orders, markets] = [await context.newPage(), await context.newPage()]
  await signIn(orders, account)
  await orders.goto('/orders')
  await expect(orders.getByTestId('rfq-board').getByRole('button', { name: /^Take/ })).toBeEnabled({ timeout: 20_000 })
  await signIn(markets, account)
  await markets.goto('/markets')
  await ready(markets)
  await page.waitForTimeout(2000)
  const net = page.getByTestId('legs-table').locator('tfoot')
  const ticks = changesWithin(net, watchedMs)
  const moved = await Promise.all([page, start, portfolio, quoted, orders, markets].map(each => movedWithin(each, watchedMs)))
  // Prices have ticked, or it proves nothing; at the end they may be where they were.
  expect(await ticks).toBeGreaterThan(0)
  expect(moved).toEqual([[], [], [], [], [], []])
})

test('the empty builder begins with live cards, keeps recent drafts and saves templates', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  const start = page.getByTestId('start')
  await start.getByRole('button', { name: /^Iron condor/ }).click()
  await expect(page.getByRole('heading', { name: /iron condor BTC/i })).toBeVisible()
  await page.getByRole('button', { name: 'Save as a template' }).click()
  await page.getByRole('button', { name: 'Pin this draft' }).click()
  // A draft is recent once it has rested.
  await page.waitForTimeout(4500)
  await page.getByRole('button', { name: 'Clear the draft' }).click()
  await start
    .getByRole('region', { name: 'Templates' })
    .getByRole('button', { name: /iron condor/i })
    .first()
    .click()
  await expect(page.getByTestId('legs-table').getByRole('row')).toHaveCount(6)
  await page.getByRole('button', { name: 'Clear the draft' }).click()
  await start
    .getByRole('region', { name: 'Recent drafts' })
    .getByRole('button', { name: /iron condor/i })
    .first()
    .click()
  await expect(page.getByTestId('legs-table').getByRole('row')).toHaveCount(6)
  // The pinned draft is drawn beside the next one.
  await page.getByRole('button', { name: 'Clear the draft' }).click()
  await start.getByRole('button', { name: /^Straddle/ }).click()
  await expect(page.getByTestId('payoff-chart').locator('figcaption')).toContainText(/iron condor/i)
})
