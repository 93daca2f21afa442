/** From portfolio risk to a draft: the cheapest legs within the bounds. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'

const risk = (page: Page) => page.getByTestId('risk-panel')
const answer = (page: Page) => page.getByTestId('hedge-answer')

function watchOrders(page: Page): readonly string[] {
  const sent: string[] = []
  page.on(
    'request',
    request => request.method() === 'POST' && request.url().includes('order') && sent.push(request.url()),
  )
  return sent
}

test('the book is hedged within bounds, by pointer and by keyboard, into a draft that sends nothing', async ({
  page,
}) => {
  const sent = watchOrders(page)
  await signIn(page)
  await ready(page)
  await risk(page).getByText('Hedge', { exact: true }).click()
  const form = risk(page).getByRole('form', { name: 'Bounds of the hedge' })
  await form.getByLabel(/^Vega within/).fill('much')
  await form.getByRole('button', { name: 'Find the hedge' }).click()
  await expect(form.getByText(/^Not a number: “m” .* 500, or/)).toBeVisible()
  await form.getByLabel(/^Vega within/).fill('20')
  await form.getByLabel('Stress loses at most').fill('100000000')
  await form.getByRole('button', { name: 'Find the hedge' }).click()
  await expect(answer(page).getByRole('status').first()).toContainText(/^\d legs? for [\d,.]+ USD in spread\./)
  await expect(answer(page)).toContainText(
    /Every choice among \d+ instruments quoted on both sides was compared: none costs less/,
  )
  const bounds = answer(page).getByRole('table', { name: 'Bounds before and after the hedge' })
  await expect(bounds.getByRole('row', { name: /^Vega −20\.0 to \+20\.0/ })).toContainText(/kept$/)
  await expect(bounds.getByRole('row')).toHaveCount(3)
  await expectAccessible(page, { within: '[data-testid="risk-panel"]' })
  const legs = await answer(page).getByRole('table', { name: 'Legs of the hedge' }).locator('tbody tr').count()
  await answer(page).getByRole('link', { name: 'Open as draft' }).click()
  await expect(page.getByTestId('legs-table').locator('tbody tr')).toHaveCount(legs)
  await page.goto('/portfolio')
  await ready(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('hedge vega < 20')
  await expect(page.getByRole('option', { name: /Hedge: vega < 20/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(risk(page).getByLabel(/^Vega within/)).toHaveValue('20')
  await expect(answer(page).getByRole('table', { name: 'Legs of the hedge' })).toBeVisible()
  const draft = answer(page).getByRole('link', { name: 'Open as draft' })
  await risk(page).getByRole('button', { name: 'Find the hedge' }).focus()
  await page.keyboard.press('Tab')
  await expect(draft).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByTestId('legs-table').locator('tbody tr').first()).toBeVisible()
  expect(sent).toEqual([])
})
