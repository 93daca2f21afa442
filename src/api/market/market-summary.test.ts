// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { createMarket } from '../../sandbox/market/create-market.ts'
import { testVenue } from '../../testing/test-venue.ts'
import { queryClient } from '../polling/query-client.ts'
import type { Loaded } from '../polling/resource.ts'
import { replaceFetch } from '../venue/client.ts'
import { readVenue } from '../venue/venue.ts'
import { prefetchSummary, summaryKey } from './market-hooks.ts'
import { withChanges } from './market-summary.ts'

type Summary = ReadonlyMap<string, MarketSummary>

const row = (symbol: string, id: string, more: object = {}) =>
  ({ id, symbol, product_type: 'spot', best_bid: '1', ...more }) as unknown as MarketSummary
const before: Summary = new Map([
  ['A', row('A', '1', { funding_rate: '0.1' })],
  ['B', row('B', '2')],
])

describe('changes of the summary', () => {
  it('make new rows of those that changed, without fields that are no more, and leave the others as they are', async () => {
    const after = await withChanges(before, '[{"symbol":"A","best_bid":"2","funding_rate":null}]')
    expect(after?.get('A')).toEqual(row('A', '1', { best_bid: '2' }))
    expect(after?.get('B')).toBe(before.get('B'))
    expect(before.get('A')?.best_bid).toBe('1')
  })

  it.each([
    ['of an instrument that is not there', '[{"symbol":"C","best_bid":"2"}]'],
    ['that make a row unreadable', '[{"symbol":"A","best_bid":"two"}]'],
    ['that are no list', '{"symbol":"A"}'],
    ['that are no rows', '[null]'],
    ['that are cut off', '[{"symbol":"A"'],
  ])('%s are none', async (_, text) => {
    expect(await withChanges(before, text)).toBeUndefined()
  })
})

interface Answer {
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, string>>
}

describe('the summary polled', () => {
  const shown = () => queryClient.getQueryData<Loaded<Summary>>(summaryKey(readVenue().key))?.data
  afterEach(() => queryClient.clear())

  it('is what the venue says whole, whether it is told whole or by its changes; changes that do not fit are asked for whole', async () => {
    const venue = await testVenue({ market: createMarket({ seed: 'changes', mode: 'live', instruments: 300 }) })
    const told: number[] = []
    let spoil = (answer: Answer): Answer => answer
    replaceFetch(async (input, { headers }) => {
      const { status, text, headers: given } = await venue.ask(input, { headers: headers as Record<string, string> })
      told.push(status)
      const named = ['content-type', 'etag', 'im', 'delta-base'].map(name => [name, given.get(name) ?? ''])
      const answer = { status, text, headers: Object.fromEntries(named.filter(([, value]) => value !== '')) as Record<string, string> }
      const spoilt = status === 226 ? spoil(answer) : answer
      return new Response(spoilt.text, spoilt)
    })
    const whole = async (): Promise<readonly unknown[]> => (await venue.ask(endpoints.marketSummary.path)).json as readonly unknown[]
    const poll = async (): Promise<void> => {
      venue.advance(3_000)
      await prefetchSummary()
      const plain = (await whole()).map(each => Object.fromEntries(Object.entries(each as object).filter(([, value]) => value !== null)))
      expect([...(shown()?.values() ?? [])].map(each => JSON.parse(JSON.stringify(each)))).toEqual(plain)
    }
    for (let step = 0; step < 4; step += 1) await poll()
    expect(told).toEqual([200, 226, 226, 226])
    spoil = answer => ({ ...answer, text: '[{"symbol":"no such","best_bid":"1"}]' })
    await poll()
    spoil = answer => ({ ...answer, headers: { ...answer.headers, 'delta-base': '"another"' } })
    await poll()
    expect(told.slice(4)).toEqual([226, 200, 226, 200])
  })
})
