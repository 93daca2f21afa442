/** The demo beside the served app, in the same run: the first visit with nothing stored, its bytes, and what a person meets on the way. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from '@playwright/test'
import { ready, startLegwork } from '../fixtures.ts'
import { serveFolder } from '../tools/serve-folder.ts'
import { type Bench, median } from './bench.ts'
import { openPage, timesOf, withBrowser } from './drive.ts'

const rounds = 7
/** After the first rows, for what comes later to come. */
const restMs = 2_000
const folder = 'dist/demo'
const screens = ['portfolio', 'build', 'orders', 'markets', 'journal', 'settings'] as const
const patient = { timeout: 60_000 }

interface Visit {
  /** From the address to the first live rows, signing in on the way; ms. */
  readonly rows: number
  readonly paint: number
  /** Of tasks, what is over 50 ms. */
  readonly blocked: number
  readonly shift: number
}

const signIn = (page: Page): Promise<void> => page.getByRole('button', { name: /sign in to the sandbox/i }).click(patient)

/** In a browser that has never been there. */
async function firstVisit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const { page } = await openPage(context)
    await page.goto(url, { waitUntil: 'commit' })
    await signIn(page)
    await page.waitForFunction(
      () => (globalThis as unknown as { benchTimes: { rows?: number } }).benchTimes.rows !== undefined,
      undefined,
      patient,
    )
    await page.waitForTimeout(restMs)
    const { rows = Number.NaN, longTasks, shift } = await timesOf(page)
    const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN)
    return { rows, paint, blocked: longTasks.reduce((sum, ms) => sum + ms - 50, 0), shift }
  } finally {
    await context.close()
  }
}

async function megabytesOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const sizes = await Promise.all(
    entries.filter(each => each.isFile()).map(async each => (await stat(join(each.parentPath, each.name))).size),
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000_000
}

/** Findings of axe, WCAG 2.2 AA, over all screens. */
async function findings(browser: Browser, url: string, say: (line: string) => void): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(url)
  await signIn(page)
  let found = 0
  for (const screen of screens) {
    await page.goto(`${url}#/${screen}`)
    await ready(page)
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
    for (const { id, nodes } of violations) say(`  ${screen}: ${id}, ${nodes.map(node => node.target.join(' ')).join(', ')}`)
    found += violations.length
  }
  await context.close()
  return found
}

const medianOf = (visits: readonly Visit[], name: keyof Visit): number => median(visits.map(visit => visit[name]))

export const bench: Bench = {
  name: 'demo',
  about: 'a first visit to the demo beside one to the served app',
  run: say =>
    withBrowser(async browser => {
      const server = await startLegwork({ SANDBOX_CLOCK: '' })
      const host = await serveFolder(folder)
      const [served, demo]: [Visit[], Visit[]] = [[], []]
      say('first visits')
      for (let round = 0; round < rounds; round += 1) {
        served.push(await firstVisit(browser, server.url))
        demo.push(await firstVisit(browser, host.url))
      }
      say('axe on every screen')
      const found = await findings(browser, host.url, say)
      await server.stop()
      await host.close()
      const row = (what: string, name: keyof Visit, goal: number) => ({
        name: `demo: ${what}`,
        unit: 'ms' as const,
        floor: medianOf(served, name),
        measured: medianOf(demo, name),
        goal: { ratio: goal },
      })
      return [
        { name: 'demo: its folder', unit: 'MB', measured: await megabytesOf(folder), goal: { limit: 5 } },
        row('first paint of a first visit', 'paint', 1.3),
        row('live rows of a first visit', 'rows', 1.3),
        row('blocking time of a first visit', 'blocked', 1.3),
        {
          name: 'demo: layout shift, thousandths',
          unit: '‰',
          floor: medianOf(served, 'shift') * 1_000,
          measured: medianOf(demo, 'shift') * 1_000,
          goal: { limit: 5 },
        },
        { name: 'demo: findings of axe on six screens', unit: 'findings', measured: found, goal: { limit: 0 } },
      ]
    }),
}
