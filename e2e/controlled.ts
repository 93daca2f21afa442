/**
 * Journeys through time: each test moves the clock of its own server and the timers of its page. Stored samples are
 * counted in IndexedDB.
 */
import type { Page } from '@playwright/test'
import { expect, startLegwork, test as base } from './fixtures.ts'
import { timeAt } from './time-at.ts'

export { expect }

export const minuteMs = 60_000
export const hourMs = 3_600_000
const dayMs = 86_400_000

export interface Desk {
  readonly url: string
  nowMs(): Promise<number>
  advance(ms: number): Promise<void>
  advanceTo(hours: number, minutes?: number): Promise<void>
  setPrices(prices: Readonly<Record<string, string>>): Promise<void>
  fault(fault: {
    readonly fault: string
    readonly on: string
    readonly [setting: string]: string | number
  }): Promise<void>
  clearFaults(): Promise<void>
}

async function post(url: string, name: string, body: object): Promise<void> {
  const answer = await fetch(`${url}/sandbox/control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
}

export function deskOf(url: string): Desk {
  const nowMs = (): Promise<number> => timeAt(url)
  const advance = (ms: number): Promise<void> => post(url, 'advance', { ms: Math.ceil(ms) })
  return {
    url,
    nowMs,
    advance,
    async advanceTo(hours, minutes = 0) {
      const now = await nowMs()
      const today = Math.floor(now / dayMs) * dayMs + hours * hourMs + minutes * minuteMs
      await advance(today > now ? today - now : today + dayMs - now)
    },
    setPrices: prices => post(url, 'prices', prices),
    fault: fault => post(url, 'faults', { account: 'demo', ...fault }),
    clearFaults: () => post(url, 'faults/clear', {}),
  }
}

export const test = base.extend<{ readonly desk: Desk }>({
  desk: async ({ startsAt }, use) => {
    const server = await startLegwork({ SANDBOX_CLOCK: startsAt })
    await use(deskOf(server.url))
    await server.stop()
  },
  baseURL: async ({ desk }, use) => use(desk.url),
})

export async function pass(page: Page, desk: Desk, ms: number): Promise<void> {
  await desk.advance(ms)
  await page.clock.fastForward(ms)
}

export const samplesSaved = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open('legwork')
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    const count = await new Promise<number>((resolve, reject) => {
      const asked = db.transaction('samples').objectStore('samples').count()
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    db.close()
    return count
  })

/** Reads of the database before the clock advances again: some seconds of real time. */
const looksForMinute = 100

/** Advances until one more sample is stored. A busy machine may miss the sample of a minute: then another passes. */
export async function passToSample(page: Page, desk: Desk, ms: number): Promise<void> {
  const before = await samplesSaved(page)
  await pass(page, desk, ms)
  let looks = 0
  const look = async (): Promise<number> => {
    looks += 1
    if (looks % looksForMinute === 0) await pass(page, desk, minuteMs)
    return samplesSaved(page)
  }
  await expect.poll(look, { intervals: [50] }).toBeGreaterThan(before)
}

export async function explainedCents(
  page: Page,
): Promise<{ readonly lines: Readonly<Record<string, number>>; readonly change: number }> {
  const table = page.getByRole('table', { name: 'Change of equity explained' })
  await expect(table).toBeVisible()
  const others = table.getByRole('button', { name: 'Other', expanded: false })
  if ((await others.count()) > 0) await others.click()
  const rows = await table
    .getByRole('row')
    .evaluateAll(all =>
      all.map(row => [row.querySelector('th')?.textContent ?? '', row.querySelector('td')?.textContent ?? ''] as const),
    )
  const cents = (text: string): number =>
    Math.round(Number(text.replaceAll(',', '').replace('−', '-').replace('+', '')) * 100)
  const reported = rows.filter(([, value]) => value !== '').map(([name, value]) => [name, cents(value)] as const)
  const lines = Object.fromEntries(reported.filter(([name]) => name !== 'Change of equity' && name.trim() !== 'Other'))
  return { lines, change: reported.find(([name]) => name === 'Change of equity')?.[1] ?? Number.NaN }
}
