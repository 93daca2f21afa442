import { describe, expect, test } from 'vitest'
import { sum } from '../../../core/domain/decimal.ts'
import { hourMs } from '../../../core/domain/time.ts'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../../testing/test-market.ts'
import type { ExchangeEvent } from '../exchange.ts'
import { createMarket } from '../market/create-market.ts'
import { createExchange } from './create-exchange.ts'
import { houseAccounts } from './state.ts'

const perpetual = 'BTC-USD-PERPETUAL'
const firstMs = 6 * hourMs

/** ann is long and bob short 2 perpetuals entered at the mark. */
function setUp(funding: string): Desk {
  const desk = new Desk(createTestMarket({ funding }))
  desk.placed('ann', { price: '100000', quantity: '2' })
  desk.placed('bob', { side: 'sell', price: '100000', quantity: '2' })
  return desk
}
const fundings = (events: readonly ExchangeEvent[] = []) =>
  events.flatMap(event => (event.kind === 'funded' ? [event] : []))

describe('funding of perpetuals', () => {
  test('longs pay shorts size × mark × rate at 00, 08 and 16 UTC, and not before', () => {
    const desk = setUp('0.0001')
    desk.atMs = firstMs - 1
    expect(desk.cash('ann')).toBe('1000000')
    desk.atMs = firstMs
    expect([desk.cash('ann'), desk.cash('bob')]).toEqual(['999980', '1000020'])
    desk.atMs = firstMs + 16 * hourMs
    expect([desk.cash('ann'), desk.cash('bob')]).toEqual(['999940', '1000060'])
  })

  test('shorts pay longs where the rate is negative', () => {
    const desk = setUp('-0.0002')
    desk.atMs = firstMs
    expect([desk.cash('ann'), desk.cash('bob')]).toEqual(['1000040', '999960'])
  })

  test('notifies each account with the time of the event, however late anybody looks', () => {
    const desk = setUp('0.0001')
    desk.atMs = firstMs + 9 * hourMs
    desk.tick()
    const at = (count: number) => (startMs + firstMs + count * 8 * hourMs) * 1_000
    expect(fundings(desk.last?.events)).toMatchObject([
      { account: 'ann', symbol: perpetual, size: '2', mark: '100000', rate: '0.0001', cash: '-20', at: at(0) },
      { account: 'bob', symbol: perpetual, size: '-2', cash: '20', at: at(0) },
      { account: 'ann', at: at(1) },
      { account: 'bob', at: at(1) },
    ])
  })

  test('ends with the position, and begins again with the next', () => {
    const desk = setUp('0.0001')
    desk.placed('ann', { side: 'sell', price: '100000', quantity: '2' })
    desk.placed('bob', { price: '100000', quantity: '2' })
    desk.atMs = 3 * firstMs
    desk.tick()
    expect(fundings(desk.last?.events)).toEqual([])
    desk.placed('ann', { price: '100000' })
    desk.placed('bob', { side: 'sell', price: '100000' })
    desk.atMs = 4 * firstMs
    expect(desk.cash('ann')).toBe('999990')
  })

  test('adds up to zero over all accounts, the house among them, also where figures do not divide', () => {
    const desk = new Desk(createTestMarket({ funding: '0.000123', quoted: '5', prices: () => ({ BTC: '98765.5' }) }))
    desk.placed('ann', { type: 'MARKET', time_in_force: 'IOC', quantity: '1.2345' })
    desk.atMs = firstMs
    const all = [...houseAccounts, 'ann', 'bob'].map(account => desk.cash(account))
    expect(sum(all)).toBe('0')
    expect(desk.cash('ann')).not.toBe('1000000')
  })

  test('survives a restart: the next funding happens as it would have', () => {
    const market = createTestMarket({ funding: '0.0001' })
    const desk = new Desk(market)
    desk.placed('ann', { price: '100000', quantity: '2' })
    desk.placed('bob', { side: 'sell', price: '100000', quantity: '2' })
    const restored = createExchange({ market, restore: desk.exchange.takeSnapshot() })
    desk.atMs = 3 * firstMs
    for (const exchange of [desk.exchange, restored]) exchange.apply({ kind: 'tick' }, desk.now)
    expect(restored.digest()).toBe(desk.exchange.digest())
    expect(restored.balances('bob', desk.now).find(row => row.symbol === 'USD')?.cash_balance).toBe('1000040')
  })

  test('is paid at the rate that the market summary shows', () => {
    const market = createMarket({ seed: 'funding', mode: 'live', instruments: 1_000 })
    for (const ms of [startMs, startMs + firstMs]) {
      const shown = market.summary(ms).find(row => row.symbol === perpetual)
      expect(market.fundingRate('BTC', ms)).toBe(shown?.funding_rate)
    }
  })
})
