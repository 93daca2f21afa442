import { describe, expect, test } from 'vitest'
import { dec } from './decimal.ts'
import { estimatedFill } from './market-data.ts'

const levels = [
  { price: dec('100'), quantity: dec('1') },
  { price: dec('104'), quantity: dec('3') },
]

describe('an estimated fill', () => {
  test('weighs the levels it reaches, and names the worst', () => {
    expect(estimatedFill(levels, dec('2'))).toEqual({ average: '102', worst: '104', filled: '2', unfilled: '0' })
  })
  test('keeps the digits of an average of tiny prices', () => {
    const tiny = [
      { price: dec('0.00000000021'), quantity: dec('1000000') },
      { price: dec('0.00000000023'), quantity: dec('1000000') },
    ]
    expect(estimatedFill(tiny, dec('2000000')).average).toBe('0.00000000022')
  })
  test('says what finds nothing', () => {
    expect(estimatedFill(levels, dec('10'))).toEqual({ average: '103', worst: '104', filled: '4', unfilled: '6' })
    expect(estimatedFill([], dec('10'))).toEqual({ average: undefined, worst: undefined, filled: '0', unfilled: '10' })
  })
})
