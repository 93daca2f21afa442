import { writeFileSync } from 'node:fs'
import { decodeJwt } from 'jose'
import type { Page } from '@playwright/test'
import { buyLeg, chooseFirm, chooseIoc, reviewAndSend, strikesOnScreen, takePrice } from '../builder.ts'
import { deskOf, pass } from '../controlled.ts'
import { keyPair } from '../../src/testing/key-pair.ts'
import { expect, expectAccessible, ready, startLegwork, test } from '../fixtures.ts'

const mine = keyPair()

const keysSaved = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open('legwork-keys')
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    const count = await new Promise<number>((resolve, reject) => {
      const asked = db.transaction('keys').objectStore('keys').count()
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    db.close()
    return count
  })

async function buyCall(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/build?base=BTC`)
  await ready(page)
  const strikes = await strikesOnScreen(page)
  await buyLeg(page, strikes[Math.floor(strikes.length * 0.6)]?.call ?? '')
  await chooseFirm(page)
  await chooseIoc(page)
  await takePrice(page, 'Ask')
  await reviewAndSend(page)
  await expect(page.getByTestId('order-outcome')).toContainText(/^(?:Bought|Sold) /)
}

test('a key signs in where tokens must be short, trades, stays over a reload, and is gone with the sign-out', async ({
  page,
}, info) => {
  const file = info.outputPath('keys.json')
  writeFileSync(file, JSON.stringify({ 'desk-1': mine.publicKey }))
  const venue = await startLegwork({ SANDBOX_API_KEYS: file, SANDBOX_TOKENS: 'strict' })
  const refused: string[] = []
  const lives = new Set<number>()
  page.on('response', response => {
    if (response.url().includes('/v1/') && response.status() >= 400)
      refused.push(`${response.status()} ${response.url()}`)
    const token = response.request().headers()['credentials_secret']
    if (token === undefined) return
    const { iat = 0, exp = 0 } = decodeJwt(token)
    lives.add(exp - iat)
  })
  await page.goto(`${venue.url}/settings`)
  await page.getByText('API key and private key').click()
  await page.getByRole('button', { name: 'Make a pair here instead' }).click()
  await expect(page.getByLabel('Public key', { exact: true })).toContainText('-----BEGIN PUBLIC KEY-----')
  await expect(page.getByRole('button', { name: 'Copy the public key' })).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByText('API key and private key').click()
  await page.getByLabel('API key', { exact: true }).fill('desk-1')
  await page.getByLabel('Private key (PEM)').fill(mine.publicKey)
  await page.getByLabel('Life of a token, seconds').fill('30')
  await page.getByLabel('A token for each address (uri)').check()
  await page.getByLabel('Keep this key in this browser').check()
  await page.getByRole('button', { name: 'Sign in with the key' }).click()
  await expect(page.getByText(/This is the public key/)).toBeVisible()
  await page
    .getByLabel('File of the private key')
    .setInputFiles({ name: 'desk.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(mine.privateKey) })
  await page.getByRole('button', { name: 'Sign in with the key' }).click()
  await expect(page.getByRole('list', { name: 'Keys' })).toContainText('in use')
  await expect(page.getByRole('list', { name: 'Keys' })).toContainText(
    'tokens of 30 s for each address, kept in this browser',
  )
  await expectAccessible(page)
  await buyCall(page, venue.url)
  await page.goto(`${venue.url}/portfolio`)
  await ready(page)
  await expect(page.getByTestId('positions-grid').getByRole('row', { name: /\d C\b/ })).toHaveCount(1)
  expect(await keysSaved(page)).toBe(1)
  // Past half of a token's life, so that each is renewed while the page polls and its socket stays.
  await pass(page, deskOf(venue.url), 20_000)
  await expect(page.getByTestId('connection-light')).toHaveAttribute('data-state', 'live')
  await page.goto(`${venue.url}/settings`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('list', { name: 'Keys' })).toHaveCount(0)
  await expect.poll(() => keysSaved(page)).toBe(0)
  await page.reload()
  await expect(page.getByText('API key and private key')).toBeVisible()
  expect(refused).toEqual([])
  expect([...lives]).toEqual([30])
  await page.goto('about:blank')
  await venue.stop()
})
