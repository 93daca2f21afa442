import { describe, expect, test } from 'vitest'
import { entityId, orderId } from '../../../core/domain/ids.ts'
import { cycleMs } from '../../../core/domain/time.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../../testing/test-market.ts'

const quiet = () => new Desk(createTestMarket())
const spread = [
  [104, 1],
  [106, -1],
] as const
const timeoutMs = 1_800_000

test('a GTC order that ran out cannot trade, whether or not anyone looks, and its account learns the time it happened', () => {
  const desk = quiet()
  const resting = desk.placed('ann', { side: 'sell', price: '100000' })
  desk.atMs = cycleMs + 5000
  const taker = desk.placed('bob', { price: '100000' })
  expect(desk.last?.events[0]).toMatchObject({ kind: 'order_ended', reason: 'timeout', at: (startMs + cycleMs) * 1000 })
  expect([desk.fills('ann', resting), desk.fills('bob', taker)]).toEqual([[], []])
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

test('cancelling all of them, or those of one instrument by symbol or id, a package by its joined symbol', () => {
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
