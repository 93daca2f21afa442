/** Confirming what is under review, as a trader does: by Enter held down, or by a mouse that comes from elsewhere. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Longer than an order needs Enter to be held. */
const holdMs = 500
/** The limit of the journeys, for tools that run without a test. */
const patient = { timeout: 60_000 }

const sendButton = (page: Page) => page.getByTestId('confirm-send')

/** Waits until a press of the button counts. */
export async function armed(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('data-armed', 'true', patient)
  await expect(button).toBeEnabled(patient)
}

/** Holds Enter on a button that has the focus, or Send, until it has fired. The time of the hold is the page's own clock. */
export async function holdEnter(page: Page, button: Locator = sendButton(page)): Promise<void> {
  await expect(button).toBeFocused(patient)
  await armed(button)
  await page.keyboard.down('Enter')
  await page.clock.runFor(holdMs)
  await page.keyboard.up('Enter')
}

/** Taps Enter on Send, which is enough for an RFQ. */
export async function tapEnter(page: Page): Promise<void> {
  await expect(sendButton(page)).toBeFocused(patient)
  await armed(sendButton(page))
  await page.keyboard.press('Enter')
}

/** Clicks a button that can cost money, with a mouse that comes from elsewhere. */
export async function clickArmed(page: Page, button: Locator): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await armed(button)
  await button.click()
}

export const clickSend = (page: Page): Promise<void> => clickArmed(page, sendButton(page))
