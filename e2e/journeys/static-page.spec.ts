/** The app on a static host, with the sandbox on another origin as a venue that admits it. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { clickSend } from '../confirm.ts'
import { expect, liveAt, ready, startLegwork, test as base } from '../fixtures.ts'
import { type FolderHost, serveFolder } from '../tools/serve-folder.ts'

interface Hosted {
  readonly page: FolderHost
  readonly venue: string
}

async function pointAt(folder: string, venue: string): Promise<void> {
  for (const name of ['index.html', 'venue.json']) {
    const path = join(folder, name)
    const text = await readFile(path, 'utf8')
    expect(text).toContain('127.0.0.1:1')
    await writeFile(path, text.replaceAll(/127\.0\.0\.1:1(?=[/"])/g, new URL(venue).host))
  }
}

const test = base.extend<{ readonly hosted: Hosted }>({
  hosted: async ({ context }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'legwork-static-'))
    await cp('dist/static', folder, { recursive: true })
    const page = await serveFolder(folder, 'desk')
    const venue = await startLegwork({ SANDBOX_ALLOW_ORIGIN: new URL(page.url).origin })
    await pointAt(folder, venue.url)
    await liveAt(context, venue.url)
    await use({ page, venue: venue.url })
    for (const open of context.pages()) await open.goto('about:blank')
    await page.close()
    await venue.stop()
    await rm(folder, { recursive: true })
  },
})

async function signInByToken(page: Page, { page: host, venue }: Hosted): Promise<void> {
  const session = await page.request.post(`${venue}/sandbox/session`, { data: {} })
  const { credentials_secret } = (await session.json()) as { credentials_secret: string }
  await page.goto(`${host.url}#/settings`)
  await page.getByLabel(/Token/).fill(credentials_secret)
  await page.getByRole('button', { name: 'Sign in with token' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}

test('speaks to its venue directly: figures, the socket and an order, and says what it lacks', async ({
  page,
  hosted,
}) => {
  await signInByToken(page, hosted)
  await expect(page.getByTestId('environment')).toHaveText(new URL(hosted.venue).host)
  const venue = page.getByRole('region', { name: 'Venue' })
  await expect(venue).toContainText(`${hosted.venue}, straight from this page`)
  await expect(venue).toContainText('No server stands between this page and the venue.')
  await expect(venue).toContainText('fills and cancels arrive at once')
  await page.goto(`${hosted.page.url}#/portfolio`)
  await ready(page)
  await expect(page.getByTestId('positions-grid').getByText('BTC PERP')).toBeVisible()
  await page.goto(`${hosted.page.url}#/portfolio?trade=BTC-USD-PERPETUAL&side=buy&quantity=0.1&price=60000`)
  await page.getByRole('button', { name: /^Review/ }).click()
  await clickSend(page)
  await expect(page.getByTestId('order-outcome').getByRole('article')).toHaveAttribute('data-state', 'accepted')
  await page.goto(`${hosted.page.url}#/orders`)
  await expect(page.getByTestId('open-orders-grid').getByText('60,000').first()).toBeVisible()
})
