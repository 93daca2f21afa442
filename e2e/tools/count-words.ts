/**
 * `npm run tool -- words`: counts visible words on each screen at 1440 × 900, and pairs of font size and weight. Build
 * shows an iron condor, Orders three RFQs, other screens a new account. Exits with 1 above a limit. WORDS_PICTURES
 * names a folder for screenshots.
 */
import type { Page } from '@playwright/test'
import { ready, signIn, liveMarket, startLegwork } from '../fixtures.ts'
import { desktop, launchBrowser } from './find-browser.ts'
import { askForTemplate, buildCondor } from './picture-drafts.ts'

const limits: Readonly<Record<string, number>> = { portfolio: 320, build: 420, orders: 150 }
const maxPairs = 10
const templates = ['Iron condor', 'Bull call spread', 'Strangle'] as const
const settleMs = 6_000

interface Counted {
  readonly words: number
  readonly pairs: Readonly<Record<string, number>>
}

/** Visible text in the window that no box cuts off. Runs in the page, so it uses nothing of this file. */
const countWords = (page: Page): Promise<Counted> =>
  page.evaluate(() => {
    const pairs: Record<string, number> = {}
    let words = 0
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement
      const found = (node.textContent ?? '').split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length
      if (
        element === null ||
        found === 0 ||
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = range.getBoundingClientRect()
      let [left, top, right, bottom] = [Math.max(text.left, 0), Math.max(text.top, 0), text.right, text.bottom]
      for (let box: Element | null = element; box !== null; box = box.parentElement) {
        if (box !== document.documentElement && getComputedStyle(box).overflow === 'visible') continue
        const cut = box.getBoundingClientRect()
        left = Math.max(left, cut.left)
        top = Math.max(top, cut.top)
        right = Math.min(right, cut.right, innerWidth)
        bottom = Math.min(bottom, cut.bottom, innerHeight)
      }
      if (right - left <= 1 || bottom - top <= 1) continue
      const { fontSize, fontWeight } = getComputedStyle(element)
      const pair = `${Number.parseFloat(fontSize)} px ${fontWeight}`
      words += found
      pairs[pair] = (pairs[pair] ?? 0) + found
    }
    return { words, pairs }
  })

async function report(page: Page, screen: string): Promise<boolean> {
  await ready(page)
  await page.waitForTimeout(settleMs)
  const folder = process.env['WORDS_PICTURES']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${screen}.png` })
  const { words, pairs } = await countWords(page)
  const limit = limits[screen]
  const isOver = limit !== undefined && words > limit
  const sizes = Object.entries(pairs).toSorted(([a], [b]) => Number.parseFloat(a) - Number.parseFloat(b))
  const about = `${words} words${limit === undefined ? '' : ` of ${limit}`}, ${sizes.length} pairs of ${maxPairs}`
  process.stdout.write(
    `${screen.padEnd(10)} ${about}: ${sizes.map(([pair, count]) => `${pair} × ${count}`).join(', ')}\n`,
  )
  return isOver || sizes.length > maxPairs
}

const browser = await launchBrowser()
const server = await startLegwork({ ...liveMarket, SANDBOX_SEED: 'words' })
const context = await browser.newContext(desktop(server.url))
const page = await context.newPage()
let isOver = false
try {
  await signIn(page)
  for (const screen of ['portfolio', 'markets', 'journal', 'settings'] as const) {
    await page.goto(`/${screen}`)
    isOver = (await report(page, screen)) || isOver
  }
  await buildCondor(page)
  isOver = (await report(page, 'build')) || isOver
  for (const template of templates) await askForTemplate(page, template)
  await page.goto('/orders')
  isOver = (await report(page, 'orders')) || isOver
} finally {
  await browser.close()
  await server.stop()
}
process.exitCode = isOver ? 1 : 0
