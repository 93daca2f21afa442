import { describe, expect, test } from 'vitest'
import { dec, toNumber } from '../../domain/decimal.ts'
import { createMarket } from './create-market.ts'
import { createPriceShifts } from './price-shifts.ts'

const nowMs = Date.UTC(2026, 10, 21, 12)
const second = nowMs / 1_000

describe('a price set by hand', () => {
  const set = (mode: 'live' | 'frozen', price: string) => {
    const market = createMarket({ seed: 'shift', mode, frozenAtMs: nowMs, instruments: 1_000 })
    const shift = market.shiftTo('BTC', dec(price), second + 1)
    if (shift === undefined) throw new Error('BTC is listed')
    market.shift(shift)
    return market
  }

  test.each(['live', 'frozen'] as const)('is the index from its second on and changes nothing before it: %s', mode => {
    const plain = createMarket({ seed: 'shift', mode, frozenAtMs: nowMs, instruments: 1_000 })
    const market = set(mode, '54321.5')
    expect(market.indexPrice('BTC', nowMs)).toBe(plain.indexPrice('BTC', nowMs))
    expect(market.indexPrice('BTC', nowMs + 1_000)).toBe('54321.5')
    expect(market.indexPrice('ETH', nowMs + 1_000)).toBe(plain.indexPrice('ETH', nowMs + 1_000))
  })

  test('takes forwards, options and quotes with it', () => {
    const market = set('frozen', '54321.5')
    const perpetual = market.find({ symbol: 'BTC-USD-PERPETUAL' }, nowMs)
    if (perpetual === undefined) throw new Error('the perpetual is listed')
    expect(toNumber(market.markPrice(perpetual, nowMs + 1_000)) / 54_321.5).toBeCloseTo(1, 2)
    const [bid] = market.quotes(perpetual, nowMs + 1_000).buy
    expect(toNumber(bid?.price ?? dec('0')) / 54_321.5).toBeCloseTo(1, 2)
  })

  test('moves on with its own path in a live market', () => {
    const market = set('live', '54321.5')
    expect(market.indexPrice('BTC', nowMs + 3_600_000)).not.toBe('54321.5')
  })

  test('is replaced by the next one', () => {
    const market = set('frozen', '54321.5')
    for (const [price, from] of [
      ['60000', second + 1],
      ['70000', second + 5],
    ] as const) {
      const shift = market.shiftTo('BTC', dec(price), from)
      if (shift !== undefined) market.shift(shift)
    }
    expect([1, 4, 5].map(after => market.indexPrice('BTC', nowMs + after * 1_000))).toEqual(['60000', '60000', '70000'])
    expect(market.shifts()).toHaveLength(2)
  })

  test('of an unknown base is none, and history is not rewritten', () => {
    expect(set('frozen', '1').shiftTo('DOGE', dec('1'), second + 1)).toBeUndefined()
    const shifts = createPriceShifts()
    shifts.add({ base: 'BTC', fromSecond: 10, factor: 2 })
    expect(() => shifts.add({ base: 'BTC', fromSecond: 9, factor: 3 })).toThrow(/before the last one/)
  })
})
