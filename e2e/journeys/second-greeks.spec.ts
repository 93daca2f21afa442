import { openBuilder } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

test('greeks of the second order stand beside those of the first, for the book and for a draft, and the choice is stored', async ({
  page,
}) => {
  await signIn(page)
  await ready(page)
  const risk = page.getByTestId('risk-panel')
  await page.keyboard.press('Shift+G')
  await risk.getByText('2nd order', { exact: true }).click()
  const table = risk.getByRole('table', { name: 'Greeks by expiry' })
  await expect(table.getByRole('columnheader')).toHaveText(['Expiry', /^Vanna/, 'Volga', /^Charm/, 'Legs'])
  await expect(table.getByRole('row', { name: /^Net/ }).getByRole('cell').nth(1)).toHaveText(/^[+−][\d,.]+$/)
  await page.reload()
  await ready(page)
  await expect(table.getByRole('columnheader', { name: /^Vanna/ })).toBeVisible()
  await openBuilder(page)
  await page.getByRole('radio', { name: 'Gallery' }).click()
  await page
    .getByTestId('gallery')
    .getByRole('button', { name: /^Iron condor/ })
    .click()
  const effects = page.getByTestId('effects-table')
  await expect(effects.getByRole('columnheader', { name: 'Theta' })).toBeVisible()
  await effects.getByRole('button', { name: 'Greeks of the second order' }).click()
  await expect(effects.getByRole('columnheader', { name: 'Charm' })).toBeVisible()
  await expect(effects.getByRole('columnheader', { name: 'Theta' })).toHaveCount(0)
  await expect(effects.getByRole('row', { name: /^Draft, total/ }).getByRole('cell')).toHaveText([/^[+−]/, /^[+−]/, /^[+−]/])
})
