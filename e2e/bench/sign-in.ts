import type { Page } from '@playwright/test'

export async function signInToApp(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.getByRole('button', { name: /sign in to the sandbox/i }).click()
  await page.locator('html[data-ready="true"]').waitFor()
}
