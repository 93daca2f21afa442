import type { Page } from '@playwright/test'
import { expect, ready, signIn, test } from '../fixtures.ts'

const longName = 'macro-desk-singapore-overnight-hedging-account-0123456789@long.example'
const longVenue = 'uat.gateway-eu-central-1.options-and-futures.venue.example:8443'

const texts = {
  short: { venue: 'venue', account: 'desk', ends: 'nothing ends', time: '', light: 'live', age: '0.8 s' },
  long: {
    venue: longVenue,
    account: longName,
    ends: 'Session expires',
    time: 'Wed 23 Dec 22:35',
    light: 'signed out',
    age: '9999 m',
  },
} as const

const faultsOf = (page: Page, said: (typeof texts)[keyof typeof texts], rootPx: number): Promise<string[]> =>
  page.evaluate(
    ({ words, fontPx }) => {
      document.documentElement.style.fontSize = `${fontPx}px`
      const bar = document.querySelector('header')
      if (bar === null) return ['no bar']
      const put = (selector: string, text: string): void => {
        const found = bar.querySelector(selector)
        if (found !== null) found.textContent = text
      }
      put('[data-testid="environment"]', words.venue)
      put('[data-fitting="ellipsis"] > *', words.account)
      put('[data-fitting="end"] > :first-child', words.ends)
      put('[data-fitting="end"] > :last-child', words.time)
      put('[data-testid="connection-light"] [data-fitting] > :first-child', words.light)
      put('[data-testid="connection-light"] [data-fitting] > :last-child', words.age)
      const faults: string[] = []
      for (const control of bar.querySelectorAll('a, button')) {
        const name = control.getAttribute('aria-label') ?? control.textContent
        const box = control.getBoundingClientRect()
        if (box.left < 0 || box.right > innerWidth || box.bottom > innerHeight)
          faults.push(`${name}: ${box.left} to ${box.right}`)
        if (box.width < 20 || box.height < 20) faults.push(`${name}: ${box.width} × ${box.height}`)
        const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
        if (seen === null || !control.contains(seen)) faults.push(`${name}: lies under ${seen?.outerHTML.slice(0, 60)}`)
      }
      for (const line of bar.querySelectorAll('[data-fitting]')) {
        const room = line.getBoundingClientRect()
        for (const part of line.children) {
          const box = part.getBoundingClientRect()
          if (box.top < room.bottom && box.right > room.right + 0.5) faults.push(`${part.textContent}: cut`)
        }
      }
      const page = document.documentElement
      if (page.scrollWidth > page.clientWidth)
        faults.push(`the page scrolls sideways by ${page.scrollWidth - page.clientWidth}`)
      return faults
    },
    { words: said, fontPx: rootPx },
  )

test('the bar keeps every control in the window at any width and with any text, and its tips have what is cut', async ({
  page,
}) => {
  await signIn(page)
  await ready(page)
  await expect(page.getByRole('button', { name: /^Next: / })).toBeVisible()
  const found: string[] = []
  for (const width of [
    320, 360, 390, 480, 600, 767, 768, 860, 1023, 1024, 1100, 1279, 1280, 1366, 1440, 1535, 1536, 1600, 1920, 2560,
  ]) {
    await page.setViewportSize({ width, height: 800 })
    for (const [length, words] of Object.entries(texts)) {
      for (const rootPx of [16, 20, 32]) {
        for (const fault of await faultsOf(page, words, rootPx))
          found.push(`${width} px, ${length}, ${rootPx} px: ${fault}`)
      }
    }
  }
  expect(found).toEqual([])
  await page.setViewportSize({ width: 480, height: 800 })
  await page.reload()
  await ready(page)
  await page.keyboard.press('Tab')
  await page.getByTestId('environment').focus()
  await expect(page.getByRole('tooltip')).toContainText('Signed in as demo')
  await page.getByRole('button', { name: /^Next: / }).focus()
  await expect(page.getByRole('tooltip')).toContainText('Next: ')
})

test('on Build the bar has the words of a failing venue and Retry, and nothing below moves', async ({
  page,
  watched,
}) => {
  watched.expected.push('ERR_FAILED')
  await page.setViewportSize({ width: 1440, height: 800 })
  await signIn(page)
  await page.goto('/build?base=BTC')
  await ready(page)
  const top = () => page.getByRole('main').evaluate(main => main.getBoundingClientRect().top)
  const before = await top()
  await page.route('**/v1/**', route => route.abort())
  const status = page.getByRole('region', { name: 'Status' })
  await expect(status).toContainText('Venue unreachable', { timeout: 60_000 })
  expect(await top()).toBe(before)
  const found: string[] = []
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    for (const fault of await faultsOf(page, texts.long, 16)) found.push(`${width} px: ${fault}`)
  }
  expect(found).toEqual([])
  const words = status.getByText('Venue unreachable')
  const cut = () =>
    words.evaluate(each => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 3)
  for (const width of [390, 768, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(cut, { message: `the reason is whole at ${width} px` }).toBe(false)
    await expect.poll(() => words.evaluate(each => each.clientWidth)).toBeGreaterThan(60)
  }
  await expect(status.getByRole('button', { name: 'Retry' })).toBeVisible()
  const colour = () => status.evaluate(element => getComputedStyle(element).backgroundColor)
  const inBar = await colour()
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(colour, { message: 'as red over the tabs of a phone' }).toBe(inBar)
})
