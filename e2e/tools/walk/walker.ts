/**
 * One walk: the built program, a browser and a seed's steps. After each step the page settles and the "always" rules
 * are checked; regularly all faults are removed, and the "eventually" rules must hold within 20 seconds.
 */
import type { Browser, HTTPRequest, Page } from 'puppeteer-core'
import { liveMarket, startLegwork } from '../../fixtures.ts'
import {
  focusLost,
  inputsMissing,
  notLive,
  noticesWrong,
  type OutsideFill,
  type Sent,
  type StoredIntent,
  sumsBroken,
  unarmed,
  unresolved,
} from './checkers.ts'
import { type ExchangeSide, exchangeSide } from './exchange.ts'
import { handOf, takeStep } from './hands.ts'
import { type PageState, readPage, watchPage } from './page-state.ts'
import { type Step, stepText, stepsOf } from './steps.ts'
import { pause } from './touch.ts'

export interface Walked {
  readonly steps: readonly string[]
  readonly counts: ReadonlyMap<string, number>
  readonly failure: string | undefined
}

export interface WalkOptions {
  readonly seed: number
  readonly steps: number
  readonly report?: (text: string) => void
}

const settleMs = 250
/** Rereads before a violation counts: slow figures are rendered after fast ones. */
const rereads = 8
const rereadMs = 250
const eventuallyMs = 20_000
const restEvery = 40

/** Reads IndexedDB only if it exists, since opening would create it. */
async function readIntents(): Promise<StoredIntent[]> {
  const all = await indexedDB.databases()
  if (!all.some(({ name }) => name === 'legwork')) return []
  const asked = indexedDB.open('legwork')
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })
  try {
    const rows = db.transaction('intents').objectStore('intents').getAll()
    const intents = await new Promise<
      readonly { readonly client_order_id: string; readonly state: { readonly kind: string } }[]
    >((resolve, reject) => {
      rows.onsuccess = () => resolve(rows.result)
      rows.onerror = () => reject(rows.error)
    })
    return intents.map(({ client_order_id: id, state }) => ({ id, kind: state.kind }))
  } finally {
    db.close()
  }
}

const isOrder = (request: HTTPRequest): boolean =>
  request.method() !== 'GET' && /\/v1\/api\/(?:order|allOrders)$/.test(new URL(request.url()).pathname)

class Walk {
  readonly steps: string[] = []
  readonly counts = new Map<string, number>()
  readonly sent: Sent[] = []
  readonly errors: string[] = []
  fills: OutsideFill[] = []
  isSpoilt = false
  #documents = new Map<number, Pick<PageState, 'presses' | 'fillNotices'>>()

  constructor(
    readonly page: Page,
    readonly exchange: ExchangeSide,
  ) {
    page.on('request', request => {
      if (!isOrder(request)) return
      const { search } = new URL(request.url())
      this.sent.push({
        method: request.method(),
        asks: `${search} ${request.postData() ?? ''}`.trim(),
        atMs: Date.now(),
      })
      this.count(`sent: ${request.method()}`)
    })
    page.on('pageerror', error => this.errors.push(String(error)))
    page.on('dialog', dialog => void dialog.accept().catch(() => undefined))
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1)
  }

  async look(): Promise<PageState> {
    for (let tries = 0; ; tries += 1) {
      try {
        const now = await this.page.evaluate(readPage)
        this.#documents.set(now.document, now)
        const all = [...this.#documents.values()]
        return {
          ...now,
          presses: all.flatMap(each => each.presses),
          fillNotices: all.flatMap(each => each.fillNotices),
        }
      } catch (error) {
        if (tries === 40) throw error
        await pause(rereadMs)
      }
    }
  }

  async standing(
    rules: (state: PageState) => readonly string[] | Promise<readonly string[]>,
    withinMs = rereads * rereadMs,
  ): Promise<readonly string[]> {
    const untilMs = Date.now() + withinMs
    for (;;) {
      const broken = await rules(await this.look())
      if (broken.length === 0 || Date.now() > untilMs) return broken
      await pause(rereadMs)
    }
  }

  async always(before: PageState, step: Step): Promise<readonly string[]> {
    await pause(settleMs)
    return await this.standing(now => {
      const hand = now.document === before.document ? handOf(step) : 'load'
      return [
        ...this.errors,
        ...sumsBroken(now),
        ...inputsMissing(now),
        ...unarmed(this.sent, now),
        ...focusLost(before.focus, hand, now.focus),
      ]
    })
  }

  async eventually(): Promise<readonly string[]> {
    await this.exchange.control('faults/clear', {})
    const broken = await this.standing(async now => {
      // Read after the notices, so that newer fills are not expected there.
      const own = await this.ownFills()
      const intents = await this.page.evaluate(readIntents)
      return [...unresolved(intents, now), ...noticesWrong([...this.fills, ...own], now), ...notLive(now)]
    }, eventuallyMs)
    this.isSpoilt = false
    this.fills = this.fills.map(fill => ({ ...fill, wasWatched: false }))
    this.count('rests')
    return broken
  }

  async ownFills(): Promise<readonly OutsideFill[]> {
    const ids = this.sent.flatMap(({ asks }) => /"client_order_id":"([^"]+)"/.exec(asks)?.[1] ?? [])
    const fills = await this.exchange.fillsOf([...new Set(ids)])
    const own = fills.map(fill => ({ ...fill, wasWatched: false }))
    this.counts.set('own orders that filled', own.length)
    return own
  }

  spoil(): void {
    this.isSpoilt = true
    this.fills = this.fills.map(fill => ({ ...fill, wasWatched: false }))
  }

  async fill(side: 'buy' | 'sell', before: PageState): Promise<void> {
    const filled = await this.exchange.trade(side)
    if (filled === undefined) return
    this.count('fills of another client')
    this.fills.push({ ...filled, wasWatched: !this.isSpoilt && before.light === 'live' })
  }
}

async function begin(page: Page, url: string): Promise<void> {
  // tsx wraps functions in a helper that a page does not have.
  await page.evaluateOnNewDocument('globalThis.__name ??= one => one')
  await page.evaluateOnNewDocument(watchPage)
  await signIn(page, url)
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/portfolio`)
  await page.locator('::-p-aria([name="Sign in to the sandbox"][role="button"])').setTimeout(30_000).click()
  await page.waitForSelector('[data-testid="positions-grid"]', { timeout: 30_000 })
}

async function run(walk: Walk, url: string, { seed, steps, report }: WalkOptions): Promise<string | undefined> {
  const next = stepsOf(seed)
  const { page } = walk
  let before = await walk.look()
  for (let at = 1; at <= steps; at += 1) {
    const step = next()
    walk.count(step.kind === 'trade' ? `trade: ${step.how}` : step.kind)
    const met = await takeStep(step, { walk, url, before })
    const text = `${at} ${stepText(step)}${met === undefined ? '' : `: ${met}`}`
    walk.steps.push(text)
    report?.(`${text} (${before.path}, ${before.light})`)
    const broken = [
      ...(await walk.always(before, step)),
      ...(at % restEvery === 0 || at === steps ? await walk.eventually() : []),
    ]
    if (broken.length > 0) return broken.join('\n  ')
    before = await walk.look()
    // Advanced time or a refused login ends the session; the walk signs in again.
    if (before.light === 'signed_out') {
      await walk.exchange.control('faults/clear', {})
      await signIn(page, url)
      walk.spoil()
      walk.count('signed in again')
      before = await walk.look()
    }
  }
  return undefined
}

export async function takeWalk(browser: Browser, options: WalkOptions): Promise<Walked> {
  const server = await startLegwork({ ...liveMarket, SANDBOX_SEED: `walk-${options.seed}` })
  const context = await browser.createBrowserContext()
  try {
    const page = await context.newPage()
    const walk = new Walk(page, exchangeSide(server.url, options.seed))
    await begin(page, server.url)
    const failure = await run(walk, server.url, options).catch(
      (error: unknown) => `the walk itself stopped: ${String(error)}`,
    )
    return { steps: walk.steps, counts: walk.counts, failure }
  } finally {
    await context.close()
    await server.stop()
  }
}

export type { Walk }
