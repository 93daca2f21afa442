/** What travels while a screen is only looked at, as it comes over the line: answers with their heads, and messages of the socket. */
import type { Browser, CDPSession } from '@playwright/test'
import { startLegwork } from '../fixtures.ts'
import { type Bench, type BenchRow } from './bench.ts'
import { openPage, withBrowser } from './drive.ts'
import { signInToApp } from './sign-in.ts'

const minutes = 1
const minuteMs = 60_000
/** For what is fetched once. */
const settleMs = 10_000
const paths = ['/portfolio', '/build'] as const
const shownAddresses = 6
/** A tenth of what it was while the market summary travelled as plain JSON. */
const limitKilobytes = 1_200

interface Travelled {
  bytes: number
  count: number
}

/** By address, without what is asked; messages of the socket by its address. */
function countBytes(devtools: CDPSession): ReadonlyMap<string, Travelled> {
  const all = new Map<string, Travelled>()
  const addresses = new Map<string, string>()
  const add = (id: string, bytes: number): void => {
    const address = addresses.get(id) ?? 'asked for before'
    const known = all.get(address) ?? { bytes: 0, count: 0 }
    all.set(address, { bytes: known.bytes + bytes, count: known.count + 1 })
  }
  devtools.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, new URL(request.url).pathname))
  devtools.on('Network.webSocketCreated', ({ requestId, url }) => addresses.set(requestId, new URL(url).pathname))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => add(requestId, encodedDataLength))
  devtools.on('Network.webSocketFrameReceived', ({ requestId, response }) => add(requestId, response.payloadData.length))
  return all
}

/** The addresses that cost most, a line each. */
function linesOf(path: string, all: ReadonlyMap<string, Travelled>): readonly string[] {
  const most = [...all].sort(([, a], [, b]) => b.bytes - a.bytes).slice(0, shownAddresses)
  return most.map(([address, { bytes, count }]) => `${path}: ${(bytes / 1_000).toFixed(0)} kB in ${count} of ${address}`)
}

async function minuteOf(browser: Browser, url: string, path: string, say: (line: string) => void): Promise<BenchRow> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const { page, devtools } = await openPage(context)
    await devtools.send('Network.enable')
    await signInToApp(page, url)
    await page.goto(url + path)
    await page.waitForTimeout(settleMs)
    const all = countBytes(devtools)
    await page.waitForTimeout(minutes * minuteMs)
    for (const line of linesOf(path, all)) say(line)
    const measured = [...all.values()].reduce((sum, { bytes }) => sum + bytes, 0) / minutes / 1_000
    return { name: `traffic a minute on ${path}`, unit: 'kB', measured, goal: { limit: limitKilobytes } }
  } finally {
    await context.close()
  }
}

export const bench: Bench = {
  name: 'traffic',
  about: 'what a minute of looking at a screen costs the line',
  run: async say => {
    say(`a minute each of ${paths.join(' and ')}, prices moving`)
    const server = await startLegwork()
    try {
      return await withBrowser(browser => Promise.all(paths.map(path => minuteOf(browser, server.url, path, say))))
    } finally {
      await server.stop()
    }
  },
}
