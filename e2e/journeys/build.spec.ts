import type { Locator, Page } from '@playwright/test'
import { clearDraft, draftCondor, openBuilder } from '../builder.ts'
import { tapEnter } from '../confirm.ts'
import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'
import { takeQuote } from '../take.ts'

const legs = (page: Page) => page.getByTestId('legs-table').getByRole('row')
const handles = (page: Page) => page.getByTestId('payoff-chart').getByRole('slider', { name: /^Strike of/ })
const strikeOf = async (page: Page, at: number): Promise<number> =>
  Number(await handles(page).nth(at).getAttribute('aria-valuenow'))
const live = (page: Page) => page.getByTestId('live-rfq')

function countPosts(page: Page): () => number {
  let posts = 0
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/v1/api/order')) posts += 1
  })
  return () => posts
}

async function dragStrike(page: Page, handle: Locator): Promise<void> {
  const before = await strikeOf(page, 2)
  const box = await handle.boundingBox()
  if (box === null) throw new Error('no handle to drag')
  const grip = { x: box.x + box.width / 2, y: box.y + box.height - 9 }
  await page.mouse.move(grip.x, grip.y)
  await page.mouse.down()
  await page.mouse.move(grip.x - 25, grip.y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => strikeOf(page, 2)).toBeLessThan(before)
  const dragged = await strikeOf(page, 2)
  await page.mouse.move(grip.x - 25, grip.y)
  await page.mouse.down()
  await page.mouse.move(grip.x - 120, grip.y, { steps: 4 })
  await expect.poll(() => strikeOf(page, 2)).toBeLessThan(dragged)
  await page.keyboard.press('Escape')
  await expect.poll(() => strikeOf(page, 2)).toBe(dragged)
  await page.mouse.up()
  await page.keyboard.press('Control+z')
  await expect.poll(() => strikeOf(page, 2)).toBe(before)
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(() => strikeOf(page, 2)).toBe(dragged)
}

test('an iron condor from the gallery is dragged, sent once by three clicks in one tick, found after a reload, taken and in Portfolio', {
  tag: '@smoke',
}, async ({ page, account }) => {
  const posts = countPosts(page)
  await signIn(page, account)
  await openBuilder(page)
  await draftCondor(page)
  await expect(legs(page)).toHaveCount(6)
  await expect(handles(page)).toHaveCount(4)
  await dragStrike(page, handles(page).nth(2))
  await expect(page.getByTestId('effects-table')).toContainText('Book after')
  await expect(page.getByTestId('wire-verdict')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Review/ }).click()
  const send = page.getByTestId('confirm-send')
  await expect(send).toHaveAttribute('data-armed', 'true')
  await send.evaluate((button: HTMLElement) => {
    for (let clicks = 0; clicks < 3; clicks += 1) button.click()
  })
  await expect(live(page)).toContainText(/RFQ live\s*≤ (29:\d\d|30:00)/)
  expect(posts()).toBe(1)

  await page.reload()
  await ready(page)
  await expect(live(page)).toContainText(/Full size [\d.]+/)
  await expect(live(page)).toContainText(/(worse|better) than mid|at mid/)
  await expect(live(page).getByLabel('At this quote')).toContainText(
    /Max profit[+\d].*Break-even[\d,.]+ \/ [\d,.]+.*Chance\d+ %/,
  )
  await takeQuote(
    page,
    live(page).getByRole('button', { name: /^Take \d/ }),
    live(page)
      .getByText(/Bought 1 · /)
      .first(),
  )
  await expect(live(page)).toContainText(/Bought 1 · .*, received [\d,.]+/)
  await expect(live(page).getByRole('button', { name: /^Take/ })).toHaveCount(0)
  await live(page).getByRole('link', { name: 'Show the position' }).click()
  await ready(page)
  await expect(page.getByTestId('positions-grid')).toContainText(/iron condor|BTC \d+[A-Z]{3}\d\d/i)
})

test('an iron condor by the keyboard: typed, moved, its legs changed and undone, and sent by a tap of Enter', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused()
  await page.keyboard.type('structure: iron condor')
  await expect(page.getByRole('option', { selected: true })).toContainText(/^Buy structure: iron condor/)
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
  // Keys of a leg act only while a leg has the focus.
  await page.getByRole('radio', { name: 'Inputs' }).focus()
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
  await tapEnter(page)
  await expect(live(page)).toContainText('RFQ live')
})

test('a structure is typed, hedged and copied as text; a draft is pinned, saved as a template and recent', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  const shown = await page.getByRole('tab', { selected: true }).first().innerText()
  await page.keyboard.press('t')
  const line = page.getByRole('combobox', { name: 'Search and commands' })
  await line.fill('100 call wibble')
  await expect(page.getByTestId('line-refusal')).toHaveText('Not understood: “wibble”.')
  await line.fill(`${shown.split(/\s/)[0]} 100 call x2 sell`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /Sell · BTC/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Quantity', exact: true })).toHaveValue('2')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('button', { name: 'Hedge…' }).click()
  await page.getByRole('button', { name: 'Add the hedge', exact: true }).click()
  await expect(legs(page)).toHaveCount(4)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Copy the draft as text' }).click()
  await expect(page.getByText('Draft copied as text')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('BTC-USD-PERPETUAL@')

  await clearDraft(page)
  const start = page.getByTestId('start')
  await start.getByRole('button', { name: /^Iron condor/ }).click()
  await expect(page.getByRole('heading', { name: /iron condor .* BTC/i })).toBeVisible()
  const effects = page.getByTestId('effects-table')
  await effects.getByRole('button', { name: 'Greeks of the second order' }).click()
  await expect(effects.getByRole('columnheader', { name: 'Charm' })).toBeVisible()
  await expect(effects.getByRole('row', { name: /^Draft, total/ }).getByRole('cell')).toHaveText([
    /^[+−]/,
    /^[+−]/,
    /^[+−]/,
  ])
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Save as a template' }).click()
  await page.getByRole('button', { name: 'Pin this draft' }).click()
  await page.clock.runFor(4_500)
  for (const region of ['Templates', 'Recent drafts']) {
    await clearDraft(page)
    await start
      .getByRole('region', { name: region })
      .getByRole('button', { name: /iron condor/i })
      .first()
      .click()
    await expect(legs(page)).toHaveCount(6)
  }
  await clearDraft(page)
  await start.getByRole('button', { name: /^Straddle/ }).click()
  await expect(page.getByTestId('payoff-chart').locator('figcaption')).toContainText(/iron condor/i)
})
