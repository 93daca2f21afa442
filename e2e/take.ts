/** Takes a quote of a live RFQ. The market is frozen, so its price does not move during the review. */
import { expect, type Locator, type Page } from '@playwright/test'
import { holdEnter } from './confirm.ts'

export async function takeQuote(
  page: Page,
  take: Locator,
  done: Locator,
  press: () => Promise<void> = () => take.click(),
): Promise<void> {
  if (await done.isVisible()) return
  await expect(take).toBeEnabled()
  await press()
  await holdEnter(page)
  await expect(page.getByTestId('review-dialog')).toBeHidden()
  await expect(done).toBeVisible()
}
