import type { Page } from '@playwright/test'
import { openBuilder, reviewAndSend } from '../builder.ts'
import { expect, expectAccessible, signIn, test } from '../fixtures.ts'

const drawing = (page: Page) => page.getByTestId('draw')
const legs = (page: Page) => page.getByTestId('legs-table').locator('tbody tr')
const kink = (page: Page, at: number) => drawing(page).getByRole('slider', { name: `Kink ${at}`, exact: true })
const status = (page: Page) => drawing(page).getByRole('status').first()

async function runCommand(page: Page, text: string, name: string): Promise<void> {
  const line = page.getByRole('dialog', { name: 'Search and commands' })
  await page.keyboard.press('Control+k')
  await line.getByRole('combobox').fill(text)
  await expect(page.getByRole('option', { selected: true })).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(line).toBeHidden()
}

async function drawByHand(page: Page): Promise<void> {
  const ground = await page.getByTestId('draw-ground').boundingBox()
  if (ground === null) throw new Error('no chart')
  const at = (part: number) =>
    [
      ground.x + ground.width * (0.2 + 0.6 * part),
      ground.y + ground.height * (0.8 - 0.5 * Math.sin(Math.PI * part)),
    ] as const
  await page.mouse.move(...at(0))
  await page.mouse.down()
  for (let step = 1; step <= 12; step += 1) await page.mouse.move(...at(step / 12))
  await page.mouse.up()
  await expect(status(page)).toHaveText(/^The best legs are within [\d,]+ of the line\.$|^The legs pay exactly/)
  await expect(legs(page).nth(1)).toBeVisible()
  await expect(legs(page).nth(6)).toHaveCount(0)
}

async function legsBetweenPrices(page: Page): Promise<void> {
  const form = drawing(page).getByRole('form', { name: 'Profit between two prices' })
  await form.getByLabel('Profit from').fill('110000')
  await form.getByLabel('Profit to').fill('100000')
  await form.getByLabel('Lose at most').fill('5000')
  await form.getByRole('button', { name: 'Find legs' }).click()
  await expect(form.getByRole('status')).toHaveText('The lower price is not below the upper one.')
  await form.getByLabel('Profit from').fill('104000')
  await form.getByLabel('Profit to').fill('114000')
  await form.getByRole('button', { name: 'Find legs' }).click()
  await expect(form.getByRole('status')).toHaveText(
    /^Earns at least [\d,.]+ there and loses at most [\d,.]+ per package\.$/,
  )
}

test('a payoff is drawn by hand, by two prices and as a hump, and dealers quote its legs', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.getByRole('button', { name: 'Draw the payoff', exact: true }).click()
  await drawByHand(page)
  await legsBetweenPrices(page)
  await drawing(page).getByRole('button', { name: 'Hump', exact: true }).click()
  await expect(legs(page).nth(2)).toBeVisible()
  await expect(status(page)).toHaveText('The legs pay exactly what is drawn.')
  const count = await legs(page).count()

  const before = await kink(page, 3).getAttribute('aria-valuenow')
  const box = await kink(page, 3).locator('circle').first().boundingBox()
  if (box === null) throw new Error('no kink')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 15, y, { steps: 3 })
  await page.mouse.move(x + 60, y, { steps: 3 })
  await page.mouse.up()
  await expect(kink(page, 3)).not.toHaveAttribute('aria-valuenow', before ?? '')
  await expect(status(page)).toHaveText('The legs pay exactly what is drawn.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo', description: 'Undo' }).click()
  await expect(kink(page, 3)).toHaveAttribute('aria-valuenow', before ?? '')
  await expect(legs(page)).toHaveCount(count)

  await drawing(page).getByRole('button', { name: 'Done', exact: true }).click()
  await reviewAndSend(page)
  await page.getByTestId('live-rfq').getByRole('link', { name: 'Show in Orders' }).press('Enter')
  await expect(page.getByTestId('order-drawer').getByTestId('rfq-price')).toHaveText(/^(pay|receive) [\d,.]+$/)
})

test('the same by keys only', async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await runCommand(page, 'draw the payoff', 'Draw the payoff')
  await expect(drawing(page).getByRole('button', { name: 'Hump', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(legs(page).nth(2)).toBeVisible()
  for (let tabs = 0; tabs < 30 && !(await kink(page, 3).evaluate(each => each === document.activeElement)); tabs += 1)
    await page.keyboard.press('Tab')
  await expect(kink(page, 3)).toBeFocused()
  const before = await kink(page, 3).getAttribute('aria-valuenow')
  await page.keyboard.press('ArrowRight')
  await expect(kink(page, 3)).not.toHaveAttribute('aria-valuenow', before ?? '')
  await expect(status(page)).toHaveText('The legs pay exactly what is drawn.')
  await page.keyboard.press('Enter')
  await expect(kink(page, 4)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(kink(page, 4)).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(kink(page, 4)).toHaveCount(0)
})

test('a view gives ranked structures with reasons; a press opens one as a draft and sends nothing', async ({
  page,
  account,
}) => {
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  await signIn(page, account)
  await openBuilder(page)
  await runCommand(page, 'structures for a view', 'Structures for a view')
  const view = page.getByTestId('view')
  const found = view.getByRole('list', { name: 'Best first' }).getByRole('button')
  await expect(found.first()).toContainText('on average if you are right')
  await expectAccessible(page)
  await view.getByRole('radio', { name: 'Return on risk' }).click()
  await expect(found.first()).toContainText('Earns up to')
  await view.getByLabel('Lose at most').fill('0')
  await expect(view.getByRole('status')).toHaveText('A loss is a number above zero.')
  await view.getByLabel('Lose at most').fill('5000')
  await found.first().press('Enter')
  await expect(view).toBeHidden()
  await expect(legs(page).first()).toBeVisible()
  expect(sent.filter(url => url.includes('order'))).toEqual([])
})
