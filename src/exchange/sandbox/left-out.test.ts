import { describe, expect, it } from 'vitest'
import { endpoints } from '../../core/contract/endpoints.ts'
import type { Rows } from '../../core/contract/rows.ts'
import type { Balance, Position } from '../../core/domain/account.ts'
import type { Decimal } from '../../core/domain/decimal.ts'
import type { MarketSummary } from '../../core/domain/market-data.ts'
import { microsFromMs } from '../../core/domain/time.ts'
import { z } from '../../core/domain/zod.ts'
import { createExchange } from './engine/create-exchange.ts'
import { createFeedHub } from './feed/hub.ts'
import { createSandboxApp } from './http/app.ts'
import { createTokenKeys } from './http/tokens.ts'
import { createLeftOut } from './left-out.ts'
import { createMarket, type SandboxMarket } from './market/create-market.ts'

const atMs = Date.parse('2026-12-01T10:00:00Z')

async function spoiltVenue() {
  const market = createMarket({ seed: 'left-out', mode: 'frozen', frozenAtMs: atMs, instruments: 300 })
  let bad: string | undefined
  let isUnwritable = false
  const nothing = 'NaN' as Decimal
  const spoilt: SandboxMarket = {
    ...market,
    markPrice(listed, nowMs) {
      if (listed.instrument.symbol === bad) throw new Error('the market has no figure that can be written')
      return market.markPrice(listed, nowMs)
    },
    summary: (...given) =>
      market.summary(...given).map(row => {
        if (row.symbol !== bad) return row
        if (isUnwritable) return { ...row, index_price: nothing }
        throw new Error('the market has no figure that can be written')
      }),
  }
  const received: string[] = []
  let now = microsFromMs(atMs)
  const clock = () => now
  const leftOut = createLeftOut(message => received.push(message))
  const keys = await createTokenKeys()
  const exchange = createExchange({ market: spoilt, leftOut })
  const app = createSandboxApp({ exchange, market: spoilt, keys, profile: 'extended', clock, leftOut })
  const hub = createFeedHub({ exchange, market: spoilt, clock, judge: keys.judge, leftOut })
  exchange.apply({ kind: 'open_account', account: 'demo' }, clock())
  const token = await keys.sign('demo', atMs)
  const get = async (path: string) => {
    const response = await app.request(path, { headers: { credentials_secret: token } })
    return { status: response.status, json: (await response.json()) as never }
  }
  return {
    get,
    token,
    hub,
    received,
    counts: () => leftOut.counts(),
    spoil(symbol: string, how: 'throws' | 'unwritable' = 'throws') {
      bad = symbol
      isUnwritable = how === 'unwritable'
    },
    later() {
      now = microsFromMs(atMs + 5_000)
    },
  }
}

describe('a bad row never costs the answer', () => {
  it.each(['throws', 'unwritable'] as const)('the market summary omits one row and reports it once (%s)', async how => {
    const venue = await spoiltVenue()
    const path = endpoints.marketSummary.path
    const whole = z.decode(endpoints.marketSummary.answer, (await venue.get(path)).json) as Rows<MarketSummary>
    venue.spoil('BTC-USD-PERPETUAL', how)
    venue.later()
    const first = await venue.get(path)
    expect(first.status).toBe(200)
    const rows = (z.decode(endpoints.marketSummary.answer, first.json) as Rows<MarketSummary>).rows.map(
      row => row.symbol,
    )
    expect(rows).toEqual(whole.rows.map(row => row.symbol).filter(symbol => symbol !== 'BTC-USD-PERPETUAL'))
    await venue.get(path)
    expect(venue.received).toHaveLength(1)
    expect(venue.received[0]).toContain('market summary')
    expect(venue.counts()['market summary']).toBeGreaterThanOrEqual(1)
    expect((await venue.get('/healthz')).json).toMatchObject({ status: 'ok', rows_left_out: venue.counts() })
  })

  it('a position without a mark is omitted over HTTP and socket, and reported once', async () => {
    const venue = await spoiltVenue()
    const path = endpoints.positions.path
    const shown = async () =>
      z.decode(endpoints.positions.answer, (await venue.get(path)).json).positions_response.positions as Rows<Position>
    const before = (await shown()).rows.map(row => row.symbol)
    expect(before).toContain('BTC-USD-PERPETUAL')
    venue.spoil('BTC-USD-PERPETUAL')
    expect((await shown()).rows.map(row => row.symbol)).toEqual(before.filter(symbol => symbol !== 'BTC-USD-PERPETUAL'))
    const received: string[] = []
    const connection = venue.hub.open({
      send: text => received.push(text),
      close: () => undefined,
      reset: () => undefined,
      bufferedBytes: () => 0,
    })
    await connection.receive(JSON.stringify({ authenticate: { credentials_secret: venue.token } }))
    await connection.receive(JSON.stringify({ positions: { user_tag: 'p' } }))
    const message = JSON.parse(received.at(-1) ?? '') as { positions: { positions: { symbol: string }[] } }
    expect(message.positions.positions).toHaveLength(before.length - 1)
    expect(venue.received).toHaveLength(1)
  })

  it('balances show no total where one of its parts is missing', async () => {
    const venue = await spoiltVenue()
    const shown = async () =>
      (
        z.decode(endpoints.balances.answer, (await venue.get(endpoints.balances.path)).json)
          .balance_response as Rows<Balance>
      ).rows.map(row => row.symbol)
    expect(await shown()).toContain('USD-REFERENCE')
    venue.spoil('BTC-USD-PERPETUAL')
    expect(await shown()).not.toContain('USD-REFERENCE')
  })
})
