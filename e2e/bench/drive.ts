/**
 * Drives the benchmark's browser: pages that measure their own times, by scripts exempt from the Content Security
 * Policy.
 */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import { shiftDate } from './bench-time.ts'
import { launchBrowser } from '../tools/find-browser.ts'

export interface Driven {
  readonly page: Page
  readonly devtools: CDPSession
}

export interface PageTimes {
  shell?: number
  rows?: number
  /** Time from the last byte of a poll to the layout of its last changed cell. */
  polls: number[]
  /** Tasks over 50 ms. */
  tasks: { readonly startTime: number; readonly duration: number }[]
  shift: number
  isLookedAt?: boolean
}

export const shellMark = '[data-shell], [data-testid="environment"]'
export const liveMark = '[data-live], [col-id="mark"], [col-id="mark_price"]'
const livePath = '/v1/api/positions'

export async function withBrowser<Value>(
  use: (browser: Browser) => Promise<Value>,
  flags: readonly string[] = [],
): Promise<Value> {
  const browser = await launchBrowser({}, flags)
  try {
    return await use(browser)
  } finally {
    await browser.close()
  }
}

/** `arePollsTimed` forces layouts during rendering, so it is off if the page's own tasks are measured. */
export async function openPage(context: BrowserContext, { arePollsTimed = true } = {}): Promise<Driven> {
  const page = await context.newPage()
  // tsx wraps functions in a helper that the page does not have.
  await page.addInitScript({ content: 'globalThis.__name = each => each' })
  await page.addInitScript({ content: shiftDate })
  await page.addInitScript(takeTimes, { shellMark, liveMark, livePath, arePollsTimed })
  return { page, devtools: await context.newCDPSession(page) }
}

export const timesOf = (page: Page): Promise<PageTimes> =>
  page.evaluate(() => (globalThis as unknown as { benchTimes: PageTimes }).benchTimes)

export async function leaveCold({ page, devtools }: Driven, url: string): Promise<void> {
  // Without a database the page must not remember the stored listing's tag. The sign-in is stored beside it.
  if (page.url().startsWith('http')) await page.evaluate(() => localStorage.removeItem('legwork.listing-tag'))
  await page.goto('about:blank')
  await devtools.send('Network.clearBrowserCache')
  await devtools.send('Storage.clearDataForOrigin', {
    origin: url,
    storageTypes: 'indexeddb,cache_storage,shader_cache',
  })
}

export const stopLooking = (page: Page): Promise<void> =>
  page.evaluate(() => {
    ;(globalThis as unknown as { benchTimes: PageTimes }).benchTimes.isLookedAt = true
  })

interface Marks {
  readonly shellMark: string
  readonly liveMark: string
  readonly livePath: string
  readonly arePollsTimed: boolean
}

function takeTimes(marks: Marks): void {
  const times: PageTimes = { polls: [], tasks: [], shift: 0 }
  Object.assign(globalThis, { benchTimes: times })
  // Last known data is not a live row.
  const isLive = (element: Element): boolean =>
    element.getAttribute('role') !== 'columnheader' &&
    (element.textContent ?? '') !== '' &&
    element.closest('[data-panel-state="last"]') === null
  const watchStart = (): void => {
    if (times.isLookedAt === true) return
    times.shell ??=
      document.querySelector(marks.shellMark) === null ? (undefined as unknown as number) : performance.now()
    if ([...document.querySelectorAll(marks.liveMark)].some(isLive)) times.rows = performance.now()
    else requestAnimationFrame(watchStart)
  }
  requestAnimationFrame(watchStart)
  new PerformanceObserver(list =>
    times.tasks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration }))),
  ).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) times.shift += (entry as PerformanceEntry & { readonly value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
  if (!marks.arePollsTimed) return
  let arrived: number | undefined
  let changed: number | undefined
  const original = Response.prototype.text
  Response.prototype.text = async function text() {
    const body = await original.call(this)
    if (new URL(this.url).pathname === marks.livePath) {
      if (arrived !== undefined && changed !== undefined) times.polls.push(changed - arrived)
      arrived = performance.now()
      changed = undefined
    }
    return body
  }
  const isIn = (node: Node): boolean =>
    (node instanceof Element ? node : node.parentElement)?.closest(marks.liveMark) instanceof Element
  const holds = (node: Node): boolean =>
    node instanceof Element && (isIn(node) || node.querySelector(marks.liveMark) !== null)
  // A long sorted table replaces the visible rows, so no cell changes: the new rows contain the marks.
  const isMark = ({ target, addedNodes }: MutationRecord): boolean => isIn(target) || [...addedNodes].some(holds)
  new MutationObserver(records => {
    if (times.isLookedAt === true || arrived === undefined || !records.some(isMark)) return
    document.body.getBoundingClientRect()
    changed = performance.now()
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
