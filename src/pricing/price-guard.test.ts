import { describe, expect, test } from 'vitest'
import { dec } from '../domain/decimal.ts'
import { type GuardInputs, priceFaults } from './price-guard.ts'

/** An iron condor that is worth a credit of 3,215 to its buyer; it ends between −10,000 and 0. */
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
    expect(priceFaults({ ...condor, side: 'buy', price: dec('3000') })[0]).toEqual({ kind: 'wrong_way', mid: '-3215', mended: '-3000' })
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
    const unquoted = { mid: undefined, buyNatural: undefined, sellNatural: undefined, bounds: { least: -10_000, most: 0 } }
    expect(kinds({ ...unquoted, side: 'buy', price: dec('10') })).toEqual(['sure_loss'])
    expect(kinds({ ...unquoted, side: 'buy', price: dec('-10') })).toEqual([])
  })
  describe('against the model', () => {
    const call = { mid: dec('1020'), buyNatural: dec('1040'), sellNatural: dec('1000'), bounds: undefined, step: dec('5') }
    test('is blocked over a tenth worse, whatever the legs say, and set to the step better than it', () => {
      const [fault] = priceFaults({ ...call, side: 'buy', price: dec('1040'), worth: 903 })
      expect(fault).toEqual({ kind: 'beyond_model', worth: 903, percent: expect.closeTo(15.17), mended: '900' })
      const [sold] = priceFaults({ ...call, side: 'sell', price: dec('1000'), worth: 1_152 })
      expect(sold).toMatchObject({ kind: 'beyond_model', mended: '1155' })
    })
    test('passes within a tenth, and where it is better for the trader', () => {
      expect(kinds({ ...call, side: 'buy', price: dec('1040'), worth: 950 })).toEqual([])
      expect(kinds({ ...call, side: 'buy', price: dec('700'), worth: 950 })).toEqual([])
      expect(kinds({ ...call, side: 'sell', price: dec('1300'), worth: 950 })).toEqual([])
    })
    test('of an option worth a few steps may be what the market asks', () => {
      const far = { mid: dec('40'), buyNatural: dec('45'), sellNatural: dec('35'), bounds: undefined, worth: 38.4 }
      expect(kinds({ ...far, side: 'buy', price: dec('45') })).toEqual([])
      expect(kinds({ ...far, side: 'buy', price: dec('51') })).toEqual(['beyond_legs', 'beyond_model'])
    })
    test('without a step is blocked all the same, with no price to set it to', () => {
      expect(priceFaults({ ...call, side: 'buy', price: dec('1040'), worth: 900, step: undefined })[0]?.mended).toBeUndefined()
    })
  })
})
