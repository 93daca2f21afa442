import { describe, expect, test } from 'vitest'
import { clientOrderId, entityId, orderId } from '../../../core/domain/ids.ts'
import { cycleMs } from '../../../core/domain/time.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, expiryMs, startMs } from '../../../testing/test-market.ts'

const quiet = () => new Desk(createTestMarket())
const spread = [
  [104, 1],
  [106, -1],
] as const
const timeoutMs = 1_800_000

describe('a GTC order', () => {
  test('lives for the rest of its cycle and the full ones after it', () => {
    const desk = quiet()
    desk.atMs = 9 * 60_000
    const one = desk.placed('ann', { price: '90000', recv_window: 1 })
    const two = desk.placed('ann', { price: '90000', recv_window: 2 })
    desk.atMs = cycleMs - 1
    expect(desk.openIds('ann')).toEqual([one, two])
    desk.atMs = cycleMs
    expect(desk.openIds('ann')).toEqual([two])
    desk.atMs = 2 * cycleMs
    expect(desk.openIds('ann')).toEqual([])
    expect(desk.details('ann', one)).toMatchObject({ order_state: 'accepted', cancel_state: 'timeout' })
  })

  test('that ran out cannot trade, whether or not anyone looks, and its account learns the time it happened', () => {
    const desk = quiet()
    const resting = desk.placed('ann', { side: 'sell', price: '100000' })
    desk.atMs = cycleMs + 5000
    const taker = desk.placed('bob', { price: '100000' })
    expect(desk.last?.events[0]).toMatchObject({
      kind: 'order_ended',
      reason: 'timeout',
      at: (startMs + cycleMs) * 1000,
    })
    expect([desk.fills('ann', resting), desk.fills('bob', taker)]).toEqual([[], []])
  })
})

describe('an RFQ', () => {
  test('never trades, though a firm order crosses it', () => {
    const desk = quiet()
    const request = desk.placed('ann', { on: spread, market_id: 'none', price: '50', recv_window: 9 })
    const firm = desk.placed('bob', { on: spread, side: 'sell', price: '10' })
    expect([desk.fills('ann', request), desk.fills('bob', firm)]).toEqual([[], []])
    expect(desk.balance('ann').reserved_balance).toBe('0')
  })

  test('times out unless its interest is refreshed', () => {
    const desk = quiet()
    const key = { order_id: orderId(desk.placed('ann', { on: spread, market_id: 'none', recv_window: 100 })) }
    desk.atMs = timeoutMs - 1
    expect(desk.apply({ kind: 'refresh_interest', account: 'ann', key })).toMatchObject({ kind: 'refreshed' })
    desk.atMs = 2 * timeoutMs - 2
    expect(desk.openIds('ann')).toHaveLength(1)
    desk.atMs = 2 * timeoutMs - 1
    expect(desk.openIds('ann')).toEqual([])
    expect(desk.apply({ kind: 'refresh_interest', account: 'ann', key })).toMatchObject({ kind: 'too_late' })
  })

  test('does not outlive its cycles; single or immediate, it waits all the same', () => {
    const desk = quiet()
    const short = desk.placed('ann', { market_id: 'none', recv_window: 1 })
    const immediate = desk.placed('ann', { market_id: '255', time_in_force: 'IOC' })
    desk.apply({ kind: 'refresh_interest', account: 'ann', key: { order_id: orderId(short) } })
    desk.atMs = cycleMs
    expect(desk.openIds('ann')).toEqual([immediate])
    desk.atMs = timeoutMs
    expect(desk.openIds('ann')).toEqual([])
  })

  test('of a single instrument lives its cycles: only that of a package times out', () => {
    const desk = quiet()
    const single = desk.placed('ann', { market_id: 'none', recv_window: 9 })
    const held = desk.placed('ann', { on: spread, market_id: 'none', recv_window: 9 })
    expect([single, held].map(id => desk.openIds('ann').includes(id))).toEqual([true, true])
    desk.atMs = timeoutMs
    expect(desk.openIds('ann')).toEqual([single])
    desk.atMs = 9 * cycleMs
    expect(desk.openIds('ann')).toEqual([])
    expect(desk.details('ann', single).cancel_state).toBe('timeout')
  })

  test('a firm order has no interest to refresh, nor has another account’s RFQ', () => {
    const desk = quiet()
    const firm = desk.placed('ann', { price: '90000' })
    const request = desk.placed('ann', { market_id: 'none' })
    expect(desk.apply({ kind: 'refresh_interest', account: 'ann', key: { order_id: orderId(firm) } })).toEqual({
      kind: 'not_found',
    })
    expect(desk.apply({ kind: 'refresh_interest', account: 'bob', key: { order_id: orderId(request) } })).toEqual({
      kind: 'not_found',
    })
  })
})

describe('cancelling', () => {
  test('one order by either id ends it and frees what it bound', () => {
    const desk = quiet()
    desk.placed('ann', { side: 'sell', price: '110000', quantity: '0.4' })
    desk.placed('bob', { id: 'mine', price: '120000', quantity: '1' })
    const outcome = desk.apply({ kind: 'cancel', account: 'bob', key: { client_order_id: clientOrderId('mine') } })
    expect(outcome).toMatchObject({
      cancelled: { filled_quantity: '0.4', reason: 'user_cancelled', order: { cancel_state: 'user_cancelled' } },
    })
    expect(desk.openIds('bob')).toEqual([])
    expect(
      desk.apply({ kind: 'cancel', account: 'bob', key: { client_order_id: clientOrderId('mine') } }),
    ).toMatchObject({
      kind: 'too_late',
    })
  })

  test('finds neither what never was nor what is another’s', () => {
    const desk = quiet()
    const id = desk.placed('ann', { price: '90000' })
    expect(desk.apply({ kind: 'cancel', account: 'bob', key: { order_id: orderId(id) } })).toEqual({
      kind: 'not_found',
    })
    expect(desk.apply({ kind: 'cancel', account: 'ann', key: { order_id: orderId('999') } })).toEqual({
      kind: 'not_found',
    })
    expect(desk.exchange.orderDetails('bob', { order_id: orderId(id) }, desk.now)).toBeUndefined()
  })

  test('all of them, or those of one instrument by symbol or id, a package by its joined symbol', () => {
    const desk = quiet()
    const perpetual = desk.placed('ann', { price: '90000' })
    const spot = desk.placed('ann', { on: 'BTC-USD', price: '90000' })
    const pair = desk.placed('ann', { on: spread, price: '5' })
    const other = desk.placed('bob', { price: '90000' })
    expect(desk.cancelAll('ann', { tradeable_entity_id: entityId('16') })).toEqual([perpetual])
    expect(desk.cancelAll('ann', { symbol: 'BTC-20261225-100000C@1/BTC-20261225-110000C@-1' })).toEqual([pair])
    expect(desk.cancelAll('ann')).toEqual([spot])
    expect(desk.openIds('bob')).toEqual([other])
  })
})

describe('expiry', () => {
  const settled = (price: string) =>
    new Desk(createTestMarket({ prices: nowMs => ({ BTC: nowMs < expiryMs ? '100000' : price, ETH: '4000' }) }))

  test('pays options their intrinsic value and futures their distance from entry, adding up to zero', () => {
    const desk = settled('105000')
    desk.placed('ann', { on: 'BTC-20261225-100000C', side: 'sell', price: '2000', quantity: '3' })
    desk.placed('bob', { on: 'BTC-20261225-100000C', price: '2000', quantity: '3' })
    desk.placed('ann', { on: 'BTC-20261225', price: '101000', quantity: '2' })
    desk.placed('bob', { on: 'BTC-20261225', side: 'sell', price: '101000', quantity: '2' })
    expect([desk.cash('ann'), desk.cash('bob')]).toEqual(['1006000', '994000'])
    desk.atMs = expiryMs - startMs
    expect(desk.exchange.positions('ann', desk.now)).toEqual([])
    expect([desk.cash('ann'), desk.cash('bob')]).toEqual(['999000', '1001000'])
    desk.tick()
    expect(desk.last?.events.filter(event => event.kind === 'settled')).toMatchObject([
      {
        account: 'ann',
        symbol: 'BTC-20261225-100000C',
        size: '-3',
        price: '5000',
        cash: '-15000',
        at: expiryMs * 1000,
      },
      { account: 'ann', symbol: 'BTC-20261225', size: '2', cash: '8000' },
      { account: 'bob', size: '3', cash: '15000' },
      { account: 'bob', size: '-2', cash: '-8000' },
    ])
  })

  test('ends orders for the instrument, alone, as a leg or asked for', () => {
    const desk = quiet()
    const orders = [
      { on: 'BTC-20261225', price: '90000' },
      { on: spread, price: '5' },
    ].map(draft => desk.placed('ann', { ...draft, recv_window: 60_000 }))
    const stays = desk.placed('ann', { price: '90000', recv_window: 60_000 })
    desk.atMs = expiryMs - startMs
    expect(desk.openIds('ann')).toEqual([stays])
    expect(orders.map(id => desk.details('ann', id).cancel_state)).toEqual(['supervisory', 'supervisory'])
  })

  test('an out-of-the-money option vanishes without a payment', () => {
    const desk = settled('100000')
    desk.placed('ann', { on: 'BTC-20261225-110000C', side: 'sell', price: '10' })
    desk.placed('bob', { on: 'BTC-20261225-110000C', price: '10' })
    desk.atMs = expiryMs - startMs
    expect([desk.cash('ann'), desk.cash('bob'), desk.exchange.positions('bob', desk.now)]).toEqual([
      '1000010',
      '999990',
      [],
    ])
  })
})
