// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSandboxFixture } from '../../testing/sandbox.fixture.ts'
import { askEarly } from '../venue/early-requests.ts'
import { cachedListing, earlyListing, earlySummary, readPlainListing, readPlainSummary } from './early-market.ts'
import { readListing } from './exchange-info.ts'
import { readSummary } from './market-summary.ts'

const listingPath = '/v1/api/exchangeInfo'
const summaryPath = '/v1/market_data/tradeable_entity/all/summary'

async function textOf(path: string): Promise<string> {
  const { fetch } = await createSandboxFixture()
  return await (await fetch(`http://sandbox${path}`, {})).text()
}
const httpAnswer = (text: string) => ({ status: 200, text, header: () => undefined })

describe('a listing read before the program', () => {
  it('is what the program reads of the same text', async () => {
    const text = await textOf(listingPath)
    const read = await readListing(text)
    expect(readPlainListing(text)).toEqual(read.ok && read.answer.instruments)
    expect(readPlainListing(text)?.length).toBeGreaterThan(50)
  })
  it.each([
    ['a number where a text should be', (text: string) => text.replace(/"price_step":"([\d.]+)"/, '"price_step":$1')],
    ['a row that lacks a field', (text: string) => text.replace(/"status":"\w+",?/, '')],
    ['no time of the venue', (text: string) => text.replace(/"server_utc_timestamp":"?\d+"?/, '"server_utc_timestamp":"soon"')],
    ['no list', (text: string) => text.replace('"symbols"', '"symbol"')],
    ['no JSON', (text: string) => text.slice(0, -2)],
    ['millions of characters', (text: string) => text.replace('{', `{${' '.repeat(2_000_000)}`)],
  ])('is left to the program where there is %s', async (_, spoil) => {
    const text = await textOf(listingPath)
    expect(spoil(text)).not.toBe(text)
    expect(readPlainListing(spoil(text))).toBeUndefined()
  })
})

describe('a summary read before the program', () => {
  it('is what the program reads of the same text', async () => {
    const text = await textOf(summaryPath)
    const read = await readSummary(httpAnswer(text))
    expect(readPlainSummary(text)).toEqual(read.ok && read.answer.data)
  })
  it('is left to the program where a row is not as it should be', async () => {
    const text = await textOf(summaryPath)
    expect(readPlainSummary(text.replace(/"best_bid":"([\d.]+)"/, '"best_bid":$1'))).toBeUndefined()
    expect(readPlainSummary('{}')).toBeUndefined()
  })
})

describe('answers that set out with the page', () => {
  beforeEach(() => {
    document.head.innerHTML = '<meta name="legwork-venue" content="sandbox">'
  })
  afterEach(() => vi.unstubAllGlobals())
  const answering = (status: number): void => {
    vi.stubGlobal('fetch', async () => new Response('too many', { status }))
    askEarly({ listing: listingPath, public: [summaryPath] })
  }

  it('are nothing where the venue refuses them: that is for the program to say', async () => {
    answering(429)
    expect(await earlySummary()).toBeUndefined()
    expect(await earlyListing(cachedListing())).toBeUndefined()
  })
  it('are nothing where they never come', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
    askEarly({ listing: listingPath, public: [summaryPath] })
    expect(await earlySummary()).toBeUndefined()
    expect(await earlyListing(cachedListing())).toBeUndefined()
  })
  it('say with 304 that the listing that this browser keeps is the one, and are nothing where it keeps none', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 304 }))
    askEarly({ listing: listingPath })
    const text = await textOf(listingPath)
    expect((await earlyListing(Promise.resolve({ text, etag: '"1"', savedAtMs: 0 })))?.all).toEqual(readPlainListing(text))
    expect(await earlyListing(Promise.resolve(undefined))).toBeUndefined()
  })
})
