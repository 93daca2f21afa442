import { describe, expect, test } from 'vitest'
import { dec, decimalFromNumber, toNumber } from '../../domain/decimal.ts'
import { yearMs } from '../../domain/time.ts'
import { call, nearMs, nowMs, quote, surfaceOf } from '../../../testing/universe.fixture.ts'
import { blackPriceOf } from '../black.ts'
import { legQuote } from '../market/leg-quotes.ts'
import { type GuardInputs, midWithModel, priceFaults } from './package-guard.ts'

const deviation = 0.6 * Math.sqrt((nearMs - nowMs) / yearMs)
const fair = (thousand: number): number => blackPriceOf(100_000, thousand * 1_000, deviation, true)
const price = (value: number): string => String(decimalFromNumber(value))
const quotes = new Map([
  quote('BTC-USD-PERPETUAL', '99990', '100010'),
  ...[90, 95, 100, 105].map(thousand => quote(call(thousand), price(fair(thousand) - 5), price(fair(thousand) + 5))),
])
const surface = surfaceOf(quotes)
const costOf = (...legs: readonly (readonly [symbol: string, ratio: number])[]) =>
  midWithModel(
    legs.map(([symbol, ratio]) => ({ symbol, ratio, quote: legQuote(quotes.get(symbol)) })),
    surface,
    nowMs,
  )

test('a leg that nobody quotes costs what the model makes of it, the others their mids, and the source says which', () => {
  const cost = costOf([call(100), 1], [call(110), -1])
  expect(cost?.source).toBe('mids, the model for BTC 25DEC26 110000 C')
  expect(cost === undefined ? undefined : toNumber(cost.price)).toBeCloseTo(fair(100) - fair(110), -1)
  expect(costOf([call(100), 1], [call(105), -1])?.source).toBe('mids')
})

test('what the model has no price of has none, nor has a leg that has expired', () => {
  expect(costOf([call(100), 1], ['GONE', -1])).toBeUndefined()
  expect(costOf([call(100), 1], [call(100, '20261120'), -1])).toBeUndefined()
})

/** An iron condor whose buyer receives a credit of 3,215. At expiry it is worth between −10,000 and 0. */
const condor: Omit<GuardInputs, 'price' | 'side'> = {
  mid: dec('-3215'),
  buyNatural: dec('-3110'),
  sellNatural: dec('-3320'),
  bounds: { least: -10_000, most: 0 },
}
const kinds = (inputs: GuardInputs) => priceFaults(inputs).map(fault => fault.kind)
const buy = (price: string) => kinds({ ...condor, side: 'buy', price: dec(price) })
const sell = (price: string) => kinds({ ...condor, side: 'sell', price: dec(price) })

describe('a price', () => {
  test('near the legs’ own market can be meant', () => {
    for (const price of ['-3215', '-3110', '-3320', '-3000', '-5000']) expect(buy(price)).toEqual([])
    for (const price of ['-3215', '-3320', '-3400', '-100']) expect(sell(price)).toEqual([])
  })
  test('that pays where the legs pay is turned the other way by one button', () => {
    expect(priceFaults({ ...condor, side: 'buy', price: dec('3000') })[0]).toEqual({
      kind: 'wrong_way',
      mid: '-3215',
      mended: '-3000',
    })
  })
  test('that can only lose is called so', () => {
    expect(buy('3000')).toEqual(['wrong_way', 'sure_loss', 'beyond_legs'])
    expect(sell('-10500')).toEqual(['sure_loss', 'beyond_legs'])
  })
  test('over a tenth worse than the legs one by one is beyond them', () => {
    expect(buy('-2800')).toEqual([])
    expect(buy('-2790')).toEqual(['beyond_legs'])
    expect(sell('-3660')).toEqual(['beyond_legs'])
  })
  test('that is better for the trader than any market is no slip that costs', () => {
    expect(sell('500')).toEqual([])
    expect(buy('-9000')).toEqual([])
  })
  test('of a package worth next to nothing may lie within its spread', () => {
    const calendar = { mid: dec('5'), buyNatural: dec('45'), sellNatural: dec('-35'), bounds: undefined }
    expect(kinds({ ...calendar, side: 'buy', price: dec('80') })).toEqual([])
    expect(kinds({ ...calendar, side: 'sell', price: dec('-20') })).toEqual([])
    expect(kinds({ ...calendar, side: 'buy', price: dec('90') })).toEqual(['beyond_legs'])
  })
  test('without a market is judged by what the legs can pay', () => {
    const unquoted = {
      mid: undefined,
      buyNatural: undefined,
      sellNatural: undefined,
      bounds: { least: -10_000, most: 0 },
    }
    expect(kinds({ ...unquoted, side: 'buy', price: dec('10') })).toEqual(['sure_loss'])
    expect(kinds({ ...unquoted, side: 'buy', price: dec('-10') })).toEqual([])
  })
  describe('against the model', () => {
    const call = {
      mid: dec('1020'),
      buyNatural: dec('1040'),
      sellNatural: dec('1000'),
      bounds: undefined,
      step: dec('5'),
    }
    test('is blocked over a tenth worse, whatever the legs say, and set to the step better than it', () => {
      const [fault] = priceFaults({ ...call, side: 'buy', price: dec('1040'), modelValue: 903 })
      expect(fault).toEqual({ kind: 'beyond_model', modelValue: 903, percent: expect.closeTo(15.17), mended: '900' })
      const [sold] = priceFaults({ ...call, side: 'sell', price: dec('1000'), modelValue: 1_152 })
      expect(sold).toMatchObject({ kind: 'beyond_model', mended: '1155' })
    })
    test('passes within a tenth, and where it is better for the trader', () => {
      expect(kinds({ ...call, side: 'buy', price: dec('1040'), modelValue: 950 })).toEqual([])
      expect(kinds({ ...call, side: 'buy', price: dec('700'), modelValue: 950 })).toEqual([])
      expect(kinds({ ...call, side: 'sell', price: dec('1300'), modelValue: 950 })).toEqual([])
    })
    test('of an option worth a few steps may be what the market asks', () => {
      const far = { mid: dec('40'), buyNatural: dec('45'), sellNatural: dec('35'), bounds: undefined, modelValue: 38.4 }
      expect(kinds({ ...far, side: 'buy', price: dec('45') })).toEqual([])
      expect(kinds({ ...far, side: 'buy', price: dec('51') })).toEqual(['beyond_legs', 'beyond_model'])
    })
    test('without a step is blocked all the same, with no price to set it to', () => {
      expect(
        priceFaults({ ...call, side: 'buy', price: dec('1040'), modelValue: 900, step: undefined })[0]?.mended,
      ).toBeUndefined()
    })
  })
})
