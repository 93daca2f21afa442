import { expect, ready, signIn, test } from '../fixtures.ts'

test('a structure has alerts on its profit, its loss and its days left, from its own menu', async ({ page }) => {
  await signIn(page)
  await ready(page)
  const row = page.getByTestId('positions-grid').getByText('Bull call spread')
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Alert at a part of the most profit…' }).click()
  const panel = page.getByTestId('ends')
  await expect(panel.getByRole('textbox', { name: 'Legs' })).toHaveValue(/^BTC-\d+-\d+C@-?1\/BTC-\d+-\d+C@-?1$/)
  await expect(panel).toContainText(/Now −?[\d.]+ % \(marks and entries\)/)
  await panel.getByRole('textbox', { name: 'Level' }).fill('50')
  await panel.getByRole('button', { name: 'Add alert' }).click()
  await expect(panel).toContainText(/Profit of the most of .* above 50 %/)
  await panel.getByRole('combobox', { name: 'Figure' }).selectOption({ label: 'Net mid' })
  await expect(panel).toContainText(/Now [\d,.]+ \(mids\)/)
  await panel.getByRole('combobox', { name: 'Figure' }).selectOption({ label: 'Days left' })
  await expect(panel).toContainText(/Now 29\.\d+ days \(by its name\)/)
})
