import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, explainedCents, minuteMs, pass, passToSample, samplesSaved, test } from '../controlled.ts'
import { signIn } from '../fixtures.ts'
import { venueSays } from '../venue.ts'

// The journey covers hours.
const history = (page: Page) => page.getByRole('region', { name: 'History' })
const chooseView = (page: Page, name: string) => history(page).getByRole('radio', { name, exact: true }).click()

async function firstSample(page: Page): Promise<void> {
  await expect.poll(() => samplesSaved(page)).toBeGreaterThan(0)
}

async function expectSum(
  page: Page,
): Promise<{ readonly lines: Readonly<Record<string, number>>; readonly change: number }> {
  const reported = await explainedCents(page)
  expect(Object.values(reported.lines).reduce((sum, cents) => sum + cents, 0)).toBe(reported.change)
  return reported
}

async function firstExpiry(page: Page): Promise<string> {
  const answer = JSON.stringify(await venueSays(page, '/v1/api/positions'))
  const [first] = [...answer.matchAll(/"[A-Z]+-(\d{8})-/g)].map(found => found[1] ?? '').sort()
  if (first === undefined) throw new Error('The account holds nothing that expires.')
  return first
}

test('an expiry passes at 08:00: the positions go, and the explanation says what they settled at', async ({
  page,
  desk,
  watched,
}) => {
  // A month later the token has expired, which a request may log to the console.
  watched.expected.push('status of 401')
  await signIn(page)
  const expiry = await firstExpiry(page)
  const [year, month, day] = [expiry.slice(0, 4), expiry.slice(4, 6), expiry.slice(6)].map(Number)
  await page.goto('about:blank')
  await desk.advance(Date.UTC(year ?? 0, (month ?? 1) - 1, day, 7, 56) - (await desk.nowMs()))
  await signIn(page)
  const grid = page.getByTestId('positions-grid')
  const options = grid.getByText(/ [CP]$/)
  await expect(options.first()).toBeVisible()
  const many = await options.count()
  await passToSample(page, desk, minuteMs)
  await pass(page, desk, 5 * minuteMs)
  await expect(grid.getByText('BTC PERP')).toBeVisible()
  await expect.poll(() => options.count()).toBeLessThan(many)
  await passToSample(page, desk, minuteMs)
  await chooseView(page, 'Equity')
  await history(page).getByRole('radio', { name: '6 h' }).click()
  const crosshair = history(page).getByRole('slider', { name: 'Time at the crosshair' })
  await crosshair.press('Home')
  await crosshair.press('Enter')
  const { lines } = await expectSum(page)
  expect(lines['Settlement']).not.toBe(0)
})

interface Backup {
  readonly samples: readonly {
    readonly atMs: number
    readonly equity: { readonly cash: string }
    readonly cash: Readonly<Record<string, string>>
  }[]
}

function twelveHours(backup: Backup): Backup {
  const newest = backup.samples.at(-1)
  if (newest === undefined) throw new Error('The backup holds no sample.')
  const minutes = Array.from({ length: 720 }, (_, index) => 720 - index).filter(ago => ago < 200 || ago > 230)
  const usd = (cash: string | undefined, ago: number): string => (Number(cash) - (ago > 360 ? 250 : 0)).toFixed(2)
  const samples = minutes.map(ago => ({
    ...newest,
    atMs: newest.atMs - ago * minuteMs,
    cash: { ...newest.cash, USD: usd(newest.cash['USD'], ago) },
    equity: { ...newest.equity, cash: usd(newest.equity.cash, ago) },
  }))
  return { ...backup, samples: [...samples, ...backup.samples] }
}

test('twelve hours of samples come back from a backup, are drawn with their gap, and add up', async ({
  page,
  desk,
}) => {
  await signIn(page)
  await firstSample(page)
  await passToSample(page, desk, minuteMs)
  await page.goto('/journal')
  await page.getByRole('button', { name: 'Journal files' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Backup' }).click(),
  ])
  const backup = JSON.parse(await readFile(await download.path(), 'utf8')) as Backup
  expect(backup.samples.length).toBeGreaterThan(1)
  const buffer = Buffer.from(JSON.stringify(twelveHours(backup)))
  await page
    .getByLabel('Backup to restore')
    .setInputFiles({ name: 'backup.json', mimeType: 'application/json', buffer })
  await expect(page.getByText(/Backup restored/)).toBeVisible()
  expect(await samplesSaved(page)).toBeGreaterThan(685)
  await page.goto('/portfolio')
  const chart = page.getByTestId('history-chart')
  await expect(chart.locator('path').first()).toBeVisible()
  // A dragged span of the day's strip is explained below it, and its lines add up.
  const plot = chart.locator('svg').last()
  await plot.hover({ position: { x: 150, y: 40 } })
  await page.mouse.down()
  await plot.hover({ position: { x: 320, y: 40 } })
  await page.mouse.up()
  const span = page.getByTestId('span-explained')
  await expect(span).toHaveAttribute('data-span', 'true')
  await expect(span).toContainText(/\d\d:\d\d to /)
  await history(page).getByRole('button', { name: 'Zoom in' }).click()
  await history(page).getByRole('button', { name: 'Whole day' }).click()
  await chooseView(page, 'Equity')
  await expect(chart.locator('rect')).toHaveCount(1)
  await chooseView(page, 'Day')
  await history(page).getByRole('button', { name: 'Details' }).click()
  await history(page).getByRole('combobox', { name: 'Explain' }).selectOption('first')
  const { lines } = await expectSum(page)
  expect(lines['Fees, transfers']).toBe(25_000)
  await expect(history(page).getByText(/USD cash moved by \+250\.00 without a fill/)).toBeVisible()
  await page
    .getByTestId('portfolio-header')
    .getByRole('button', { name: /Day change/ })
    .click()
  await expect(page.getByTestId('explanation')).toContainText('Day change')
  await expect(page.getByTestId('explanation').getByRole('table', { name: 'Change of equity explained' })).toBeVisible()
})
