/**
 * Another participant's RFQ: from the socket message to its row in Flow, with as many live ones as 1,000 an hour
 * produce.
 */
import type { Page } from '@playwright/test'
import { openEverybody } from '../builder.ts'
import { liveMarket, startLegwork } from '../fixtures.ts'
import { type Bench, type BenchRow, median } from './bench.ts'
import { openPage, withBrowser } from './drive.ts'
import { signInToApp } from './sign-in.ts'

/** 1,000 an hour with a life of ten minutes each. */
const liveBefore = 170
const pushes = 25
const betweenMs = 300
const goalMs = 100
const firstSize = 901

type Ask = (size: number) => Promise<void>

async function participant(url: string): Promise<Ask> {
  const headers = { 'content-type': 'application/json' }
  const session = await fetch(`${url}/sandbox/session`, {
    method: 'POST',
    headers,
    body: '{"account":"bench-participant"}',
  })
  const { credentials_secret } = (await session.json()) as { readonly credentials_secret: string }
  return async size => {
    const new_order = {
      symbol: 'ETH-USD-PERPETUAL',
      market_id: 'none',
      side: 'buy',
      type: 'LIMIT',
      time_in_force: 'GTC',
      recv_window: '10000',
      quantity: String(size),
      client_order_id: `bench-${size}`,
    }
    const body = JSON.stringify({ new_order })
    const answer = await fetch(`${url}/v1/api/order`, {
      method: 'POST',
      headers: { ...headers, credentials_secret },
      body,
    })
    const text = await answer.text()
    if (!text.includes('order_accepted')) throw new Error(`an RFQ of the bench was refused: ${text}`)
  }
}

/** Runs in the page before its own code: records when a message arrived and when its row was laid out. */
function noteFlow(first: number): void {
  const came = new Map<string, number>()
  const times: number[] = []
  Object.assign(globalThis, { benchFlow: times })
  const Plain = WebSocket
  globalThis.WebSocket = class extends Plain {
    constructor(...given: ConstructorParameters<typeof WebSocket>) {
      super(...given)
      this.addEventListener('message', (event: MessageEvent<unknown>) => {
        const size = /"quantity":"(\d{3})(?:\.0+)?"/.exec(String(event.data))?.[1]
        if (size !== undefined && Number(size) >= first)
          came.set(Number(size).toLocaleString('en-US'), performance.now())
      })
    }
  }
  new MutationObserver(() => {
    if (came.size === 0) return
    const text = document.querySelector('[data-testid="flow-grid"]')?.textContent ?? ''
    for (const [size, atMs] of came) {
      if (!text.includes(size)) continue
      document.body.getBoundingClientRect()
      times.push(performance.now() - atMs)
      came.delete(size)
    }
  }).observe(document, { subtree: true, childList: true, characterData: true })
}

const timesIn = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => (globalThis as unknown as { benchFlow: readonly number[] }).benchFlow)

export const bench: Bench = {
  name: 'flow',
  about: 'an RFQ of another participant to its row in Flow',
  run: say =>
    withBrowser(async browser => {
      const legwork = await startLegwork(liveMarket)
      try {
        const ask = await participant(legwork.url)
        for (let index = 0; index < liveBefore; index += 1) await ask(index + 1)
        const { page } = await openPage(await browser.newContext({ viewport: { width: 1440, height: 900 } }), {
          arePollsTimed: false,
        })
        await page.addInitScript(noteFlow, firstSize)
        await signInToApp(page, legwork.url)
        await openEverybody(page)
        await page.getByTestId('flow-grid').getByRole('row').nth(1).waitFor()
        for (let index = 0; index < pushes; index += 1) {
          await ask(firstSize + index)
          await page.waitForTimeout(betweenMs)
        }
        await page.waitForFunction(
          count => (globalThis as unknown as { benchFlow: readonly number[] }).benchFlow.length >= count,
          pushes,
          {
            polling: 500,
          },
        )
        const times = await timesIn(page)
        say(`${liveBefore} live, ${pushes} pushes: the slowest took ${Math.max(...times).toFixed(0)} ms`)
        const row: BenchRow = {
          name: 'push to row',
          size: liveBefore,
          unit: 'ms',
          measured: median(times),
          goal: { limit: goalMs },
        }
        return [row]
      } finally {
        await legwork.stop()
      }
    }),
}
