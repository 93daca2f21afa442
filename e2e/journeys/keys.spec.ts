import type { Page } from '@playwright/test'
import { openBuilder } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

const screenKeys = [
  ['1', /\/portfolio/],
  ['2', /\/build/],
  ['3', /\/orders/],
  ['4', /\/markets/],
  ['5', /\/journal/],
  ['6', /\/settings/],
] as const
const legs = (page: Page) => page.getByTestId('legs-table').getByRole('row')

async function loadCondor(page: Page): Promise<void> {
  await page.keyboard.press('g')
  await page.keyboard.type('iron condor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /Buy · Iron condor/ })).toBeVisible()
}

test('one click signs in and shows the portfolio live; digits lead to every screen, with legs in the draft and any focus', {
  tag: '@smoke',
}, async ({ page }) => {
  await signIn(page)
  await ready(page)
  await expect(page.getByTestId('environment')).toHaveText('SANDBOX')
  await expect(page.getByTestId('positions-grid').getByText('BTC PERP')).toBeVisible()
  await expect(page.getByTestId('portfolio-header')).toContainText(/Equity/)
  await page.getByRole('button', { name: 'Balances by asset' }).click()
  await expect(page.getByTestId('balances-grid').getByText('USD-REFERENCE')).toBeVisible()
  await expect(page.getByTestId('connection-light')).toHaveAttribute('data-state', 'live')
  await openBuilder(page)
  await loadCondor(page)
  const ratios = () =>
    page
      .getByRole('textbox', { name: /^Ratio of/ })
      .evaluateAll(all => all.map(each => (each as HTMLInputElement).value))
  const before = await ratios()
  for (const [key, to] of screenKeys) {
    await page.keyboard.press(key)
    await expect(page).toHaveURL(to)
    await ready(page)
    await page.keyboard.press('2')
    await expect(page).toHaveURL(/\/build/)
  }
  for (const focus of [
    () => page.getByRole('radio', { name: 'As built' }).first().focus(),
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

test('text typed right after Ctrl+K, t or / goes to the command line, even if its code arrives late', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  await loadCondor(page)
  await expect(page).toHaveURL(/legs=/)
  const before = page.url()
  let release = (): void => undefined
  const typed = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/assets/command-line*', async route => {
    await typed
    await route.continue()
  })
  const line = page.getByRole('combobox', { name: 'Search and commands' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('2xwn4 go to')
  release()
  await expect(line).toHaveValue('2xwn4 go to')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(before)
  for (const [key, text] of [
    ['t', '85/110 strg x2'],
    ['/', 'xwn'],
  ] as const) {
    await page.keyboard.press(key)
    await page.keyboard.type(text)
    await expect(line).toHaveValue(text)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await expect(legs(page)).toHaveCount(6)
})
