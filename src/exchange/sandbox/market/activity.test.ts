import { describe, expect, it } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { clientOrderId, entityId } from '../../../core/domain/ids.ts'
import { dayMs, type EpochMicros, microsFromMs, minuteMs } from '../../../core/domain/time.ts'
import { createExchange } from '../engine/create-exchange.ts'
import type { Exchange } from '../exchange.ts'
import { createTape, followClients } from './activity.ts'
import { createMarket } from './create-market.ts'
import { firmLimit } from '../../../testing/order.fixture.ts'

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
    ...firmLimit,
    side,
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
    expect(activity.of(perpetual, now)).toMatchObject({
      bid: book?.buy[0]?.price,
      ask: book?.sell[0]?.price,
      openInterest: '0',
    })
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

const id = entityId('16')
const print = (afterMs: number, price: string, quantity = '1') => ({
  id,
  at: microsFromMs(startMs + afterMs),
  price: dec(price),
  quantity: dec(quantity),
})

describe('the tape of an instrument', () => {
  it('adds up what was traded and keeps the extremes and the last', () => {
    const tape = createTape()
    for (const each of [
      print(0, '100', '2'),
      print(minuteMs, '90'),
      print(20 * minuteMs, '110'),
      print(21 * minuteMs, '105'),
    ])
      tape.add(each)
    expect(tape.of(id, startMs + dayMs / 2)).toMatchObject({
      quantity: '5',
      value: '505',
      low: '90',
      high: '110',
      last: '105',
      lastMs: startMs + 21 * minuteMs,
    })
  })

  it('forgets what is older than a day', () => {
    const tape = createTape()
    tape.add(print(0, '100'))
    tape.add(print(dayMs / 2, '50'))
    expect(tape.of(id, startMs + dayMs + minuteMs)).toMatchObject({ quantity: '1', high: '50' })
    expect(tape.of(id, startMs + 2 * dayMs)).toBeUndefined()
  })

  it('has nothing of an instrument that was not traded', () => {
    expect(createTape().of(entityId('6'), startMs)).toBeUndefined()
  })
})
