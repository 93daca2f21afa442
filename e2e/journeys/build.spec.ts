import type { Page } from '@playwright/test'
import { openBuilder, reviewAndSend } from '../builder.ts'
import { expect, expectAccessible, liveAt, signIn, test } from '../fixtures.ts'

const legs = (page: Page) => page.getByTestId('legs-table').getByRole('row')
const handles = (page: Page) => page.getByTestId('payoff-chart').getByRole('slider', { name: /^Strike of/ })
const strikeOf = async (page: Page, at: number): Promise<number> => Number(await handles(page).nth(at).getAttribute('aria-valuenow'))

test('an iron condor from the gallery, dragged by a strike and asked for', { tag: '@smoke' }, async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.getByRole('radio', { name: 'Gallery' }).click()
  await page
    .getByTestId('gallery')
    .getByRole('button', { name: /^Iron condor/ })
    .click()
  // Four legs, between the head and the net.
  await expect(legs(page)).toHaveCount(6)
  await expect(page.getByRole('heading', { name: /^Iron condor BTC/ })).toBeVisible()
  await expect(handles(page)).toHaveCount(4)
  const before = await strikeOf(page, 2)
  const box = await handles(page).nth(2).boundingBox()
  if (box === null) throw new Error('no handle to drag')
  const grip = { x: box.x + box.width / 2, y: box.y + box.height - 9 }
  await page.mouse.move(grip.x, grip.y)
  await page.mouse.down()
  await page.mouse.move(grip.x - 25, grip.y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => strikeOf(page, 2)).toBeLessThan(before)
  const dragged = await strikeOf(page, 2)
  // A drag that is given up leaves nothing behind.
  await page.mouse.move(grip.x - 25, grip.y)
  await page.mouse.down()
  await page.mouse.move(grip.x - 120, grip.y, { steps: 4 })
  await expect.poll(() => strikeOf(page, 2)).toBeLessThan(dragged)
  await page.keyboard.press('Escape')
  await expect.poll(() => strikeOf(page, 2)).toBe(dragged)
  await page.mouse.up()
  // One drag is one step to undo.
  await page.keyboard.press('Control+z')
  await expect.poll(() => strikeOf(page, 2)).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => strikeOf(page, 2)).toBe(dragged)
  await expect(page.getByTestId('effects-table')).toContainText('Book after')
  await expect(page.getByTestId('wire-verdict')).toHaveCount(0)
  await expectAccessible(page)
  await reviewAndSend(page)
  await expect(page.getByTestId('live-rfq')).toContainText('RFQ live')
})

test('nothing of the payoff moves while prices tick, and the plot has room', async ({ page, account }) => {
  for (const [size, least] of [
    [{ width: 1280, height: 800 }, 300],
    [{ width: 1440, height: 900 }, 380],
  ] as const) {
    await page.setViewportSize(size)
    if (least === 300) {
      await signIn(page, account)
      await openBuilder(page)
      await page.getByRole('radio', { name: 'Gallery' }).click()
      await page
        .getByTestId('gallery')
        .getByRole('button', { name: /^Iron condor/ })
        .click()
    }
    await expect(handles(page)).toHaveCount(4)
    const plot = page.getByTestId('payoff-chart').locator('svg').last()
    await expect.poll(async () => (await plot.boundingBox())?.height).toBeGreaterThan(least)
    // No figure of the head is cut, nor the name of the panel.
    await expect.poll(() => cutOfPayoff(page)).toEqual([])
    const prices = page.getByTestId('legs-table')
    const before = await prices.innerText()
    const moved = await shiftsWithin(page, 'Payoff', 5000)
    // Prices have ticked, or it proves nothing.
    expect(await prices.innerText()).not.toBe(before)
    expect(moved).toEqual([])
  }
})

/** Of the name of the panel and of its head what has less room than it takes, in width or in height. */
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

/** What moved by itself within a panel for so long, as the browser's own layout shifts tell it: class, and from where to where. */
const shiftsWithin = (page: Page, panel: string, forMs: number): Promise<string[]> =>
  page.evaluate(
    async ([label, ms]) => {
      const found: string[] = []
      type Shift = PerformanceEntry & { sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[] }
      const observer = new PerformanceObserver(list => {
        for (const entry of list.getEntries() as Shift[]) {
          for (const { node, previousRect: was, currentRect: is } of entry.sources) {
            const element = node instanceof Element ? node : node?.parentElement
            const rect = (each: DOMRectReadOnly) => `${each.x},${each.y} ${each.width}x${each.height}`
            if (element?.closest(`section[aria-label="${label}"]`))
              found.push(`${element.outerHTML.slice(0, 80)}: ${rect(was)} to ${rect(is)}`)
          }
        }
      })
      observer.observe({ type: 'layout-shift' })
      await new Promise(resolve => setTimeout(resolve, ms))
      observer.disconnect()
      return found
    },
    [panel, forMs] as const,
  )

test('the same by the keyboard alone', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
  await page.keyboard.type('structure: iron condor')
  // What is chosen is what is seen: the list follows the typing a moment later.
  const chosen = page.getByRole('option', { selected: true })
  await expect(chosen).toContainText(/^Buy structure: iron condor/)
  await page.keyboard.press('Enter')
  await expect(legs(page)).toHaveCount(6)
  const before = await strikeOf(page, 1)
  await handles(page).nth(1).focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => strikeOf(page, 1)).toBeGreaterThan(before)
  await expect(handles(page).nth(1)).toBeFocused()
  const moved = await Promise.all([0, 1, 2, 3].map(at => strikeOf(page, at)))
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => strikeOf(page, 1)).toBeGreaterThan(moved[1] ?? 0)
  const spread = (moved[3] ?? 0) - (moved[0] ?? 0)
  // A leg answers once the focus ring is on it; the whole structure from anywhere.
  await page.getByRole('radio', { name: 'Slices' }).focus()
  const untouched = await Promise.all([0, 1, 2, 3].map(at => strikeOf(page, at)))
  for (const key of [']', 'f', 'x', 'Alt+3']) await page.keyboard.press(key)
  expect(await Promise.all([0, 1, 2, 3].map(at => strikeOf(page, at)))).toEqual(untouched)
  const current = page.getByTestId('legs-table').locator('[aria-current="true"]')
  await expect(current).toHaveCount(1)
  const first = await current.getByRole('button', { name: /flip$/ }).getAttribute('aria-label')
  await page.keyboard.press('j')
  await expect(current).toBeFocused()
  await page.keyboard.press('j')
  await expect(current.getByRole('button', { name: /flip$/ })).not.toHaveAttribute('aria-label', first ?? '')
  await page.keyboard.press('Alt+3')
  await expect(current.getByRole('textbox', { name: /^Ratio of/ })).toHaveValue('3')
  await expect(page.getByTestId('key-flash')).toContainText(/ratio 1 → 3/)
  await page.keyboard.press('Alt+1')
  await expect(current.getByRole('textbox', { name: /^Ratio of/ })).toHaveValue('1')
  const nudged = await current.innerText()
  await page.keyboard.press(']')
  await expect.poll(() => current.innerText()).not.toBe(nudged)
  await expect(current).toBeFocused()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('n')
  await expect.poll(async () => (await strikeOf(page, 3)) - (await strikeOf(page, 0))).toBeLessThan(spread)
  await page.keyboard.press('x')
  await expect(legs(page)).toHaveCount(5)
  await page.keyboard.press('Control+z')
  await expect(legs(page)).toHaveCount(6)
  await page.keyboard.press('q')
  await page.keyboard.type('2')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByTestId('review-dialog')).toBeVisible()
  // An RFQ goes by a tap, once its review has been looked at.
  await expect(page.getByTestId('confirm-send')).toBeFocused()
  await page.waitForTimeout(450)
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('live-rfq')).toContainText('RFQ live')
})

test('a calendar shows both expiries and says at which it is drawn', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('g')
  await page
    .getByTestId('gallery')
    .getByRole('button', { name: /^Call calendar/ })
    .click()
  await expect(page.getByRole('heading', { name: /^Call calendar BTC \w+\/\w+/ })).toBeVisible()
  await expect(page.getByText(/Several expiries: drawn at the first/)).toBeVisible()
  await expect(page.getByRole('tab', { name: /in the draft/ })).toHaveCount(2)
  await page.getByRole('radio', { name: 'Heat map' }).click()
  const grid = page.getByRole('table', { name: /Profit and loss by price and date/ })
  await expect(grid).toBeVisible()
  // Both expiries are dates of it, and stops of the slider; a strike is dragged on the ruler beneath.
  const marked = await page.getByRole('tab', { name: /in the draft/ }).allInnerTexts()
  for (const tab of marked) await expect(grid.getByRole('columnheader', { name: tab.split(/\s/)[0] ?? '' })).toBeVisible()
  const date = page.getByRole('slider', { name: 'Date', exact: true })
  await date.fill('100')
  await expect(date).toHaveAttribute('aria-valuetext', /^expiry /)
  const ruler = page.getByRole('region', { name: 'Strike ruler' }).getByRole('slider', { name: /^Strike of/ })
  const at = Number(await ruler.getAttribute('aria-valuenow'))
  await ruler.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(async () => Number(await ruler.getAttribute('aria-valuenow'))).toBeGreaterThan(at)
  await expectAccessible(page)
})

test('a shared link opens the same draft in a fresh profile, and sends nothing', { tag: '@smoke' }, async ({
  page,
  browser,
  baseURL,
  account,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('g')
  await page.getByTestId('gallery').getByRole('button', { name: 'Straddle Strd', exact: true }).click()
  await expect(legs(page)).toHaveCount(4)
  await expect.poll(() => page.url()).toContain('legs=')
  const title = await page.getByRole('heading', { name: /straddle/i }).innerText()
  const sent: string[] = []
  const profile = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  await liveAt(profile, baseURL ?? '')
  const other = await profile.newPage()
  other.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/order')) sent.push(request.url())
  })
  await other.goto(page.url())
  await expect(other.getByRole('heading', { name: title })).toBeVisible()
  await expect(other.getByTestId('legs-table').getByRole('row')).toHaveCount(4)
  // One that adds puts its legs to what is there; one that has expired is shown, not dropped.
  const added = new URL(page.url()).searchParams.get('legs') ?? ''
  await other.goto(`/build?base=BTC&add=${added}/BTC-20200101-1000C@1`)
  await expect(other.getByTestId('legs-table').getByRole('row')).toHaveCount(5)
  await expect(other.getByText('BTC-20200101-1000C (expired)')).toBeVisible()
  expect(sent).toEqual([])
  await profile.close()
})

test('a structure is typed as a desk types it, hedged, and copied as text', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  const shown = await page.getByRole('tab', { selected: true }).first().innerText()
  await page.keyboard.press('t')
  const line = page.getByRole('combobox', { name: 'Search and commands' })
  await line.fill('100 call wibble')
  await expect(page.getByTestId('line-refusal')).toHaveText('Not understood: “wibble”.')
  await line.fill(`${shown.split(/\s/)[0]} 100 call x2 sell`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Short call BTC/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Quantity', exact: true })).toHaveValue('2')
  await page.getByRole('button', { name: 'Hedge', exact: true }).click()
  await page.getByRole('button', { name: 'Add the hedge', exact: true }).click()
  await expect(legs(page)).toHaveCount(4)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the draft as text' }).click()
  await expect(page.getByText('Draft copied as text')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('BTC-USD-PERPETUAL@')
})

test('a forward and a volatility are typed over by the keyboard, marked where they act, and given back', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  const forward = page.getByRole('textbox', { name: /^Forward of/ })
  await forward.fill('123456.5')
  await forward.press('Enter')
  await expect(forward).toHaveValue('123,456.50')
  const typed = page.getByTestId('typed-inputs').first()
  await expect(typed).toContainText(/forward \w+ 123,456.5/)
  // The volatility of the focused option, without the mouse.
  const ask = page.getByTestId('chain-grid').locator('[data-quoted="ask"][tabindex="0"]')
  await ask.focus()
  await page.keyboard.press('v')
  await expect(page.getByRole('textbox', { name: /^Volatility of BTC/ })).toBeFocused()
  await page.keyboard.type('71.5')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Volatility of BTC .*71\.5 %, typed$/ })).toBeVisible()
  // The keys are the option's again.
  await expect(page.getByTestId('chain-grid').locator('[data-quoted]:focus')).toHaveCount(1)
  await page.keyboard.press('b')
  await expect(page.getByTestId('legs-table').getByRole('row')).toHaveCount(3)
  await page.getByRole('radio', { name: 'Inputs' }).click()
  await expect(page.getByRole('region', { name: 'Inputs of the model' })).toContainText('typed')
  await expectAccessible(page)
  // Kept for the tab.
  await page.reload()
  await expect(page.getByRole('textbox', { name: /^Forward of/ }).first()).toHaveValue('123,456.50')
  await page.getByRole('button', { name: 'Use market', exact: true }).first().click()
  await expect(page.getByTestId('typed-inputs')).toHaveCount(0)
  await expect.poll(() => forward.first().inputValue()).not.toBe('123,456.50')
})
