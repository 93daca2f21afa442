/**
 * Expiries, settlements and simultaneous events, with hand-computed figures. Options settle at intrinsic value and
 * futures at their distance from entry, both at 08:00 UTC.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, dec, type Decimal, sub, sum } from '../../../core/domain/decimal.ts'
import { orderId } from '../../../core/domain/ids.ts'
import { cycleMs } from '../../../core/domain/time.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, expiryMs, startMs } from '../../../testing/test-market.ts'
import type { ExchangeEvent } from '../exchange.ts'
import { houseAccounts } from './state.ts'

const untilMs = expiryMs - startMs
const dated = {
  future: 'BTC-20261225',
  put90: 'BTC-20261225-90000P',
  call90: 'BTC-20261225-90000C',
  put100: 'BTC-20261225-100000P',
  call100: 'BTC-20261225-100000C',
  put110: 'BTC-20261225-110000P',
  call110: 'BTC-20261225-110000C',
} as const
const spread = [
  [104, 1],
  [106, -1],
] as const
const endingAt = (at: string): Desk =>
  new Desk(createTestMarket({ prices: nowMs => ({ BTC: nowMs < expiryMs ? '100000' : at, ETH: '4000' }) }))
const gained = (desk: Desk, account = 'bob'): Decimal => sub(desk.cash(account), dec('1000000'))
const settled = (events: readonly ExchangeEvent[] = []) =>
  events.flatMap(event =>
    event.kind === 'settled' && event.account === 'bob' ? [[event.symbol, event.size, event.price, event.cash]] : [],
  )
const everybody = (desk: Desk): Decimal => sum([...houseAccounts, 'ann', 'bob'].map(account => desk.cash(account)))

describe('a position at its expiry is paid', () => {
  test.each([
    // instrument, side, size, entry, index at expiry, settlement price, payment at expiry, total gain
    ['a call in the money, bought', dated.call100, 'buy', '2', '3000', '104000', '4000', '8000', '2000'],
    ['a call in the money, sold', dated.call100, 'sell', '2', '3000', '104000', '4000', '-8000', '-2000'],
    ['a call at its strike', dated.call100, 'buy', '2', '3000', '100000', '0', '0', '-6000'],
    ['a call out of the money, sold', dated.call110, 'sell', '0.5', '800', '109999.5', '0', '0', '400'],
    ['a put in the money, bought', dated.put90, 'buy', '3', '250', '88000.5', '1999.5', '5998.5', '5248.5'],
    ['a put in the money, sold', dated.put100, 'sell', '1', '5000', '1', '99999', '-99999', '-94999'],
    ['a put out of the money', dated.put100, 'buy', '1.5', '1000', '100000.5', '0', '0', '-1500'],
    ['a future, bought', dated.future, 'buy', '0.25', '101000.5', '98000', '98000', '-750.125', '-750.125'],
    ['a future, sold', dated.future, 'sell', '4', '99000', '98000', '98000', '4000', '4000'],
  ] as const)('%s', (_, on, side, size, entry, index, price, paid, whole) => {
    const desk = endingAt(index)
    desk.cross(on, side, size, entry)
    desk.atMs = untilMs - 1
    expect(desk.position('bob', on)).toMatchObject({ side: side === 'buy' ? 'long' : 'short' })
    desk.atMs = untilMs
    desk.tick()
    expect(settled(desk.last?.events)).toEqual([[on, side === 'buy' ? size : `-${size}`, price, paid]])
    expect([gained(desk), desk.position('bob', on)]).toEqual([whole, undefined])
    expect(add(gained(desk), gained(desk, 'ann'))).toBe('0')
    expect(everybody(desk)).toBe('0')
  })

  test('a call spread bought for 2,500 pays its width and no more; a package is its legs by then', () => {
    const desk = endingAt('150000')
    desk.placed('ann', { on: spread, side: 'sell', quantity: '2', price: '2500' })
    desk.placed('bob', { on: spread, quantity: '2', price: '2500' })
    expect(gained(desk)).toBe('-5000')
    desk.atMs = untilMs
    expect(gained(desk)).toBe('15000')
  })

  test('once, however often anybody looks and whatever ticks after it; spot and perpetual stay', () => {
    const desk = endingAt('104000')
    desk.cross(dated.call100, 'buy', '1', '3000')
    desk.cross('BTC-USD-PERPETUAL', 'buy', '1', '100000')
    desk.cross('BTC-USD', 'buy', '1', '100000')
    desk.atMs = untilMs
    for (let looks = 0; looks < 3; looks += 1) {
      desk.tick()
      desk.atMs += 1
    }
    expect(gained(desk)).toBe('-99000')
    expect(desk.cash('bob', 'BTC')).toBe('11')
    expect(desk.position('bob', 'BTC-USD-PERPETUAL')).toMatchObject({ size: '1', upnl: '4000' })
  })

  test('for any portfolio and any end: each leg is paid its intrinsic value or its distance from entry, and what one gains others lose', () => {
    const trade = fc.record({
      on: fc.constantFrom(...Object.values(dated)),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      tenths: fc.integer({ min: 1, max: 30 }),
      price: fc.integer({ min: 1, max: 400 }).map(fives => String(fives * 5)),
    })
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 10 }), fc.integer({ min: 0, max: 300_000 }), (trades, halves) => {
        const end = String(halves / 2)
        const desk = endingAt(end)
        for (const { on, side, tenths, price } of trades) {
          desk.cross(on, side, String(tenths / 10), on === dated.future ? String(100_000 + Number(price)) : price)
        }
        const before = gained(desk)
        const held = desk.exchange.positions('bob', desk.now)
        desk.atMs = untilMs
        expect(desk.exchange.positions('bob', desk.now)).toEqual([])
        expect(everybody(desk)).toBe('0')
        const paid = held.map(({ symbol, size, average_entry_price: entry }) => {
          const [s, e, k] = [Number(size), Number(end), Number(/(\d+)[CP]$/.exec(symbol)?.[1] ?? 0)]
          if (symbol === dated.future) return s * (e - Number(entry))
          return s * Math.max(0, symbol.endsWith('C') ? e - k : k - e)
        })
        expect(Number(sub(gained(desk), before))).toBeCloseTo(
          paid.reduce((total, each) => total + each, 0),
          3,
        )
      }),
      { numRuns: 60 },
    )
  })
})

describe('an order and its instrument’s expiry', () => {
  test('one in the last millisecond trades and is settled at once after; one at the expiry itself is refused', () => {
    const desk = endingAt('104000')
    desk.atMs = untilMs - 1
    desk.placed('ann', { on: dated.call100, side: 'sell', price: '3000', recv_window: 9 })
    const last = desk.placed('bob', { on: dated.call100, price: '3000' })
    expect(desk.fills('bob', last)).toEqual(['3000 × 1'])
    desk.atMs = untilMs
    expect(gained(desk)).toBe('1000')
    expect(desk.reason('bob', { on: dated.call100, price: '3000' })).toBe('expired_tradeable_entity')
    expect(desk.reason('bob', { on: dated.call100, side: 'sell', type: 'MARKET', time_in_force: 'IOC' })).toBe(
      'expired_tradeable_entity',
    )
  })

  test('one that rests cannot be met at the expiry, and frees what it bound', () => {
    const desk = endingAt('104000')
    const resting = desk.placed('ann', { on: dated.call100, side: 'sell', price: '3000', recv_window: 60_000 })
    expect(desk.balance('ann').reserved_balance).not.toBe('0')
    desk.atMs = untilMs
    expect(desk.reason('bob', { on: dated.call100, price: '3000' })).toBe('expired_tradeable_entity')
    expect(desk.details('ann', resting)).toMatchObject({ cancel_state: 'supervisory', executions: [] })
    expect([desk.balance('ann').reserved_balance, desk.balance('ann').available_balance]).toEqual(['0', '1000000'])
  })

  test('one that was filled in part keeps its fill, and what is left of it ends', () => {
    const desk = endingAt('104000')
    const resting = desk.placed('ann', {
      on: dated.call100,
      side: 'sell',
      price: '3000',
      quantity: '3',
      recv_window: 60_000,
    })
    desk.placed('bob', { on: dated.call100, price: '3000', quantity: '1' })
    desk.atMs = untilMs
    expect(desk.details('ann', resting)).toMatchObject({ order_state: 'partial_fill', cancel_state: 'supervisory' })
    expect(desk.fills('ann', resting)).toEqual(['3000 × 1'])
    expect(gained(desk, 'ann')).toBe('-1000')
  })

  test('whose own time ends at that very moment has run out: its time comes first', () => {
    const desk = endingAt('104000')
    desk.atMs = untilMs - 1
    const order = desk.placed('ann', { on: dated.future, price: '90000', recv_window: 1 })
    desk.atMs = untilMs
    expect(desk.details('ann', order)).toMatchObject({ cancel_state: 'timeout' })
  })

  test('a package, firm or a request for quotes, ends with its first leg, and its dealers’ quotes with it; others stay', () => {
    const desk = endingAt('104000')
    const firm = desk.placed('ann', { on: spread, price: '5', recv_window: 60_000 })
    const stays = desk.placed('ann', { price: '90000', recv_window: 60_000 })
    const request = desk.placed('ann', { on: spread, market_id: 'none', recv_window: 60_000 })
    desk.atMs = untilMs - 60_000
    desk.apply({ kind: 'refresh_interest', account: 'ann', key: { order_id: orderId(request) } })
    desk.atMs = untilMs
    expect([desk.openIds('ann'), desk.details('ann', firm).cancel_state]).toEqual([[stays], 'supervisory'])
    expect(desk.exchange.liveRfqs(desk.now)).toEqual([])
  })
})

describe('a cancel that races', () => {
  const cancel = (desk: Desk, account: string, id: string) =>
    desk.apply({ kind: 'cancel', account, key: { order_id: orderId(id) } })

  test('the fill that took all of the order comes too late, and takes nothing back', () => {
    const desk = new Desk(createTestMarket())
    const id = desk.placed('ann', { price: '100000' })
    desk.placed('bob', { side: 'sell', price: '100000' })
    expect(cancel(desk, 'ann', id)).toMatchObject({
      kind: 'too_late',
      order: { order_state: 'filled', cancel_state: 'none' },
    })
    expect([desk.last?.events, desk.fills('ann', id)]).toEqual([[], ['100000 × 1']])
  })

  test('a fill of a part says how much was filled, and no more of it trades', () => {
    const desk = new Desk(createTestMarket())
    const id = desk.placed('ann', { price: '100000', quantity: '3' })
    desk.placed('bob', { side: 'sell', price: '100000', quantity: '0.7' })
    desk.placed('bob', { side: 'sell', price: '100000', quantity: '0.5' })
    expect(cancel(desk, 'ann', id)).toMatchObject({
      kind: 'cancelled',
      cancelled: {
        filled_quantity: '1.2',
        reason: 'user_cancelled',
        order: { order_state: 'partial_fill', cancel_state: 'user_cancelled' },
      },
    })
    const late = desk.placed('bob', { side: 'sell', price: '100000', quantity: '1', time_in_force: 'IOC' })
    expect([desk.fills('bob', late), desk.position('ann', 'BTC-USD-PERPETUAL')?.size]).toEqual([[], '1.2'])
  })

  test('the end of its cycle comes too late, to the microsecond', () => {
    const desk = new Desk(createTestMarket())
    const id = desk.placed('ann', { price: '90000', recv_window: 1 })
    desk.atMs = cycleMs
    expect(cancel(desk, 'ann', id)).toMatchObject({ kind: 'too_late', order: { cancel_state: 'timeout' } })
    const other = desk.placed('ann', { price: '90000', recv_window: 1 })
    desk.atMs = 2 * cycleMs - 1
    expect(cancel(desk, 'ann', other).kind).toBe('cancelled')
  })

  test('another cancel of its own is one cancel', () => {
    const desk = new Desk(createTestMarket())
    const id = desk.placed('ann', { price: '90000' })
    expect([cancel(desk, 'ann', id).kind, cancel(desk, 'ann', id).kind, desk.cancelAll('ann')]).toEqual([
      'cancelled',
      'too_late',
      [],
    ])
  })
})
