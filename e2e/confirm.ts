/** The trader's word on what is under review, given as a trader gives it: after looking at it, by a held key or a mouse that moves there. */
import { expect, type Page } from '@playwright/test'

/** How long a trader looks at least; a press before counts for nothing. */
const lookMs = 450
const holdMs = 500

const sendButton = (page: Page) => page.getByTestId('confirm-send')

/** Time of the page itself, from its next frame on: a busy page counts the rest of a question and a held key later than this process does. */
const pass = (page: Page, ms: number): Promise<void> =>
  page.evaluate(wait => new Promise<void>(done => requestAnimationFrame(() => setTimeout(done, wait))), ms)

/** What can cost money has been in view for a while. */
export const look = (page: Page): Promise<void> => pass(page, lookMs)

/** Enter held until the bar is full, from when a button of the question has the focus; a question may be gone before. */
export async function holdEnter(page: Page): Promise<void> {
  await page
    .locator(':is([role="dialog"], [role="alertdialog"]) button:focus')
    .waitFor({ timeout: 5_000 })
    .catch(() => {})
  await look(page)
  await page.keyboard.down('Enter')
  await pass(page, holdMs)
  await page.keyboard.up('Enter')
}

/** A click by a mouse that comes from elsewhere. */
export async function clickSend(page: Page): Promise<void> {
  await expect(sendButton(page)).toBeVisible({ timeout: 20_000 })
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await look(page)
  await sendButton(page).click()
}
