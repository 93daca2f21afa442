/** Confirms an order under review like a trader: by holding Enter, or by a mouse that comes from elsewhere. */
import { expect, type Locator, type Page } from '@playwright/test'

const holdMs = 500
const patient = { timeout: 60_000 }

const sendButton = (page: Page) => page.getByTestId('confirm-send')

export async function armed(button: Locator): Promise<void> {
  await expect(button).toHaveAttribute('data-armed', 'true', patient)
  await expect(button).toBeEnabled(patient)
}

export async function holdEnter(page: Page, button: Locator = sendButton(page)): Promise<void> {
  await expect(button).toBeFocused(patient)
  await armed(button)
  await page.keyboard.down('Enter')
  await page.clock.runFor(holdMs)
  await page.keyboard.up('Enter')
}

export async function tapEnter(page: Page): Promise<void> {
  await expect(sendButton(page)).toBeFocused(patient)
  await armed(sendButton(page))
  await page.keyboard.press('Enter')
}

export async function clickArmed(page: Page, button: Locator): Promise<void> {
  await page.mouse.move(1, 1)
  await page.mouse.move(2, 2)
  await armed(button)
  await button.click()
}

export const clickSend = (page: Page): Promise<void> => clickArmed(page, sendButton(page))
