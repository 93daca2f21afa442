/**
 * Keys typed at random over every screen, at the pace of a hand, while an RFQ is live and quoted: nothing is sent, nothing cancelled. A short stretch in every
 * run; `RANDOM_KEYS_SECONDS` makes it longer, `RANDOM_KEYS_SEED` another one.
 */
import type { Page } from '@playwright/test'
import { openBuilder, reviewAndSend } from '../builder.ts'
import { expect, ready, signIn, test } from '../fixtures.ts'

const seconds = Number.parseInt(process.env['RANDOM_KEYS_SECONDS'] ?? '20', 10)
const seed = Number.parseInt(process.env['RANDOM_KEYS_SEED'] ?? '7', 10)
const screens = ['/orders', '/build', '/portfolio', '/markets', '/orders', '/journal', '/build', '/settings']

/** So long on one screen, unless the keys lead to another. */
const stretchMs = 4_000

test.setTimeout((seconds + 480) * 1_000)

/** Mulberry32. */
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

async function typeAtRandom(page: Page, untilMs: number, random: () => number): Promise<number> {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  let pressed = 0
  while (Date.now() < untilMs) {
    const kind = random()
    await page.keyboard.press(kind < 0.62 ? pick(letters) : kind < 0.85 ? pick(steering) : pick(chords))
    pressed += 1
    // Bursts, and now and then a rest as long as a look.
    await page.waitForTimeout(random() < 0.12 ? 450 + random() * 400 : 25 + random() * 130)
  }
  return pressed
}

/** Whatever the keys have made safe meanwhile (locked, signed out, limits of one's own) is undone: something could be sent again. */
async function makeDangerous(page: Page, account: string, screen: string): Promise<void> {
  await page.evaluate(() => {
    localStorage.removeItem('legwork.limits')
    localStorage.removeItem('legwork.preferences')
  })
  await page.goto(screen)
  const signedOut = page.getByText('signed out', { exact: true }).first()
  const locked = page.getByRole('button', { name: /locked.*unlock/i })
  await expect(signedOut.or(page.locator('html[data-ready="true"]')).first()).toBeAttached({ timeout: 20_000 })
  if (await signedOut.isVisible()) {
    await signIn(page, account)
    await page.goto(screen)
  }
  if (await locked.isVisible()) await locked.click()
  await ready(page)
}

test(`keys at random on every screen for ${seconds} s send no order and cancel none`, async ({ page, account }) => {
  await signIn(page, account)
  await openBuilder(page)
  await page.keyboard.press('g')
  await page.keyboard.type('iron condor')
  await page.keyboard.press('Enter')
  await reviewAndSend(page)
  await expect(page.getByTestId('live-rfq')).toContainText('RFQ live')
  const acted: string[] = []
  page.on('request', request => {
    if (request.method() !== 'GET' && /\/v1\/api\/(?:order|allOrders)$/.test(new URL(request.url()).pathname))
      acted.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ''}`)
  })
  const random = randomOf(seed)
  const endMs = Date.now() + seconds * 1_000
  let pressed = 0
  for (let at = 0; Date.now() < endMs; at += 1) {
    await makeDangerous(page, account, screens[at % screens.length] ?? '/orders')
    // As often as not something that matters has the focus: the RFQ, a leg.
    if (random() < 0.5) await page.keyboard.press('j')
    pressed += await typeAtRandom(page, Math.min(endMs, Date.now() + stretchMs), random)
  }
  expect(pressed).toBeGreaterThan(seconds)
  expect(acted).toEqual([])
})
