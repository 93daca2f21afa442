/** The trader's word on what is under review, given as a trader gives it: after looking at it, by a held key or a mouse that moves there. */
import { expect, type Page } from '@playwright/test'

/** How long a trader looks at least; a press before counts for nothing. */
const lookMs = 450
const holdMs = 500

const sendButton = (page: Page) => page.getByTestId('confirm-send')

/** Enter held until the bar is full. */
export async function holdEnter(page: Page): Promise<void> {
  await page.waitForTimeout(lookMs)
  await page.keyboard.down('Enter')
  await page.waitForTimeout(holdMs)
  await page.keyboard.up('Enter')
}

/** A click by a mouse that comes from elsewhere. */
export async function clickSend(page: Page): Promise<void> {
  await expect(sendButton(page)).toBeVisible({ timeout: 20_000 })
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await page.waitForTimeout(lookMs)
  await sendButton(page).click()
}
