/**
 * Gestures on a ten-leg structure with every panel open (strike drag, date and volatility sliders, crosshair), against
 * a direct redraw of the chart's three lines. Two times per step: from pointer to chart layout, including pricing; and
 * all main-thread work, including style, layout and paint. Every step goes to a new place. What is rendered after a
 * gesture counts for neither.
 */
import type { Browser, Page } from '@playwright/test'
import { startLegwork } from '../fixtures.ts'
import { type Bench, type BenchRow, median } from './bench.ts'
import { type Driven, openPage, stopLooking, withBrowser } from './drive.ts'
import { type Frame, dragFrames, frameRow } from './frame-log.ts'
import { signInToApp } from './sign-in.ts'

const speeds = [1, 4] as const
/** Allowed work as a multiple of the floor; the chart must not wait for another frame. */
const mostFloors = 1.5
const frameMs = 16
const steps = 40
const rounds = 9

type Gesture = 'strike' | 'date' | 'volatility' | 'crosshair'
const gestures: readonly (readonly [Gesture, string])[] = [
  ['strike', 'drag step of ten legs'],
  ['date', 'step of the date slider'],
  ['volatility', 'step of the volatility slider'],
  ['crosshair', 'step of the crosshair'],
]

async function tenLegs(url: string): Promise<string> {
  const answer = (await (await fetch(`${url}/v1/api/exchangeInfo`)).json()) as {
    entities_and_rules_response: { symbols: readonly { symbol: string }[] }
  }
  const chains = new Map<string, number[]>()
  for (const { symbol } of answer.entities_and_rules_response.symbols) {
    const [, date, strike] = /^BTC-(\d{8})-(\d+)C$/.exec(symbol) ?? []
    if (date !== undefined && strike !== undefined) chains.set(date, [...(chains.get(date) ?? []), Number(strike)])
  }
  const [near, far] = [...chains].filter(([, strikes]) => strikes.length >= 20).sort(([a], [b]) => (a < b ? -1 : 1))
  if (near === undefined || far === undefined) throw new Error('the sandbox lists no two expiries of twenty strikes')
  const legsOf = ([date, strikes]: readonly [string, number[]], count: number) => {
    const sorted = strikes.toSorted((a, b) => a - b)
    const first = Math.floor(sorted.length / 2) - count
    return Array.from({ length: count }, (_, index) => {
      const right = index < count / 2 ? 'P' : 'C'
      return `BTC-${date}-${sorted[first + index * 2]}${right}@${index % 2 === 0 ? 1 : -2}`
    })
  }
  return [...legsOf(near, 6), ...legsOf(far, 4)].join('/')
}

interface StepInputs {
  readonly count: number
  readonly of: Gesture | 'floor'
}

/**
 * Runs in the page: `count` steps, one per frame, each timed to the chart's layout. The strike is already dragged; the
 * floor writes the same lines without a drag.
 */
async function runSteps({ count, of }: StepInputs): Promise<number[]> {
  const chart = document.querySelector('[data-testid="payoff-chart"]')
  const handle = chart?.querySelectorAll('[role="slider"][aria-label^="Strike of"]')[2]
  const plot = chart?.querySelector('path[data-curve]')?.closest('svg')
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
  if (chart === null || chart === undefined || handle === undefined || !plot) throw new Error('no chart with handles')
  const lines = [...chart.querySelectorAll('path')]
    .filter(path => (path.getAttribute('d')?.length ?? 0) > 1000)
    .slice(0, 3)
  const shapes = lines.map(line => line.getAttribute('d') ?? '')
  const box = plot.getBoundingClientRect()
  const drawn = () =>
    new Promise<void>(resolve => {
      const observer = new MutationObserver(() => {
        observer.disconnect()
        resolve()
      })
      observer.observe(chart, { subtree: true, attributes: true, childList: true, characterData: true })
    })
  const point = (at: Element, part: number): void => {
    const clientX = box.left + box.width * part
    at.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerId: 1, clientX, clientY: box.top + 100 }))
  }
  const slide = (label: string, value: number): void => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>('input[type="range"]')]
    const input = inputs.find(each => each.labels?.[0]?.textContent === label)
    if (input === undefined) throw new Error(`no slider ${label}`)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, String(value))
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const times: number[] = []
  for (let step = 0; step < count; step += 1) {
    await frame()
    const started = performance.now()
    const change = drawn()
    const isOdd = step % 2 === 1
    if (of === 'floor')
      for (const [index, line] of lines.entries())
        line.setAttribute('d', (shapes[index] ?? '').replace(/^M/, isOdd ? 'M0,0L' : 'M1,1L'))
    else if (of === 'strike') point(handle, isOdd ? 0.35 : 0.45)
    else if (of === 'crosshair') point(plot, 0.2 + (0.6 * (step % 20)) / 20)
    else if (of === 'date') slide('Date', 20 + ((step * 7) % 60))
    else slide('Volatility', -28 + ((step * 11) % 57))
    await change
    chart.getBoundingClientRect()
    times.push(performance.now() - started)
  }
  await frame()
  await frame()
  if (of === 'floor') for (const [index, line] of lines.entries()) line.setAttribute('d', shapes[index] ?? '')
  return times
}

type StepTime = readonly [toChart: number, inAll: number]

async function stepTime({ page, devtools }: Driven, of: StepInputs['of']): Promise<StepTime> {
  const busy = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  await untilRest(page)
  const before = await busy()
  const times = await page.evaluate(runSteps, { count: steps, of })
  return [median(times), ((await busy()) - before) / steps]
}

async function untilRest(page: Page): Promise<void> {
  await page.locator('[data-moving]').waitFor({ state: 'detached' })
  for (let turn = 0; turn < 3; turn += 1)
    await page.evaluate(() => new Promise(resolve => requestIdleCallback(resolve)))
}

async function grab(page: Page): Promise<void> {
  const handles = page.getByTestId('payoff-chart').getByRole('slider', { name: /^Strike of/ })
  await handles.nth(4).waitFor()
  const grip = handles.nth(2).locator('rect').last()
  await grip.hover()
  await page.mouse.down()
  await page.getByTestId('drag-chip').waitFor()
}

async function loggedDrag(page: Page): Promise<readonly Frame[]> {
  const box = await page.getByTestId('payoff-chart').locator('svg').first().boundingBox()
  if (box === null) throw new Error('no chart to drag over')
  return dragFrames(page, 120, turn => ({ x: box.x + box.width * (0.4 + 0.05 * Math.sin(turn / 10)), y: box.y + 100 }))
}

async function measure(browser: Browser, url: string, say: (line: string) => void): Promise<BenchRow[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const driven = await openPage(context)
  const { page, devtools } = driven
  await signInToApp(page, url)
  await page.goto(`${url}/build?base=BTC&legs=${await tenLegs(url)}`)
  await page.getByRole('slider', { name: 'Volatility' }).waitFor()
  await untilRest(page)
  await grab(page)
  await stopLooking(page)
  // Thread time, so that other programs do not count.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await loggedDrag(page)
  const rows: BenchRow[] = [frameRow(await loggedDrag(page), say)]
  for (const [gesture, name] of gestures) {
    if (gesture === 'date') {
      await page.keyboard.press('Escape')
      await page.mouse.up()
      await page.mouse.move(5, 5)
    }
    rows.push(...(await gestureRows(driven, gesture, name)))
  }
  await context.close()
  return rows
}

async function gestureRows(driven: Driven, gesture: Gesture, name: string): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const throttling of speeds) {
    await driven.devtools.send('Emulation.setCPUThrottlingRate', { rate: throttling })
    await stepTime(driven, gesture)
    const [floors, times]: [StepTime[], StepTime[]] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      floors.push(await stepTime(driven, 'floor'))
      times.push(await stepTime(driven, gesture))
    }
    const speed = throttling === 1 ? '' : `, ${throttling} times slower`
    const row = (what: string, of: 0 | 1, goal: BenchRow['goal']): BenchRow => {
      const [floor, measured] = [floors, times].map(all => median(all.map(time => time[of])))
      return { name: `${name}, ${what}${speed}`, unit: 'ms', floor: floor ?? 0, measured: measured ?? 0, goal }
    }
    rows.push(row('pointer to chart', 0, { limit: frameMs }), row('main thread, every panel', 1, { ratio: mostFloors }))
  }
  await driven.devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return rows
}

export const bench: Bench = {
  name: 'drag',
  about: 'a strike, the sliders and the crosshair dragged over a structure of ten legs, every panel open',
  run: async say => {
    say(`${steps} steps a round, ${rounds} rounds of each gesture, at full speed and throttled`)
    const server = await startLegwork()
    try {
      return await withBrowser(browser => measure(browser, server.url, say))
    } finally {
      await server.stop()
    }
  },
}
