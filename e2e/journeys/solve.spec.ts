/** Solvers: the same payoff cheaper, and a size from a risk limit. */
import type { Page } from '@playwright/test'
import { buyLeg, clearDraft, openBuilder, sellLeg, strikesOnScreen } from '../builder.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures.ts'

const row = (page: Page) => page.getByTestId('cheaper-legs')
const legs = (page: Page) => page.getByTestId('legs-table').locator('tbody tr')

async function draftSynthetic(page: Page): Promise<void> {
  const strikes = await strikesOnScreen(page)
  const strike = strikes[Math.floor(strikes.length / 2)]
  if (strike === undefined) throw new Error('no strike on screen')
  await buyLeg(page, strike.call)
  await sellLeg(page, strike.put)
  await expect(legs(page)).toHaveCount(2)
}

test('cheaper legs, a size from the risk and a strike for a premium are found, used and undone, and nothing is sent', async ({
  page,
  account,
}) => {
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  await signIn(page, account)
  await openBuilder(page)
  await draftSynthetic(page)
  await expect(row(page)).toContainText(/^Same payoff [\d,.]+ cheaper with /)
  const before = await page.getByTestId('legs-table').innerText()
  await row(page).getByRole('button', { name: 'Legs', exact: true }).click()
  await expect(page.getByText(/Per package, at bids and asks/)).toBeVisible()
  await expectAccessible(page)
  await row(page).getByRole('button', { name: 'Take the cheaper legs' }).click()
  await expect(row(page)).toHaveCount(0)
  expect(await page.getByTestId('legs-table').innerText()).not.toBe(before)
  await page.getByRole('button', { name: 'Undo', description: 'Undo' }).click()
  await expect(legs(page)).toHaveCount(2)
  await expect(row(page)).toBeVisible()

  await clearDraft(page)
  const strikes = await strikesOnScreen(page)
  const strike = strikes[Math.floor(strikes.length / 2)]
  if (strike === undefined) throw new Error('no strike on screen')
  await buyLeg(page, strike.call)
  const quantity = page.getByRole('textbox', { name: 'Quantity', exact: true })
  await expect(quantity).toHaveValue('1')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('size 1%')
  await expect(page.getByRole('option', { name: /Size: lose at most 1 % of equity/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/one step more could lose more than 1 % of equity/)).toBeVisible()
  await expect(quantity).not.toHaveValue('1')

  await page.getByRole('region', { name: 'Ticket' }).getByRole('button', { name: 'Size from risk' }).click()
  const dialog = page.getByTestId('size-from-risk')
  await expect(dialog.getByRole('status')).toContainText(/one step more|No size/)
  await dialog.getByLabel('Take at most').fill('')
  await dialog.getByLabel('Lose at most').fill('0,5x')
  await expect(dialog.getByRole('status')).toHaveText('A limit is a number above zero.')
  await dialog.getByLabel('Lose at most').fill('2')
  await expect(dialog.getByRole('status')).toContainText('2 % of equity')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: /^Use / }).click()
  await expect(dialog).toBeHidden()

  await clearDraft(page)
  const [put, call] = [strikes[Math.floor(strikes.length / 3)], strikes.at(-1)]
  if (put === undefined || call === undefined) throw new Error('no strikes on screen')
  await buyLeg(page, put.put)
  await sellLeg(page, call.call)
  const solved = await page.getByTestId('legs-table').getByRole('row').nth(1).innerText()
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('button', { name: 'Solve for…' }).click()
  const solver = page.getByTestId('solve-for')
  await solver.getByLabel('Change').selectOption(`strike ${call.call}`)
  await expect(solver.getByRole('listitem')).toHaveCount(5)
  await expectAccessible(page)
  await solver.getByLabel('Net premium paid').fill('nought')
  await expect(solver.getByRole('status')).toHaveText('The target is a number.')
  await solver.getByLabel('Net premium paid').fill('0')
  await solver.getByRole('button', { name: 'Use' }).nth(4).click()
  await expect(solver).toBeHidden()
  await page.getByRole('button', { name: 'Undo', description: 'Undo' }).click()
  expect(await page.getByTestId('legs-table').getByRole('row').nth(1).innerText()).toContain(
    solved.split('\n')[0] ?? '',
  )
  expect(sent.filter(url => url.includes('order'))).toEqual([])
})
