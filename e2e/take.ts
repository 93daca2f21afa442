/** A quote on a live RFQ, taken as a trader takes it, at whatever pace the machine and the dealers have. */
import { expect, type Locator, type Page } from '@playwright/test'
import { holdEnter } from './confirm.ts'

interface Taking {
  readonly take: Locator
  /** How the review is opened; a click on Take where nothing is said. */
  readonly press?: (() => Promise<void>) | undefined
  readonly isDone: () => Promise<boolean>
}

/**
 * Presses Take and confirms until it is done: a quote that moved is confirmed once more, one that was gone is taken again. Each step
 * follows from what the page shows, so a slow outcome is awaited and not taken twice.
 */
export async function takeUntil(page: Page, { take, press, isDone }: Taking): Promise<void> {
  const review = page.getByTestId('review-dialog')
  // A quote may be gone before the press, or before its review stands.
  const openReview = async () => {
    await (press?.() ?? take.click({ timeout: 5_000 })).catch(() => {})
    await review.waitFor({ timeout: 5_000 }).catch(() => {})
  }
  await expect
    .poll(
      async () => {
        // The page behind a review is hidden from roles, so what is done is asked once the review is gone.
        if (await review.isVisible()) {
          // Each price that moves asks for another Enter, so they follow each other closely.
          for (let tries = 0; tries < 5 && (await review.isVisible()); tries += 1) await holdEnter(page)
          return false
        }
        if (await isDone()) return true
        if ((await take.isVisible()) && (await take.isEnabled())) await openReview()
        return false
      },
      { timeout: 180_000, intervals: [250] },
    )
    .toBe(true)
}
