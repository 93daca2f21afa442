import { describe, expect, it } from 'vitest'
import { type TestVenue, testVenue } from '../../testing/test-venue.ts'
import { endpoints } from '../../contract/endpoints.ts'
import { createMarket } from '../market/create-market.ts'
import { changedRows } from './summary-changes.ts'

const written = (...rows: readonly object[]) => rows.map(row => JSON.stringify(row))
const path = endpoints.marketSummary.path
type Row = Readonly<Record<string, unknown>>

describe('what changed between two summaries', () => {
  it('is of each changed row its symbol and the fields that are another, null for one that is no more', () => {
    const before = written({ symbol: '1', bid: '2', ask: '3', funding: '4' }, { symbol: '2', bid: '7' })
    const after = written({ symbol: '1', bid: '2', ask: '5' }, { symbol: '2', bid: '7' })
    expect(changedRows(before, after)).toBe('[{"symbol":"1","ask":"5","funding":null}]')
  })

  it('is not told where the listings differ, or a row could not be written', () => {
    expect(changedRows(written({ symbol: '1' }), written({ symbol: '1' }, { symbol: '2' }))).toBeUndefined()
    expect(changedRows(written({ symbol: '1', bid: '2' }), written({ symbol: '2', bid: '2' }))).toBeUndefined()
    expect(changedRows([undefined], written({ symbol: '1' }))).toBeUndefined()
  })
})

describe('the market summary', () => {
  const rowsOf = ({ json }: { readonly json: unknown }): readonly Row[] => json as readonly Row[]
  const ask = (venue: TestVenue, headers: Readonly<Record<string, string>> = {}) => venue.ask(path, { headers })

  it('is told by its changes to who asks for them, and they make of the earlier the later while prices move', async () => {
    const venue = await testVenue({ market: createMarket({ seed: 'changes', mode: 'live', instruments: 300 }) })
    let last = await ask(venue)
    let rows = new Map(rowsOf(last).map(row => [row['symbol'], row]))
    for (let step = 0; step < 5; step += 1) {
      const tag = last.headers.get('etag') ?? ''
      venue.advance(3_000)
      const whole = await ask(venue)
      const changes = await ask(venue, { 'if-none-match': tag, 'a-im': 'rows' })
      expect([changes.status, changes.headers.get('im'), changes.headers.get('delta-base')]).toEqual([226, 'rows', tag])
      expect(changes.headers.get('etag')).toBe(whole.headers.get('etag'))
      expect(rowsOf(changes).length).toBeGreaterThan(100)
      expect(changes.text.length).toBeLessThan(whole.text.length * 0.6)
      rows = new Map(rows)
      for (const change of rowsOf(changes)) rows.set(change['symbol'], { ...rows.get(change['symbol']), ...change })
      expect([...rows.values()]).toEqual(rowsOf(whole))
      last = whole
    }
  })

  it('is told whole to who does not ask for changes, names no version or one not known any more', async () => {
    const venue = await testVenue()
    const tag = (await ask(venue)).headers.get('etag') ?? ''
    venue.advance(3_000)
    expect((await ask(venue, { 'if-none-match': tag })).status).toBe(200)
    expect((await ask(venue, { 'a-im': 'rows' })).status).toBe(200)
    expect((await ask(venue, { 'if-none-match': '"another"', 'a-im': 'rows' })).status).toBe(200)
    expect((await ask(venue, { 'if-none-match': tag, 'a-im': 'vcdiff' })).status).toBe(200)
    for (let step = 0; step < 40; step += 1) {
      venue.advance(3_000)
      await ask(venue)
    }
    expect((await ask(venue, { 'if-none-match': tag, 'a-im': 'rows' })).status).toBe(200)
  })
})
