import type { Locator } from '@playwright/test'
import { holdEnter } from '../confirm.ts'
import { expect, ready, test } from '../fixtures.ts'
import { takeQuote } from '../take.ts'

const heard = (part: Locator, what: RegExp | string) => expect.poll(() => part.ariaSnapshot()).toMatch(what)

test('who hears the page signs in, hears the book, builds a condor, asks for quotes and takes one', async ({
  page,
}) => {
  await page.goto('/')
  const main = page.getByRole('main')
  const signIn = main.getByRole('button', { name: 'Sign in to the sandbox', exact: true })
  await expect(signIn).toBeFocused()
  await page.keyboard.press('Enter')
  await ready(page)
  // Each total is a button named by its figure and value.
  await heard(main.getByRole('region', { name: 'Totals' }), /button "Equity, USD [\d,.]+"/)
  const positions = main.getByRole('treegrid', { name: 'Trades', exact: true })
  await heard(positions, /row ".*BTC PERP.*"/)
  expect(await main.ariaSnapshot()).not.toMatch(/no rows|no open positions/i)
  await heard(
    main.getByRole('figure', { name: 'Payoff of the book on BTC', exact: true }),
    /At expiry: \w+ below [\d,.]+, [+−][\d,.]+ USD at .+, \w+ above [\d,.]+; (nowhere )?even/,
  )
  await page.keyboard.press('2')
  await expect(page.getByRole('grid', { name: /chain/i }).first()).toBeVisible()
  await ready(page)
  await page.keyboard.press('g')
  await page
    .getByTestId('gallery')
    .getByRole('button', { name: /^Iron condor/ })
    .press('Enter')
  await heard(main.getByRole('figure', { name: /^Payoff/ }), /At expiry: level below .+, level above .+; even at/)
  await main.getByRole('button', { name: /^Review RFQ/ }).press('Enter')
  const review = page.getByRole('dialog', { name: /^Request quotes: .*Iron condor/ })
  await heard(review, /button "Send/)
  await holdEnter(page)
  await expect(review).toHaveCount(0)
  const take = page.getByTestId('live-rfq').getByRole('button', { name: /^Take \d/ })
  await expect(take).toBeEnabled()
  await page.keyboard.press('3')
  const blotter = main.getByRole('treegrid', { name: 'Orders', exact: true })
  for (const verb of ['Take', 'Cancel']) await heard(blotter, new RegExp(`button "${verb} .*ron condor.*"`))
  await page.keyboard.press('2')
  await expect(take).toBeEnabled()
  for (const slider of await main.getByRole('slider').all())
    expect(await slider.getAttribute('aria-valuetext')).not.toMatch(/^$|\d\.\d{3}/)
  await takeQuote(
    page,
    take,
    page
      .getByRole('status')
      .filter({ hasText: /filled|bought|sold/i })
      .first(),
    () => take.press('Enter'),
  )
})
