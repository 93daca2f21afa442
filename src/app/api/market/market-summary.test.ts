// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../../core/contract/endpoints.ts'
import { z } from '../../../core/domain/zod.ts'
import type { Quotes } from '../../../core/domain/market-data.ts'
import type { LoadedRows } from '../../../core/domain/unread-row.ts'
import { createMarket } from '../../../exchange/sandbox/market/create-market.ts'
import { testVenue } from '../../../testing/test-venue.ts'
import { queryClient } from '../polling/query-client.ts'
import { replaceFetch } from '../venue/client.ts'
import { readVenue } from '../venue/venue.ts'
import { loadSummary, prefetchSummary, summaryKey } from './market-hooks.ts'

const cached = () => queryClient.getQueryData<LoadedRows<Quotes>>(summaryKey(readVenue().key))?.data
afterEach(() => queryClient.clear())

it('the summary is what the venue answers, and is not sent again while it is unchanged', async () => {
  const venue = await testVenue({ market: createMarket({ seed: 'changes', mode: 'live', instruments: 300 }) })
  const statuses: number[] = []
  replaceFetch(async (input, { headers }) => {
    const { status, text, headers: sent } = await venue.ask(input, { headers: headers as Record<string, string> })
    statuses.push(status)
    const body = status === 304 ? null : text
    return new Response(body, { status, headers: { 'content-type': 'application/json', etag: sent.get('etag') ?? '' } })
  })
  const poll = async (): Promise<void> => {
    await prefetchSummary()
    const rows = (await venue.ask(endpoints.marketSummary.path)).json as readonly object[]
    const known = rows.map(row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
    expect([...(cached()?.values() ?? [])].map(each => JSON.parse(JSON.stringify(each)))).toEqual(known)
  }
  for (const passedMs of [3_000, 0, 3_000]) {
    venue.advance(passedMs)
    await poll()
  }
  expect(statuses).toEqual([200, 304, 200])
})

describe('of a summary', () => {
  const row = (symbol: string, index_price: string) => ({ id: '1', symbol, product_type: 'spot', index_price })
  const answer = async (rows: readonly object[]) => {
    replaceFetch(async () => Response.json(rows))
    return await loadSummary(readVenue().key)
  }

  it('a duplicate row is rejected, since it is unknown which is true', async () => {
    const found = await answer([row('BTC-USD', '90000'), row('ETH-USD', '3000'), row('BTC-USD', '120000')])
    expect(found).toMatchObject({ ok: true, answer: { rejectedRows: [{ index: 0 }, { index: 2 }] } })
    expect(found.ok && [...found.answer.data.keys()]).toEqual(['ETH-USD'])
    const whole = z.decode(endpoints.marketSummary.answer, [row('BTC-USD', '90000'), row('BTC-USD', '120000')])
    expect([whole.rows, whole.rejected.length]).toEqual([[], 2])
  })

  it('without a readable row shows nothing as live', async () => {
    const nameless = { id: '1', product_type: 'spot', index_price: '1' }
    expect(await answer([nameless, nameless])).toMatchObject({
      ok: false,
      fault: { kind: 'drift', message: expect.stringMatching(/no row of it could be read/) },
    })
    expect(await answer([])).toMatchObject({ ok: true })
  })
})
