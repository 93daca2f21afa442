import type { Locator } from '@playwright/test'
import { askForTemplate } from '../tools/picture-drafts.ts'
import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'

const phone = { width: 390, height: 844 }

const cutWithin = (place: Locator): Promise<readonly string[]> =>
  place.evaluateAll(all =>
    all.flatMap(each =>
      [...each.querySelectorAll('*')]
        .filter(one => one.children.length === 0 && one.clientWidth > 1 && one.scrollWidth > one.clientWidth)
        .map(one => one.textContent ?? ''),
    ),
  )

test('on a phone the names of orders and of RFQs of others are whole, and a live RFQ leaves no accessibility finding', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  for (const template of ['Bull call spread', 'Iron condor'] as const) await askForTemplate(page, template)
  await page.setViewportSize(phone)

  await page.goto('/portfolio')
  await ready(page)
  await expect(
    page
      .getByTestId('portfolio-header')
      .getByRole('link', { name: /RFQ ends|RFQs/ })
      .first(),
  ).toBeVisible()
  await expectAccessible(page)

  await page.goto('/orders')
  await ready(page)
  const order = page.getByTestId('open-orders-grid').locator('[row-id] [col-id="order"]')
  await expect(order.filter({ hasText: 'Bull call spread' })).toBeVisible()
  await expect(order.filter({ hasText: 'Iron condor' })).toBeVisible()
  expect(await cutWithin(order)).toEqual([])
  await expectAccessible(page)

  await page.goto('/orders?view=everybody')
  await ready(page)
  const asked = page.getByTestId('flow-grid').locator('[row-id] [col-id="order"]')
  await expect(asked.filter({ hasText: 'Bull call spread' }).first()).toBeVisible()
  expect(await cutWithin(asked)).toEqual([])
})
