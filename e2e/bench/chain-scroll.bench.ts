/** Scrolling a long chain: what each step of the wheel costs the main thread, beside a bare table that writes the texts of the rows in view. */
import type { Browser, Page } from '@playwright/test'
import { endpoints } from '../../src/contract/endpoints.ts'
import { blackPriceOf } from '../../src/pricing/black.ts'
import { createServerApp } from '../../src/server/app.ts'
import { listen } from '../../src/server/listen.ts'
import { staticFiles } from '../../src/server/static.ts'
import { type Bench, type BenchRow, median } from './bench.ts'
import { benchNowMs } from './bench-time.ts'
import { openPage, withBrowser } from './drive.ts'
import { appFolder } from './floor-pages.ts'

const sizes = [500, 2_000]
const forward = 100_000
const stepsARound = 60
const rounds = 5

interface Option {
  readonly symbol: string
  readonly strike: number
  readonly isCall: boolean
}

function optionsOf(strikes: number): readonly Option[] {
  const stamp = new Date(benchNowMs() + 30 * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  return Array.from({ length: strikes }, (_, index) => forward / 2 + index * (forward / strikes)).flatMap(strike => [
    { symbol: `BTC-${stamp}-${strike}C`, strike, isCall: true },
    { symbol: `BTC-${stamp}-${strike}P`, strike, isCall: false },
  ])
}

function listing(options: readonly Option[]): string {
  const rules = {
    status: 'active',
    quote_asset: 'USD',
    minimum_quantity: '0.1',
    maximum_quantity: '1000.0',
    minimum_value: '0.00005',
    maximum_value: '100000000.0',
    quantity_step: '0.1',
    price_step: '0.5',
  }
  const symbols = options.map(({ symbol }, index) => ({
    symbol,
    tradeable_entity_id: String(1_000 + index),
    base_asset: symbol,
    ...rules,
    tags: ['BTC', 'option'],
  }))
  return JSON.stringify({ entities_and_rules_response: { server_utc_timestamp: `${benchNowMs()}000`, symbols } })
}

function quotes(options: readonly Option[]): string {
  const rows = options.map(({ symbol, strike, isCall }, index) => {
    const price = blackPriceOf(forward, strike, 0.6 * Math.sqrt(30 / 365), isCall)
    const text = (times: number): string => (Math.round(price * times * 2 + 1) / 2).toFixed(1)
    return { id: String(1_000 + index), symbol, product_type: 'option', best_bid: text(0.99), best_ask: text(1.01), index_price: '100000' }
  })
  return JSON.stringify(rows)
}

/** The app over a venue that lists one expiry and nothing else. */
async function startVenue(strikes: number): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const options = optionsOf(strikes)
  const texts = new Map<string, string>([
    [endpoints.exchangeInfo.path, listing(options)],
    [endpoints.marketSummary.path, quotes(options)],
  ])
  const exchange = {
    fetch(request: Request) {
      const text = texts.get(new URL(request.url).pathname)
      return Promise.resolve(
        new Response(text ?? '', { status: text === undefined ? 404 : 200, headers: { 'content-type': 'application/json' } }),
      )
    },
  }
  const app = createServerApp({ files: staticFiles(appFolder, 'sandbox'), exchange, allowedHosts: [] })
  const server = await listen({ fetch: app.fetch, port: 0, tries: 0 })
  return { url: `http://127.0.0.1:${server.port}`, stop: () => server.close(100) }
}

/** Runs in the page: as many rows of eleven cells, those in view filled with texts at each scroll. */
function buildFloor({ rows, rowPx }: { readonly rows: number; readonly rowPx: number }): void {
  const scroller = document.createElement('div')
  scroller.dataset['testid'] = 'chain-grid'
  scroller.style.cssText = 'height:600px;width:460px;overflow:auto;position:relative;font:12px sans-serif'
  const space = document.createElement('div')
  space.style.height = `${rows * rowPx}px`
  const table = document.createElement('table')
  table.style.cssText = 'position:absolute;top:0;width:100%;table-layout:fixed'
  const cells = Array.from({ length: 66 }, () => {
    const row = table.insertRow()
    row.style.height = `${rowPx}px`
    return Array.from({ length: 9 }, () => row.insertCell())
  })
  scroller.append(space, table)
  document.body.replaceChildren(scroller)
  scroller.addEventListener('scroll', () => {
    const from = Math.floor(scroller.scrollTop / rowPx)
    table.style.top = `${from * rowPx}px`
    cells.forEach((row, index) => row.forEach((cell, column) => (cell.textContent = String((from + index) * 50 + column))))
  })
}

/** Runs in the page: one step of the wheel a frame, there and back. */
function scroll({ steps, stepPx }: { readonly steps: number; readonly stepPx: number }): Promise<void> {
  const scroller = document.querySelector('[data-testid="chain-grid"]')
  return new Promise(resolve => {
    let step = 0
    const next = (): void => {
      if (scroller !== null) scroller.scrollTop += step < steps / 2 ? stepPx : -stepPx
      step += 1
      if (step < steps) requestAnimationFrame(next)
      else requestAnimationFrame(() => resolve())
    }
    requestAnimationFrame(next)
  })
}

/** Ms of the main thread a step; what the page does anyway in that time is taken off. */
async function costOfSteps(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const busyMs = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1000 * (metrics.find(metric => metric.name === 'TaskDuration')?.value ?? 0)
  }
  const during = async (stepPx: number): Promise<number> => {
    const before = await busyMs()
    await page.evaluate(scroll, { steps: stepsARound, stepPx })
    return (await busyMs()) - before
  }
  await during(240)
  const costs: number[] = []
  for (let round = 0; round < rounds; round += 1) costs.push(Math.max(0, (await during(240)) - (await during(0))) / stepsARound)
  return median(costs)
}

async function measure(browser: Browser, strikes: number): Promise<BenchRow> {
  const venue = await startVenue(strikes)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const { page: bare } = await openPage(context)
    await bare.goto('about:blank')
    await bare.evaluate(buildFloor, { rows: strikes, rowPx: 24 })
    const floor = await costOfSteps(bare)
    await bare.close()
    const { page } = await openPage(context)
    await page.goto(`${venue.url}/build?base=BTC`)
    await page.locator('[data-testid="chain-grid"] [data-quoted="ask"]').first().waitFor({ timeout: 60_000 })
    const measured = await costOfSteps(page)
    return { name: 'chain: a step of the wheel', size: strikes, unit: 'ms', floor, measured, goal: { ratio: 2 } }
  } finally {
    await context.close()
    await venue.stop()
  }
}

export const bench: Bench = {
  name: 'chain-scroll',
  about: 'scrolling a chain of 2,000 strikes, calls and puts',
  run: say =>
    withBrowser(async browser => {
      const rows: BenchRow[] = []
      for (const size of sizes) {
        say(`${size.toLocaleString('en')} strikes, ${rounds} rounds of ${stepsARound} steps`)
        rows.push(await measure(browser, size))
      }
      return rows
    }),
}
