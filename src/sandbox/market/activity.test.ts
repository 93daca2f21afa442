import { describe, expect, it } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { clientOrderId } from '../../domain/ids.ts'
import { type EpochMicros, microsFromMs } from '../../domain/time.ts'
import { createExchange } from '../engine/create-exchange.ts'
import type { Exchange } from '../exchange.ts'
import { followClients } from './activity.ts'
import { createMarket } from './create-market.ts'

const startMs = Date.UTC(2026, 10, 21, 12)
const now: EpochMicros = microsFromMs(startMs)
const market = createMarket({ seed: 'activity', mode: 'frozen', frozenAtMs: startMs, instruments: 100 })
const perpetual = market.find({ symbol: 'BTC-USD-PERPETUAL' }, startMs)?.instrument.tradeable_entity_id
if (perpetual === undefined) throw new Error('no perpetual')

let ids = 0
function place(exchange: Exchange, side: string, price: string): void {
  ids += 1
  exchange.apply({ kind: 'open_account', account: 'ann' }, now)
  const order = {
    symbol: 'BTC-USD-PERPETUAL',
    market_id: '0',
    side,
    type: 'LIMIT',
    time_in_force: 'GTC',
    recv_window: 60,
    quantity: dec('0.5'),
    price: dec(price),
    client_order_id: clientOrderId(`c${ids}`),
  }
  exchange.apply({ kind: 'place', account: 'ann', order, text: `${ids}` }, now)
}

describe('following clients', () => {
  it('an instrument nobody touched has no part of theirs', () => {
    const { activity } = followClients(createExchange({ market }))
    expect(activity.of(perpetual, now)).toBeUndefined()
    expect(activity.takeChanged()).toEqual([])
  })

  it('tells the best prices as the order book shows them, and that the instrument changed', () => {
    const { exchange, activity } = followClients(createExchange({ market }))
    place(exchange, 'buy', '1000')
    expect(activity.takeChanged()).toEqual([perpetual])
    const book = exchange.orderBook('BTC-USD-PERPETUAL', 1, now)
    expect(activity.of(perpetual, now)).toMatchObject({ bid: book?.buy[0]?.price, ask: book?.sell[0]?.price, openInterest: '0' })
  })

  it('comes to the same whether it followed from the beginning or looked back at what was', () => {
    const exchange = createExchange({ market })
    const early = followClients(exchange)
    early.activity.of(perpetual, now)
    for (const [side, price] of [
      ['sell', '500000'],
      ['buy', '1000'],
      ['buy', '200000'],
      ['sell', '90000'],
    ] as const) {
      place(early.exchange, side, price)
    }
    const late = followClients(exchange)
    const seen = early.activity.of(perpetual, now)
    expect(seen?.traded?.quantity).toBeDefined()
    expect(late.activity.of(perpetual, now)).toEqual(seen)
  })
})
