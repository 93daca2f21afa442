/** Opens states for screenshots that need an action: drawers, dialogs, tabs, the past. */
import { expect, type Page } from '@playwright/test'
import { chooseFirm, takePrice } from '../builder.ts'

const patient = { timeout: 30_000 }

/** A phone has the ticket in a tab. */
const showTicket = async (page: Page): Promise<void> => {
  const tab = page.getByRole('tab', { name: /^Ticket/ })
  if (await tab.isVisible()) await tab.click()
}

const openReview = async (page: Page): Promise<void> => {
  await showTicket(page)
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(page.getByTestId('review-dialog')).toBeVisible(patient)
}

export const openers: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  cash: page => page.getByRole('group', { name: 'Journal as' }).getByLabel('Cash').click(),
  alerts: page => page.keyboard.press('Shift+E'),
  keys: page => page.keyboard.press('?'),
  instrument: page => page.getByTestId('instruments-grid').getByText('BTC PERP').first().click(),
  async order(page) {
    await page
      .getByTestId('open-orders-grid')
      .getByRole('row', { name: /Take/ })
      .first()
      .getByRole('gridcell')
      .first()
      .click()
    await expect(page.getByTestId('order-drawer')).toBeVisible(patient)
  },
  async replay(page) {
    await page.keyboard.press('Shift+R')
    await expect(page.getByTestId('replay-bar')).toBeVisible(patient)
  },
  async trade(page) {
    await page.getByRole('radio', { name: 'Trades', exact: true }).click()
    await page.getByTestId('positions-grid').getByText('Iron condor').first().click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'P&L over time…' }).click()
  },
  review: openReview,
  async firm(page) {
    await showTicket(page)
    await chooseFirm(page)
    await takePrice(page, 'Mid')
    await openReview(page)
  },
  async answer(page) {
    await page.getByTestId('flow-grid').getByRole('button', { name: 'Answer with a firm order' }).first().click()
    await expect(page.getByTestId('answer-dialog')).toBeVisible(patient)
  },
}
