import { describe, expect, test } from 'vitest'
import { Desk } from '../../../testing/test-desk.ts'
import { createTestMarket, startMs } from '../../../testing/test-market.ts'

const moving = (later: string, eth = '4000') =>
  new Desk(createTestMarket({ prices: nowMs => ({ BTC: nowMs < startMs + 1000 ? '100000' : later, ETH: eth }) }))

describe('a new account', () => {
  test('is funded with every asset, and its equity counts coins at the index', () => {
    const desk = new Desk(createTestMarket())
    expect(
      desk.exchange.balances('ann', desk.now).map(row => [row.symbol, row.deliverable_id, row.cash_balance]),
    ).toEqual([
      ['BTC', '5', '10'],
      ['ETH', '7', '100'],
      ['AVAX', '930', '1000'],
      ['SOL', '8', '1000'],
      ['PTF', '6', '100000'],
      ['USD', '2', '1000000'],
      ['USD-REFERENCE', '2', '12600000'],
    ])
    desk.apply({ kind: 'open_account', account: 'ann' })
    expect(desk.cash('ann')).toBe('1000000')
  })

  test('no client takes a name of the house, and a stranger has nothing', () => {
    const desk = new Desk(createTestMarket())
    expect(() => desk.apply({ kind: 'open_account', account: '@makers2' })).toThrow('not a name')
    expect([desk.exchange.hasAccount('ann'), desk.exchange.hasAccount('eve')]).toEqual([true, false])
    expect([
      desk.exchange.balances('eve', desk.now),
      desk.exchange.positions('eve', desk.now),
      desk.exchange.openOrders('eve', desk.now),
    ]).toEqual([[], [], []])
  })

  test('the demo account starts with positions that its executions explain, and the cash they cost', () => {
    const desk = new Desk(createTestMarket(), ['demo'])
    const sizes = desk.exchange.positions('demo', desk.now).map(({ symbol, size, upnl }) => [symbol, size, upnl])
    expect(sizes).toEqual([
      ['BTC-USD-PERPETUAL', '1.5', '0'],
      ['BTC-20261225-100000C', '5', '0'],
      ['BTC-20261225-110000C', '-5', '0'],
      ['BTC-20261225-90000P', '-2', '0'],
    ])
    expect(desk.fills('demo', '1')).toEqual(['100000 × 1.5'])
    expect(desk.openIds('demo')).toEqual([])
    expect(desk.cash('demo')).toBe('1000200')
  })
})

test('times of the last update a position and the dollars behind it were updated with the mark of this second, coins when they last moved', () => {
  const desk = new Desk(createTestMarket())
  desk.cross('BTC-USD-PERPETUAL', 'buy', '1', '100000')
  const traded = desk.now
  desk.atMs = 7_500
  const second = (startMs + 7_000) * 1_000
  const { exchange, now } = desk
  expect(exchange.positions('bob', now).map(position => position.timestamp)).toEqual([second])
  const times = new Map(exchange.balances('bob', now).map(row => [row.symbol, row.timestamp]))
  expect([times.get('USD'), times.get('USD-REFERENCE')]).toEqual([second, second])
  expect(times.get('BTC')).toBeLessThanOrEqual(traded)
})

test('a position that a trade changed within the second was updated by the trade, whether it grew, shrank or turned', () => {
  const desk = new Desk(createTestMarket())
  desk.cross('BTC-USD-PERPETUAL', 'buy', '2', '100000')
  for (const [at, side, quantity] of [
    [7_300, 'buy', '1'],
    [8_400, 'sell', '1'],
    [9_500, 'sell', '5'],
  ] as const) {
    desk.atMs = at
    desk.cross('BTC-USD-PERPETUAL', side, quantity, '100000')
    desk.atMs = at + 100
    expect(desk.position('bob', 'BTC-USD-PERPETUAL')?.timestamp).toBe((startMs + at) * 1_000)
  }
})

test('spot coins and dollars change hands; open orders bind what they would give away', () => {
  const desk = new Desk(createTestMarket())
  desk.cross('BTC-USD', 'buy', '0.5', '99000')
  expect([desk.cash('bob', 'BTC'), desk.cash('bob'), desk.cash('ann', 'BTC'), desk.cash('ann')]).toEqual([
    '10.5',
    '950500',
    '9.5',
    '1049500',
  ])
  desk.placed('bob', { on: 'BTC-USD', side: 'sell', quantity: '2', price: '120000' })
  desk.placed('bob', { on: 'BTC-USD', quantity: '1', price: '90000' })
  expect(desk.balance('bob', 'BTC')).toMatchObject({
    reserved_balance: '2',
    available_balance: '8.5',
    withdrawable_balance: '8.5',
  })
  expect(desk.balance('bob')).toMatchObject({ reserved_balance: '90000', available_balance: '860500' })
  expect(desk.reason('bob', { on: 'BTC-USD', side: 'sell', quantity: '8.6', price: '120000' })).toBe(
    'insufficient_account_balance',
  )
})

test('futures and perpetuals no cash moves at entry; closing realises the P&L, and the rest keeps its entry', () => {
  const desk = moving('104000')
  desk.cross('BTC-USD-PERPETUAL', 'buy', '2', '100000')
  desk.cross('BTC-USD-PERPETUAL', 'buy', '1', '103000')
  expect(desk.cash('bob')).toBe('1000000')
  expect(desk.position('bob', 'BTC-USD-PERPETUAL')).toMatchObject({
    size: '3',
    average_entry_price: '101000',
    upnl: '-3000',
    side: 'long',
  })
  desk.cross('BTC-USD-PERPETUAL', 'sell', '1', '103500')
  expect(desk.cash('bob')).toBe('1002500')
  desk.atMs = 1000
  expect(desk.position('bob', 'BTC-USD-PERPETUAL')).toMatchObject({ size: '2', mark_price: '104000', upnl: '6000' })
  expect(desk.position('ann', 'BTC-USD-PERPETUAL')).toMatchObject({ size: '-2', side: 'short', upnl: '-6000' })
})

test('options the premium moves at the trade; equity counts them at the mark', () => {
  const desk = new Desk(createTestMarket())
  desk.cross('BTC-20261225-100000C', 'buy', '2', '150')
  expect([desk.cash('bob'), desk.cash('ann')]).toEqual(['999700', '1000300'])
  expect(desk.position('bob', 'BTC-20261225-100000C')).toMatchObject({
    average_entry_price: '150',
    mark_price: '100',
    upnl: '-100',
    product_type: 'option',
  })
  expect(desk.cash('bob', 'USD-REFERENCE')).toBe('12599900')
})

test('every balance has available = cash - reserved, and lets nobody withdraw what is bound or not there', () => {
  const desk = moving('60000')
  desk.cross('BTC-USD-PERPETUAL', 'buy', '20', '100000')
  desk.atMs = 1000
  const usd = desk.balance('bob')
  expect(usd).toMatchObject({ reserved_balance: '1160000', available_balance: '-160000', withdrawable_balance: '0' })
  expect(desk.balance('ann')).toMatchObject({
    reserved_balance: '-440000',
    available_balance: '1440000',
    withdrawable_balance: '1000000',
  })
})
