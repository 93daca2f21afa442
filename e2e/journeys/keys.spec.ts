import type { Page } from '@playwright/test'
import { openBuilder, reviewAndSend } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

const screenKeys = [
  ['1', /\/portfolio/],
  ['2', /\/build/],
  ['3', /\/orders/],
  ['4', /\/markets/],
  ['5', /\/journal/],
  ['6', /\/settings/],
  ['7', /\/flow/],
] as const
const legs = (page: Page) => page.getByTestId('legs-table').getByRole('row')

async function loadCondor(page: Page): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.type('iron condor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Iron condor/ })).toBeVisible()
}

test('digits change screens from every screen, with legs in the draft and whatever has the focus', { tag: '@smoke' }, async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  await loadCondor(page)
  const ratios = () =>
    page.getByRole('textbox', { name: /^Ratio of/ }).evaluateAll(all => all.map(each => (each as HTMLInputElement).value))
  const before = await ratios()
  for (const [key, to] of screenKeys) {
    await page.keyboard.press(key)
    await expect(page).toHaveURL(to)
    await page.keyboard.press('2')
    await expect(page).toHaveURL(/\/build/)
  }
  for (const focus of [
    () => page.getByRole('radio', { name: 'Buy' }).first().focus(),
    () => page.getByRole('slider').first().focus(),
    () => page.keyboard.press('j'),
  ]) {
    await focus()
    await page.keyboard.press('3')
    await expect(page).toHaveURL(/\/orders/)
    await page.keyboard.press('2')
    await expect(page).toHaveURL(/\/build/)
    await ready(page)
  }
  expect(await ratios()).toEqual(before)
})

test('what is typed right after Ctrl+K, t or / goes to the line that comes, not to the draft', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await loadCondor(page)
  // The draft is in the address; prices on the screen move by themselves.
  await expect(page).toHaveURL(/legs=/)
  const before = page.url()
  // The line's code comes only now, and late.
  await page.route('**/assets/command-line*', async route => {
    await new Promise(resolve => setTimeout(resolve, 700))
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('2xwn4 go to', { delay: 25 })
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toHaveValue('2xwn4 go to')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(before)
  await page.keyboard.press('t')
  await page.keyboard.type('85/110 strg x2', { delay: 10 })
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toHaveValue('85/110 strg x2')
  await page.keyboard.press('Escape')
  await page.keyboard.press('/')
  await page.keyboard.type('xwn', { delay: 10 })
  await expect(page.getByRole('combobox', { name: 'Search and commands' })).toHaveValue('xwn')
  await page.keyboard.press('Escape')
  await expect(legs(page)).toHaveCount(6)
})

test('no letter takes, cancels, extends or sends on Orders, and a structure typed there trades nothing', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await loadCondor(page)
  await reviewAndSend(page)
  await expect(page.getByTestId('live-rfq')).toContainText('RFQ live')
  await page.getByTestId('live-rfq').getByRole('link', { name: 'Show in Orders' }).click()
  await ready(page)
  const drawer = page.getByTestId('order-drawer')
  await expect(drawer.getByRole('button', { name: /^Take/ }).first()).toBeEnabled()
  const row = page.getByTestId('open-orders-grid').getByRole('row', { name: /iron condor/i })
  const calls: string[] = []
  page.on('request', request => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await page.keyboard.press('j')
  await expect(row.getByRole('gridcell').first()).toBeFocused()
  for (const typed of ['t85/10 Strg', 'abcdefghilmnopqrtuvwxyz', 'ABDFGIKMNOQRTUVWYZ']) {
    await page.keyboard.type(typed, { delay: 40 })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
  }
  await page.waitForTimeout(500)
  expect(calls).toEqual([])
  await expect(page.getByTestId('review-dialog')).toBeHidden()
})
