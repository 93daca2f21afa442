/** Every screen at difficult dates: all are opened, time passes the instant, and the portfolio stays live. */
import type { Page } from '@playwright/test'
import { type Desk, expect, minuteMs, pass, test } from '../controlled.ts'
import { ready, signIn } from '../fixtures.ts'

const nightly = { tag: '@nightly' }

const instants = [
  { startsAt: '2026-11-27T07:58:00Z', title: 'a monthly expiry is two minutes away', when: {} },
  { startsAt: '2026-12-31T23:59:30Z', title: 'the year ends', when: {} },
  { startsAt: '2026-11-25T18:14:30Z', title: 'it is midnight in Kathmandu', when: {}, timezoneId: 'Asia/Kathmandu' },
  {
    startsAt: '2027-03-14T06:59:00Z',
    title: 'clocks go forward in New York',
    when: {},
    timezoneId: 'America/New_York',
  },
  { startsAt: '2026-11-25T23:59:30Z', title: 'the day ends', when: nightly },
  { startsAt: '2027-03-26T07:58:00Z', title: 'a quarterly expiry is two minutes away', when: nightly },
  { startsAt: '2026-12-25T06:00:00Z', title: 'options of the last hours are worth almost nothing', when: nightly },
  { startsAt: '2026-12-01T07:59:40Z', title: 'the listing rolls', when: nightly },
  { startsAt: '2028-02-29T12:00:00Z', title: 'it is a leap day', when: nightly },
  { startsAt: '2026-11-22T03:00:00Z', title: 'it is Sunday night', when: nightly },
  { startsAt: '2026-11-28T22:35:00Z', title: 'it is late on Saturday', when: nightly },
  {
    startsAt: '2026-11-01T05:59:00Z',
    title: 'clocks go back in New York',
    when: nightly,
    timezoneId: 'America/New_York',
  },
] as const

const widths = [1280, 1440] as const

const outside = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isScrolled = (element: Element): boolean => {
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        if (at !== document.body && at !== document.documentElement && getComputedStyle(at).overflowX !== 'visible')
          return true
      }
      return false
    }
    return [
      ...document.querySelectorAll('button, a[href], input, select, [role="radio"], [role="tab"], [role="slider"]'),
    ]
      .filter(
        element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isScrolled(element),
      )
      .map(element => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.left < -0.5 || box.right > document.documentElement.clientWidth + 0.5))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} from ${box.left} to ${box.right}`)
  })

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

async function goOn(page: Page, desk: Desk): Promise<void> {
  await pass(page, desk, 3 * minuteMs)
  await goTo(page, 'Portfolio')
  await expect(page.getByTestId('positions-grid').getByText('BTC PERP')).toBeVisible()
  await expectLive(page, 'portfolio')
}

for (const { startsAt, title, when, ...zone } of instants) {
  test.describe(startsAt, () => {
    test.use({ startsAt, ...zone })
    test(`all screens are live while ${title}`, when, async ({ page, desk }) => {
      await signIn(page)
      await goThroughAll(page)
      await goOn(page, desk)
    })
  })
}
