/**
 * Start of Build with a condor in its address, against the bare grid page, alternating: until the chain shows fresh prices and the payoff
 * is drawn from them.
 */
import type { Browser } from '@playwright/test'
import { type BenchRow, median } from './bench.ts'
import { startBenchVenue } from './bench-venue.ts'
import { type Driven, leaveCold, openPage, timesOf } from './drive.ts'
import { appFolder, buildFloorPage } from './floor-pages.ts'
import { signInToApp } from './sign-in.ts'

const rounds = 9
const speeds = [1, 4] as const

interface DraftTimes {
  draft?: number
}

/** Runs in the page: records when the chain has a price and the payoff its curve. This screen shows no data of earlier visits. */
function watchDraft(): void {
  const times: DraftTimes = {}
  Object.assign(globalThis, { draftTimes: times })
  const watch = (): void => {
    const isPriced = [...document.querySelectorAll('[data-testid="chain-grid"] [data-symbol]')].some(each =>
      /\d/.test(each.textContent ?? ''),
    )
    const curve = document.querySelector('[data-testid="payoff-chart"] path[data-curve]')?.getAttribute('d') ?? ''
    if (isPriced && curve !== '') times.draft = performance.now()
    else requestAnimationFrame(watch)
  }
  requestAnimationFrame(watch)
}

interface Listing {
  readonly entities_and_rules_response: { readonly symbols: readonly { readonly symbol: string }[] }
}

async function condorAt(url: string): Promise<string> {
  const listing = (await (await fetch(`${url}/v1/api/exchangeInfo`)).json()) as Listing
  const strikes = new Map<string, number[]>()
  for (const { symbol } of listing.entities_and_rules_response.symbols) {
    const [, date, strike] = /^BTC-(\d{8})-(\d+)C$/.exec(symbol) ?? []
    if (date !== undefined && strike !== undefined) strikes.set(date, [...(strikes.get(date) ?? []), Number.parseInt(strike, 10)])
  }
  const [chosen] = [...strikes].filter(([, of]) => of.length >= 20).sort(([a], [b]) => (a < b ? -1 : 1))
  if (chosen === undefined) throw new Error('no expiry of the bench has strikes enough for a condor')
  const [date, of] = [chosen[0], chosen[1].toSorted((a, b) => a - b)]
  const at = (place: number): number => of[Math.floor(of.length / 2) + place] ?? 0
  const legs = [`${at(-5)}P@1`, `${at(-2)}P@-1`, `${at(2)}C@-1`, `${at(5)}C@1`].map(leg => `BTC-${date}-${leg}`)
  return `${url}/build?legs=${legs.join('/')}&dir=buy`
}

async function openCold(driven: Driven, url: string, throttling: number): Promise<void> {
  await leaveCold(driven, new URL(url).origin)
  await driven.devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
  await driven.page.goto(url, { waitUntil: 'commit' })
}

export async function draftStarts(browser: Browser): Promise<readonly BenchRow[]> {
  const venues = [
    await startBenchVenue({ folder: await buildFloorPage('grid'), positions: 1_000 }),
    await startBenchVenue({ folder: appFolder, positions: 1_000 }),
  ] as const
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const driven = await openPage(context)
  const { page } = driven
  await page.addInitScript(watchDraft)
  await signInToApp(page, venues[1].url)
  const condor = await condorAt(venues[1].url)
  const rows: BenchRow[] = []
  for (const throttling of speeds) {
    const [floors, measured]: [number[], number[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      await openCold(driven, venues[0].url, throttling)
      await page.waitForFunction(() => (globalThis as unknown as { benchTimes?: { rows?: number } }).benchTimes?.rows !== undefined)
      floors.push((await timesOf(page)).rows ?? Number.NaN)
      await openCold(driven, condor, throttling)
      await page.waitForFunction(() => (globalThis as unknown as { draftTimes?: DraftTimes }).draftTimes?.draft !== undefined)
      measured.push(await page.evaluate(() => (globalThis as unknown as { draftTimes: DraftTimes }).draftTimes.draft ?? Number.NaN))
    }
    rows.push({
      name: `start: live chain and payoff of a condor, cold${throttling === 1 ? '' : `, ${throttling} times slower`}`,
      unit: 'ms',
      floor: median(floors),
      measured: median(measured),
      goal: { ratio: 1 },
    })
  }
  await context.close()
  for (const venue of venues) await venue.stop()
  return rows
}
