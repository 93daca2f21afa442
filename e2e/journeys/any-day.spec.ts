/**
 * The screens at instants chosen to hurt, in the exchange's time and in the reader's: through all of them once, over the moment, and back to
 * the portfolio. Nothing may fail, stand still or leave the window.
 */
import type { Page } from '@playwright/test'
import { type Desk, expect, minuteMs, pass, test } from '../controlled.ts'
import { ready, signIn } from '../fixtures.ts'

const instants = [
  { startsAt: '2026-11-25T23:59:30Z', what: 'the day ends' },
  { startsAt: '2026-11-27T07:58:00Z', what: 'a monthly expiry is two minutes off' },
  { startsAt: '2027-03-26T07:58:00Z', what: 'a quarterly expiry is two minutes off' },
  { startsAt: '2026-12-25T06:00:00Z', what: 'options of the last hours are worth next to nothing' },
  { startsAt: '2026-12-01T07:59:40Z', what: 'the listing rolls' },
  { startsAt: '2026-12-31T23:59:30Z', what: 'the year ends' },
  { startsAt: '2028-02-29T12:00:00Z', what: 'a day that is not in every year' },
  { startsAt: '2026-11-22T03:00:00Z', what: 'a Sunday night' },
  { startsAt: '2026-11-28T22:35:00Z', what: 'a late Saturday evening' },
  { startsAt: '2026-11-25T18:14:30Z', what: 'midnight in Kathmandu', timezoneId: 'Asia/Kathmandu' },
  { startsAt: '2027-03-14T06:59:00Z', what: 'clocks go forward in New York', timezoneId: 'America/New_York' },
  { startsAt: '2026-11-01T05:59:00Z', what: 'clocks go back in New York', timezoneId: 'America/New_York' },
] as const

const widths = [1280, 1440] as const

/** Controls that stand out of the window, other than what scrolls within it. */
const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isScrolled = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        if (at !== document.body && at !== document.documentElement && getComputedStyle(at).overflowX !== 'visible') return true
      }
      return false
    }
    return [...document.querySelectorAll('button, a[href], input, select, [role="radio"], [role="tab"], [role="slider"]')]
      .filter(element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isScrolled(element))
      .map(element => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.left < -0.5 || box.right > document.documentElement.clientWidth + 0.5))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} from ${box.left} to ${box.right}`)
  })

/** The screen shows what the exchange says now, and all that can be pressed is in the window. */
async function expectLive(page: Page, screen: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`/${screen}`))
  await ready(page)
  await expect(page.getByTestId('connection-light')).toHaveAttribute('data-state', 'live')
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await outside(page), `${screen} at ${width}`).toEqual([])
  }
}

const goTo = (page: Page, name: string): Promise<void> =>
  page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click()

async function goThroughAll(page: Page): Promise<void> {
  const positions = page.getByTestId('positions-grid')
  await expect(positions.getByText('BTC PERP')).toBeVisible()
  await expectLive(page, 'portfolio')
  await goTo(page, 'Build')
  await page.getByRole('radio', { name: 'Gallery' }).click()
  const condor = page.getByTestId('gallery').getByRole('button', { name: /^Iron condor/ })
  await condor.click()
  await expect(page.getByTestId('legs-table').getByRole('row')).toHaveCount(6)
  await expect(page.getByTestId('payoff-chart').locator('path').first()).toBeVisible()
  await expectLive(page, 'build')
  await goTo(page, 'Orders')
  await expectLive(page, 'orders')
  await goTo(page, 'Markets')
  await expect(
    page
      .getByTestId('instruments-grid')
      .getByRole('row', { name: /\d\.\d/ })
      .nth(3),
  ).toBeVisible()
  await expectLive(page, 'markets')
  await goTo(page, 'Journal')
  await expectLive(page, 'journal')
  await goTo(page, 'Settings')
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await expectLive(page, 'settings')
}

/** Over the moment, and the portfolio goes on. */
async function goOn(page: Page, desk: Desk): Promise<void> {
  await pass(page, desk, 3 * minuteMs)
  await goTo(page, 'Portfolio')
  await expect(page.getByTestId('positions-grid').getByText('BTC PERP')).toBeVisible()
  await expectLive(page, 'portfolio')
}

for (const { startsAt, what, ...zone } of instants) {
  test.describe(startsAt, () => {
    test.use({ startsAt, ...zone })
    test(`all screens live while ${what}`, async ({ page, desk }) => {
      await signIn(page)
      await goThroughAll(page)
      await goOn(page, desk)
    })
  })
}
