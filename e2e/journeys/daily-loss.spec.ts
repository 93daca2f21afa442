import { chooseMarket, draftFirmSpread, openBuilder, reviewAndSend } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

test('a daily loss that is reached stops openings, in another tab and after a reload, and closing stays free', async ({
  page,
  account,
  context,
}) => {
  await signIn(page, account)
  const limit = page.getByLabel('Daily loss limit, USD')
  await limit.fill('1000000')
  await limit.blur()
  await openBuilder(page)
  await draftFirmSpread(page)
  await chooseMarket(page)
  await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/^(?:Bought|Sold) /)
  // Simulates a large loss since the start of the day.
  await page.evaluate(() => {
    const losses = JSON.parse(localStorage.getItem('legwork.day-loss') ?? '{}') as Record<string, object>
    const lost = Object.fromEntries(
      Object.entries(losses).map(([owner, loss]) => [owner, { ...loss, most: '1000000' }]),
    )
    localStorage.setItem('legwork.day-loss', JSON.stringify(lost))
  })

  const tab = await context.newPage()
  await tab.goto('/portfolio')
  await tab.getByRole('button', { name: `Use the sign-in of another tab (${account})` }).click()
  await expect(tab.getByTestId('portfolio-header')).toBeVisible()
  for (const each of [page, tab]) {
    await each.bringToFront()
    await openBuilder(each)
    await each.reload()
    await ready(each)
    await draftFirmSpread(each)
    await chooseMarket(each)
    await each.getByRole('button', { name: /^Review/ }).click()
    const review = each.getByTestId('review-dialog')
    await expect(review).toContainText(
      /Lost 1,000,000\.00 USD since .* your daily limit is 1,000,000\. Nothing is opened until/,
    )
    await expect(each.getByTestId('confirm-send')).toBeDisabled()
    await each.keyboard.press('Escape')
  }
  await page.bringToFront()
  await page.goto('/portfolio')
  await ready(page)
  await page
    .getByTestId('positions-grid')
    .getByRole('button', { name: /^Close / })
    .first()
    .click()
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByTestId('review-dialog')).not.toContainText('daily limit')
  await expect(page.getByTestId('confirm-send')).toBeEnabled()
})
