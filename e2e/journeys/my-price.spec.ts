/** A price of one's own on a live RFQ: a notice unarmed, one take once it is armed by a held Enter. */
import { openBuilder, reviewAndSend } from '../builder.ts'
import { holdEnter } from '../confirm.ts'
import { expect, expectAccessible, ready, signIn, test } from '../fixtures.ts'

test('a price on a live RFQ is reported when it is reached; armed by a held Enter, it takes once', async ({ page, account }) => {
  const firm: string[] = []
  page.on('request', request => {
    const body = request.method() === 'POST' && new URL(request.url()).pathname === '/v1/api/order' ? (request.postData() ?? '') : ''
    if (body.includes('"IOC"')) firm.push(body)
  })
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('10d/25d ic x1')
  await expect(page.getByTestId('line-preview')).toContainText('ron condor')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Review RFQ/ })).toBeEnabled()
  await reviewAndSend(page)
  await page.getByTestId('live-rfq').getByRole('link', { name: 'Show in Orders' }).click()
  await ready(page)
  const drawer = page.getByTestId('order-drawer')
  await expect(drawer.getByRole('button', { name: /^Take: / })).toBeEnabled()
  await drawer.getByText('Alert or take at my price').click()
  const form = drawer.getByRole('form', { name: 'My price' })
  const price = form.getByRole('textbox', { name: 'My price' })
  const set = async (amount: number): Promise<void> => {
    await price.fill(String(amount))
    await form.getByRole('button', { name: 'Alert me' }).click()
    await expect(drawer).toContainText(`reaches receive ${amount.toLocaleString('en-US')}`)
  }
  // Far more than anybody pays for it: nothing comes of it.
  await form.getByRole('radio', { name: 'Receive' }).click()
  await set(9_000)
  await expect(drawer).not.toContainText('It is reached now')
  // A little less than it is quoted at: that is reported, and takes nothing.
  const quoted = Number((await drawer.getByTestId('rfq-price').innerText()).replace(/[^\d.]/g, ''))
  await set(Math.floor(quoted / 10) * 10 - 30)
  await expect(drawer).toContainText('It is reached now')
  await expect(page.getByLabel('Notices')).toContainText('RFQ reached your price')
  expect(firm).toEqual([])
  await expectAccessible(page)
  // Quotes that a busy machine reads late disarm it, which is said; it is armed again.
  const arm = drawer.getByRole('button', { name: 'Arm the take' })
  await expect(async () => {
    if (firm.length === 0) {
      await arm.focus({ timeout: 5_000 })
      await holdEnter(page)
    }
    await expect.poll(() => firm.length, { timeout: 3_000 }).toBe(1)
  }).toPass({ timeout: 180_000 })
  await expect(drawer.getByRole('list', { name: 'Levels tried' })).toBeVisible()
  await expect(page.getByTestId('review-dialog')).toHaveCount(0)
  expect(firm).toHaveLength(1)
})
