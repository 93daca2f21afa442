/**
 * Random keys on every screen during a live, quoted RFQ send and cancel nothing. `RANDOM_KEYS_COUNT` sets their number,
 * `RANDOM_KEYS_SEED` the sequence.
 */
import type { Page } from '@playwright/test'
import { draftCondor, openBuilder, reviewAndSend } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

const keys = Number.parseInt(process.env['RANDOM_KEYS_COUNT'] ?? '160', 10)
const seed = Number.parseInt(process.env['RANDOM_KEYS_SEED'] ?? '7', 10)
const screens = ['/orders', '/build', '/portfolio', '/markets', '/orders', '/journal', '/build', '/settings']

const keysOnScreen = 32

function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789/.,[]{}<>()?-+@ '.split('')
const steering = [
  'Enter',
  'Enter',
  'Enter',
  'Space',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Tab',
  'Tab',
  'Escape',
  'Backspace',
  'Delete',
]
const chords = [
  ...['Enter', 'Enter', 'k', 'z', 'Shift+z'].map(key => `Control+${key}`),
  ...'tpro123'.split('').map(key => `Alt+${key}`),
  ...'LEPUBSCHXYTGND'.split('').map(key => `Shift+${key}`),
]

async function typeAtRandom(page: Page, count: number, random: () => number): Promise<void> {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  for (let pressed = 0; pressed < count; pressed += 1) {
    const kind = random()
    await page.keyboard.press(kind < 0.62 ? pick(letters) : kind < 0.85 ? pick(steering) : pick(chords))
    // Bursts, with occasional pauses.
    await page.clock.runFor(Math.round(random() < 0.12 ? 450 + random() * 400 : 25 + random() * 130))
  }
}

async function makeDangerous(page: Page, account: string, screen: string): Promise<void> {
  await page.evaluate(() => {
    localStorage.removeItem('legwork.limits')
    localStorage.removeItem('legwork.preferences')
  })
  await page.goto(screen)
  const signedOut = page.getByText('signed out', { exact: true }).first()
  const locked = page.getByRole('button', { name: /locked.*unlock/i })
  await expect(signedOut.or(page.locator('html[data-ready="true"]')).first()).toBeAttached()
  if (await signedOut.isVisible()) {
    await signIn(page, account)
    await page.goto(screen)
  }
  if (await locked.isVisible()) await locked.click()
  await ready(page)
}

test('letters on Orders and keys at random on every screen send no order and cancel none', async ({
  page,
  account,
}) => {
  await signIn(page, account)
  await openBuilder(page)
  await draftCondor(page)
  await reviewAndSend(page)
  await expect(page.getByTestId('live-rfq')).toContainText('RFQ live')
  await page.getByTestId('live-rfq').getByRole('link', { name: 'Show in Orders' }).click()
  await ready(page)
  await expect(page.getByTestId('order-drawer').getByRole('button', { name: /^Take/ }).first()).toBeEnabled()
  const acted: string[] = []
  page.on('request', request => {
    if (request.method() !== 'GET' && /\/v1\/api\/(?:order|allOrders)$/.test(new URL(request.url()).pathname))
      acted.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`)
  })
  await page.keyboard.press('j')
  for (const typed of ['t85/10 Strg', 'abcdefghilmnopqrtuvwxyz', 'ABDFGIKMNOQRTUVWYZ']) {
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
  }
  await page.clock.runFor(1_000)
  expect(acted).toEqual([])
  const random = randomOf(seed)
  for (let typed = 0; typed < keys; typed += keysOnScreen) {
    await makeDangerous(page, account, screens[(typed / keysOnScreen) % screens.length] ?? '/orders')
    // Half of the time the RFQ or a leg has the focus.
    if (random() < 0.5) await page.keyboard.press('j')
    await typeAtRandom(page, keysOnScreen, random)
  }
  expect(acted).toEqual([])
})
