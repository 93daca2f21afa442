import type { Locator, Page } from '@playwright/test'
import { openBuilder, reviewAndSend } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

const watchedMs = 10_000

const movedWithin = (page: Page, forMs: number): Promise<string[]> =>
  page.evaluate(async ms => {
    const found: string[] = []
    type Shift = PerformanceEntry & {
      sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
    }
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

const cutOfPayoff = (page: Page): Promise<(string | null)[]> =>
  page.locator('[data-panel="Payoff"] h2, [data-testid="payoff-results"] > * > span').evaluateAll(texts =>
    texts
      .filter(text => {
        const slot = (text.parentElement ?? text).getBoundingClientRect()
        const { bottom, right } = text.getBoundingClientRect()
        return text.scrollWidth > text.clientWidth + 1 || bottom > slot.bottom + 1 || right > slot.right + 1
      })
      .map(text => text.textContent),
  )

async function expectRoom(page: Page): Promise<void> {
  for (const [size, least] of [
    [{ width: 1280, height: 800 }, 300],
    [{ width: 1440, height: 900 }, 380],
  ] as const) {
    await page.setViewportSize(size)
    const plot = page.getByTestId('payoff-chart').locator('svg').last()
    await expect.poll(async () => (await plot.boundingBox())?.height).toBeGreaterThan(least)
    await expect.poll(() => cutOfPayoff(page)).toEqual([])
  }
}

test.use({ market: 'live' })

test('on a live market nothing on Build, Portfolio, Orders or Markets moves while prices tick', async ({
  page,
  account,
  context,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('10d/25d ic x5')
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('legs-table').getByRole('row')).toHaveCount(6)
  await expectRoom(page)
  const [start, portfolio, quoted] = [await context.newPage(), await context.newPage(), await context.newPage()]
  await start.goto('/build')
  await expect(start.getByTestId('start').getByRole('button', { name: /^Iron condor/ })).toContainText('Chance')
  await signIn(portfolio, account)
  await portfolio.goto('/portfolio')
  await expect(portfolio.getByTestId('portfolio-header')).toBeVisible()
  await quoted.setViewportSize({ width: 1280, height: 800 })
  await signIn(quoted, account)
  await openBuilder(quoted)
  await quoted.keyboard.press('/')
  await quoted.getByRole('combobox', { name: 'Search and commands' }).fill('10d/25d ic x2')
  await quoted.keyboard.press('Enter')
  await reviewAndSend(quoted)
  await expect(quoted.getByTestId('live-rfq').getByRole('button', { name: /^Take \d/ })).toBeVisible()
  const [orders, markets] = [await context.newPage(), await context.newPage()]
  await signIn(orders, account)
  await orders.goto('/orders')
  await expect(orders.getByTestId('rfq-board').getByRole('button', { name: /^Take/ })).toBeEnabled()
  await signIn(markets, account)
  await markets.goto('/markets')
  await ready(markets)
  for (const each of [page, start, portfolio, quoted, orders, markets]) await ready(each)
  const net = page.getByTestId('legs-table').locator('tfoot')
  const ticks = changesWithin(net, watchedMs)
  const moved = await Promise.all(
    [page, start, portfolio, quoted, orders, markets].map(each => movedWithin(each, watchedMs)),
  )
  // Prices must have changed meanwhile; at the end they may be back.
  expect(await ticks).toBeGreaterThan(0)
  expect(moved).toEqual([[], [], [], [], [], []])
})
