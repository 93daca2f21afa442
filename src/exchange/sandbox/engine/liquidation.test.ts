import { describe, expect, test } from 'vitest'
import { abs, canonical, dec, lt, sub, sum } from '../../../core/domain/decimal.ts'
import { clientOrderId } from '../../../core/domain/ids.ts'
import type { OrderRecord } from '../../../core/domain/order.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../../testing/test-market.ts'
import { createExchange } from './create-exchange.ts'
import { houseAccounts } from './state.ts'

const perpetual = 'BTC-USD-PERPETUAL'
const call = 'BTC-20261225-100000C'

function falling(...prices: readonly string[]): Desk {
  const at = (nowMs: number) =>
    prices[Math.min(prices.length - 1, Math.max(0, Math.floor((nowMs - startMs) / 1_000)))] ?? ''
  return new Desk(createTestMarket({ quoted: '100', prices: nowMs => ({ BTC: at(nowMs), ETH: '4000' }) }))
}
const buy = (desk: Desk, quantity: string) => desk.placed('ann', { type: 'MARKET', time_in_force: 'IOC', quantity })
function next(desk: Desk): void {
  desk.atMs += 1_000
  desk.tick()
}
const ended = (desk: Desk) =>
  desk.last?.events.flatMap(event =>
    event.kind === 'order_ended' ? [`${event.order.client_order_id} ${event.reason}`] : [],
  )
const closings = (desk: Desk): OrderRecord[] =>
  desk.last?.events.flatMap(event =>
    event.kind === 'order_accepted' && event.account === 'ann' ? [event.order] : [],
  ) ?? []

describe('an account whose cash no longer covers what is bound', () => {
  test('keeps all while it is covered, however much it lost', () => {
    const desk = falling('100000', '99000')
    buy(desk, '20')
    desk.placed('ann', { price: '90000' })
    next(desk)
    expect(desk.last?.events).toEqual([])
    expect(desk.position('ann', perpetual)?.size).toBe('20')
  })

  test('loses the open orders it can no longer afford, newest first, and no more than needed; what only closes stays', () => {
    const desk = falling('100000', '95000')
    buy(desk, '28')
    const close = desk.placed('ann', { side: 'sell', price: '120000', quantity: '28', id: 'closes' })
    const old = desk.placed('ann', { price: '70000', quantity: '1', id: 'old' })
    desk.placed('ann', { price: '94000', quantity: '4', id: 'new' })
    const asked = desk.placed('ann', { market_id: 'none', id: 'asks' })
    next(desk)
    expect(ended(desk)).toEqual(['new insufficient_account_balance'])
    expect(desk.openIds('ann')).toEqual([close, old, asked])
    expect(closings(desk)).toEqual([])
  })

  test('under maintenance loses its open firm orders first, and no position where that is enough', () => {
    const desk = falling('100000', '75000')
    buy(desk, '20')
    for (const id of ['a', 'b']) desk.placed('ann', { price: '74000', quantity: '20', id })
    const asked = desk.placed('ann', { market_id: 'none', id: 'asks' })
    next(desk)
    expect(ended(desk)).toEqual(['a liquidation', 'b liquidation'])
    expect(closings(desk)).toEqual([])
    expect(desk.position('ann', perpetual)?.size).toBe('20')
    expect(desk.openIds('ann')).toEqual([asked])
  })

  test('under maintenance is closed by orders of its own, a quarter at a time, until it is above', () => {
    const desk = falling('100000', '80000')
    buy(desk, '32')
    desk.placed('ann', { price: '60000', id: 'waits', quantity: '0.1' })
    next(desk)
    expect(ended(desk)).toEqual(['waits liquidation'])
    const [order, ...more] = closings(desk)
    expect(more).toEqual([])
    expect(order).toMatchObject({ symbol: perpetual, side: 'sell', type: 'LIMIT', price: '76000', quantity: '8' })
    expect(desk.details('ann', order?.order_id ?? '')).toMatchObject({
      order_state: 'filled',
      executions: [{ executed_price: '79999.5' }],
    })
    expect(desk.position('ann', perpetual)?.size).toBe('24')
    expect(desk.exchange.executions('ann', desk.now)).toHaveLength(2)
    next(desk)
    expect(closings(desk)).toEqual([])
  })

  test('is closed worst first: the short before the long that covers it', () => {
    const desk = falling('100000', '240000', '240000')
    desk.placed('ann', { on: call, side: 'sell', type: 'MARKET', time_in_force: 'IOC', quantity: '20' })
    desk.placed('ann', { on: 'BTC-20261225-90000C', type: 'MARKET', time_in_force: 'IOC', quantity: '2' })
    next(desk)
    expect(closings(desk)[0]).toMatchObject({ symbol: call, side: 'buy' })
    for (const order of closings(desk).slice(0, 3)) expect(order.symbol).toBe(call)
  })

  test('is closed as far as anybody takes it, and further with the next tick', () => {
    const desk = new Desk(
      createTestMarket({ prices: nowMs => ({ BTC: nowMs >= startMs + 1_000 ? '70000' : '100000' }) }),
    )
    desk.placed('bob', { side: 'sell', price: '100000', quantity: '30' })
    desk.placed('ann', { price: '100000', quantity: '30' })
    desk.placed('bob', { price: '69000', quantity: '2', recv_window: 9 })
    next(desk)
    expect(desk.position('ann', perpetual)?.size).toBe('28')
    next(desk)
    expect([closings(desk), desk.position('ann', perpetual)?.size]).toEqual([[], '28'])
    desk.placed('bob', { price: '69000', quantity: '28', recv_window: 9 })
    next(desk)
    expect(lt(desk.position('ann', perpetual)?.size ?? dec('28'), dec('28'))).toBe(true)
  })

  test.each([
    ['a future at no worse than its mark and 5 % of the index', perpetual, 'buy', '30', '100000', '66499.5', '66500'],
    [
      'an option at no worse than its mark and 1.5 % of the index',
      'BTC-20261225-100000P',
      'sell',
      '33',
      '100',
      '31155',
      '31150',
    ],
  ] as const)('closes %s', (_, on, side, quantity, price, tooFar, inside) => {
    const desk = new Desk(
      createTestMarket({ prices: nowMs => ({ BTC: nowMs >= startMs + 1_000 ? '70000' : '100000' }) }),
    )
    const across = side === 'buy' ? 'sell' : 'buy'
    desk.placed('bob', { on, side: across, price, quantity })
    desk.placed('ann', { on, side, price, quantity })
    const far = desk.placed('bob', { on, side, price: tooFar, quantity: '2' })
    next(desk)
    expect([closings(desk), desk.fills('bob', far)]).toEqual([[], []])
    desk.placed('bob', { on, side, price: inside, quantity: '1' })
    next(desk)
    expect(closings(desk)).toMatchObject([{ symbol: on, side: across, price: inside }])
    expect(desk.fills('bob', far)).toEqual([])
    expect(abs(desk.position('ann', on)?.size ?? dec('0'))).toBe(canonical(sub(dec(quantity), dec('1'))))
  })

  test('closes no step beyond the bound where that lies between two prices', () => {
    const desk = new Desk(
      createTestMarket({ prices: nowMs => ({ BTC: nowMs >= startMs + 1_000 ? '70001' : '100000' }) }),
    )
    desk.placed('bob', { on: perpetual, side: 'sell', price: '100000', quantity: '30' })
    desk.placed('ann', { on: perpetual, side: 'buy', price: '100000', quantity: '30' })
    const far = desk.placed('bob', { on: perpetual, side: 'buy', price: '66500.5', quantity: '2' })
    next(desk)
    expect([closings(desk), desk.fills('bob', far)]).toEqual([[], []])
    desk.placed('bob', { on: perpetual, side: 'buy', price: '66501', quantity: '1' })
    next(desk)
    expect(closings(desk)).toMatchObject([{ side: 'sell', price: '66501' }])
  })

  test('keeps options sold far from the money as long as it has 1.5 % of the index for each and what closing them costs', () => {
    const far = 'BTC-20261225-110000C'
    const desk = new Desk(
      createTestMarket({ quoted: '600', prices: nowMs => ({ BTC: nowMs >= startMs + 1_000 ? '95000' : '60000' }) }),
    )
    desk.placed('ann', { on: far, side: 'sell', type: 'MARKET', time_in_force: 'IOC', quantity: '550' })
    next(desk)
    expect(lt(desk.balance('ann').available_balance, dec('-6000000'))).toBe(true)
    expect([closings(desk), desk.position('ann', far)?.size]).toEqual([[], '-550'])
  })

  test('that loses more than it has owes the rest: others keep what they were paid, and nothing more is lent', () => {
    const desk = falling('100000', '50000')
    buy(desk, '33')
    next(desk)
    expect(desk.position('ann', perpetual)).toBeUndefined()
    expect(lt(desk.cash('ann'), dec('-600000'))).toBe(true)
    expect(sum([...houseAccounts, 'ann', 'bob'].map(account => desk.cash(account)))).toBe('0')
    expect(desk.balance('ann').withdrawable_balance).toBe('0')
    expect(desk.reason('ann', { price: '49000', quantity: '0.1' })).toBe('insufficient_account_balance')
    const sale = desk.placed('ann', { on: 'BTC-USD', side: 'sell', price: '60000', quantity: '10' })
    next(desk)
    expect([ended(desk), desk.openIds('ann')]).toEqual([[], [sale]])
  })

  test('that only owes is closed as well, though what it holds needs no margin', () => {
    const desk = falling('100000', '50000')
    desk.placed('bob', { on: call, side: 'sell', price: '5', quantity: '1' })
    desk.placed('ann', { on: call, price: '5', quantity: '1' })
    buy(desk, '33')
    next(desk)
    expect([desk.position('ann', perpetual), desk.position('ann', call)]).toEqual([undefined, undefined])
  })

  test('leaves cash conserved, an id that nobody used, and the same state after a restart', () => {
    const desk = falling('100000', '100000', '80000')
    buy(desk, '32')
    for (let id = 1; id < 80; id += 1) desk.place('ann', { id: `liquidation-${id}`, price: '0.3' })
    desk.atMs = 1_000
    desk.tick()
    const market = createTestMarket({
      quoted: '100',
      prices: nowMs => ({ BTC: nowMs >= startMs + 2_000 ? '80000' : '100000' }),
    })
    const restored = createExchange({ market, restore: desk.exchange.takeSnapshot() })
    next(desk)
    const closing = closings(desk)[0]?.client_order_id ?? ''
    expect(closing).toMatch(/^liquidation-\d+-*$/)
    expect(desk.exchange.orderDetails('ann', { client_order_id: clientOrderId(closing) }, desk.now)?.order_state).toBe(
      'filled',
    )
    expect(sum([...houseAccounts, 'ann', 'bob'].map(account => desk.cash(account)))).toBe('0')
    restored.apply({ kind: 'tick' }, desk.now)
    expect(restored.digest()).toBe(desk.exchange.digest())
  })
})
