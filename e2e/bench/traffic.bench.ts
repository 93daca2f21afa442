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
/** A tenth of what it was while the market summary travelled as plain JSON. */
const limitKilobytes = 1_200

function countBytes(devtools: CDPSession): () => number {
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  devtools.on('Network.webSocketFrameReceived', ({ response }) => {
    bytes += response.payloadData.length
  })
  return () => bytes
}

async function minuteOf(browser: Browser, url: string, path: string): Promise<BenchRow> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  try {
    const { page, devtools } = await openPage(context)
    await devtools.send('Network.enable')
    await signInToApp(page, url)
    await page.goto(url + path)
    await page.waitForTimeout(settleMs)
    const bytes = countBytes(devtools)
    await page.waitForTimeout(minutes * minuteMs)
    const measured = bytes() / minutes / 1_000
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
      return await withBrowser(browser => Promise.all(paths.map(path => minuteOf(browser, server.url, path))))
    } finally {
      await server.stop()
    }
  },
}
