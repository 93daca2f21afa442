/** A message from a chat is pasted into the command line: each line is a draft, and what is not understood is underlined. */
import { expect, expectAccessible, signIn, test } from '../fixtures.ts'

const message = ['hi team', '[10:32] Ann: can you show me a two way in 25d rr x10', '> sell 5 atm straddle', 'buy 3 btc perp wibble'].join(
  '\n',
)

test('a pasted message becomes drafts, one a line, its unknown word is underlined, and nothing is sent', async ({
  page,
  account,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, account)
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && request.url().includes('order') && sent.push(request.url()))
  await page.evaluate(text => navigator.clipboard.writeText(text), message)
  await page.keyboard.press('/')
  const line = page.getByRole('combobox', { name: 'Search and commands' })
  await line.press('ControlOrMeta+v')
  const drafts = page.getByRole('option', { name: /^Load: / })
  await expect(drafts).toHaveCount(2)
  await expect(drafts.nth(0)).toContainText(/risk reversal/i)
  await expect(drafts.nth(1)).toContainText(/straddle/i)
  await expect(page.getByTestId('line-refusal')).toHaveText('Not understood: “wibble”.')
  await expect(page.getByRole('dialog').locator('u')).toHaveText('wibble')
  await expectAccessible(page)

  await drafts.nth(1).click()
  await expect(page).toHaveURL(/\/build\?/)
  await expect(page.getByRole('heading', { name: /straddle BTC/i })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Quantity', exact: true })).toHaveValue('5')
  expect(sent).toEqual([])
})
