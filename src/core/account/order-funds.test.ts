import { describe, expect, test } from 'vitest'
import { dec } from '../domain/decimal.ts'
import { must } from '../domain/must.ts'
import type { OrderRecord, Side } from '../domain/order.ts'
import {
  type BalanceInputs,
  type CoinInputs,
  deliversOwnCoins,
  fundsOfBalances,
  fundsOfMargin,
  limitedByCoins,
} from './order-funds.ts'

const inputs: BalanceInputs = {
  available: dec('10000'),
  asset: 'USD',
  quantity: dec('1'),
  least: -7_000,
  step: dec('0.1'),
}

describe('the funds of an order by balances', () => {
  test('are what is left at its worst, with the largest size that passes', () => {
    expect(fundsOfBalances(inputs)).toMatchObject({ after: 3_000, short: undefined, largest: '1.4' })
    expect(fundsOfBalances({ ...inputs, quantity: dec('2') })).toMatchObject({
      after: -4_000,
      short: 4_000,
      largest: '1.4',
    })
    expect(fundsOfBalances({ ...inputs, available: dec('100') })).toMatchObject({ short: 6_900, largest: '0' })
  })
  test('count the last step that is paid for to the cent', () => {
    expect(fundsOfBalances({ ...inputs, available: dec('0.08'), least: -0.05, step: dec('0.01') })).toMatchObject({
      largest: '1.6',
    })
    expect(fundsOfBalances({ ...inputs, available: dec('0.3'), least: -(0.1 + 0.2), step: dec('1') })).toMatchObject({
      largest: '1',
    })
  })
  test('are not known where the worst case is not, and none where the venue says nothing', () => {
    expect(fundsOfBalances({ ...inputs, least: 'unlimited' })).toMatchObject({ after: undefined, short: undefined })
    expect(fundsOfBalances({ ...inputs, available: undefined })).toBeUndefined()
  })
  test('lose nothing to an order that can lose nothing', () => {
    expect(fundsOfBalances({ ...inputs, least: 50 })).toMatchObject({
      after: 10_000,
      short: undefined,
      largest: undefined,
    })
  })
  test('know no largest size of what loses nothing but the dust of floats, and write out however large a size', () => {
    expect(fundsOfBalances({ ...inputs, least: -1.4e-12 })).toMatchObject({
      after: 10_000,
      short: undefined,
      largest: undefined,
    })
    const vast = { ...inputs, available: dec('1000000000000'), least: -0.000_1, step: dec('0.000001') }
    expect(fundsOfBalances(vast)).toMatchObject({ largest: '10000000000000000', short: undefined })
  })
  test('already below zero are short even of an order that can lose nothing', () => {
    expect(fundsOfBalances({ ...inputs, available: dec('-5'), least: 0 })).toMatchObject({ short: 5 })
  })
})

describe('the funds of an order by known rules', () => {
  const state = (available: number) => ({ collateral: 1_000, bound: 1_000 - available, available })
  const margin = { before: state(900), working: state(700), filled: state(700), passes: true, largest: dec('12') }
  test('are what is left once it is filled, and while it is open where that is less', () => {
    expect(fundsOfMargin(margin)).toMatchObject({ available: 900, after: 700, whileOpen: undefined, short: undefined })
    expect(fundsOfMargin({ ...margin, filled: state(950) })).toMatchObject({ after: 950, whileOpen: 700 })
  })
  test('are short by what is missing while it is open', () => {
    expect(fundsOfMargin({ ...margin, passes: false, working: state(-50) })).toMatchObject({ short: 50, largest: '12' })
  })
})

describe('the funds of an order that delivers coins', () => {
  const pair = [
    { symbol: 'BTC-USD', ratio: 1 },
    { symbol: 'ETH-USD', ratio: -20 },
  ]
  const balances = [{ symbol: 'ETH', available_balance: dec('98') }]
  const funds = { ...must(fundsOfBalances({ ...inputs, least: -1 }), 'funds'), largest: dec('100') }
  const limited = (quantity: string, more: Partial<CoinInputs> = {}, side: Side = 'buy') =>
    limitedByCoins(
      funds,
      { legs: pair, side, quantity: dec(quantity) },
      { balances, step: dec('0.1'), replaced: undefined, ...more },
    )
  test('allow no more than the coins cover', () => {
    expect(limited('4')).toEqual({ ...funds, largest: '4.9' })
    expect(limited('4', {}, 'sell')).toEqual(funds)
    expect(limited('4', { balances: [] })).toEqual(funds)
  })
  test('add up the legs that deliver one coin', () => {
    const legs = ['ETH-USD', 'ETH-EUR'].map(symbol => ({ symbol, ratio: 1 }))
    const order = { legs, side: 'sell', quantity: dec('50') } as const
    expect(limitedByCoins(funds, order, { balances, step: dec('0.1'), replaced: undefined })).toMatchObject({
      short: 2,
      largest: '49',
    })
  })
  test('are short by the coins that are missing', () => {
    expect(limited('6')).toMatchObject({ basis: 'coins', asset: 'ETH', available: '98', short: 22, largest: '4.9' })
  })
  test('count the coins that an amended order returns', () => {
    const replaced = { symbol: 'ETH-USD', side: 'sell', quantity: dec('22'), executions: [] } as unknown as OrderRecord
    expect(limited('6', { replaced })).toEqual({ ...funds, largest: '6' })
  })
  test('deliver coins of the account if its balances cover them, and all legs are spot', () => {
    const own = (quantity: string, legs = pair, side: Side = 'buy') =>
      deliversOwnCoins({ legs, side, quantity: dec(quantity) }, { balances, replaced: undefined })
    expect([own('4.9'), own('5'), own('4', pair, 'sell')]).toEqual([true, false, false])
    expect(own('1', [...pair, { symbol: 'BTC-USD-PERPETUAL', ratio: -1 }])).toBe(false)
    expect(own('1', [{ symbol: 'ETH-USD', ratio: 1 }])).toBe(false)
  })
  test('stay short of money if that allows less', () => {
    const short = { ...funds, short: 5, largest: dec('1') }
    expect(
      limitedByCoins(
        short,
        { legs: pair, side: 'buy', quantity: dec('6') },
        { balances, step: dec('0.1'), replaced: undefined },
      ),
    ).toEqual(short)
  })
})
