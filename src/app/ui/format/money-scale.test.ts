import { describe, expect, test } from 'vitest'
import { moneyScale } from './money-scale.ts'

describe('amounts side by side are written in one step, which the greatest of them gives', () => {
  test.each([
    [[1.614e-11, -962.5, -51.494, 3215.2], '0 −962 −51 +3,215'],
    [[-0.0000001, 12.3456, -3], '0.00 +12.35 −3.00'],
    [[0.00051, -0.25], '+0.0005 −0.2500'],
    [[1300, -123_456, 40, 0, -0.0004], '+1.3k −123.5k 0.0k 0 0'],
    [[-1_234_567, 999_499, 40], '−1,235k +999k 0k'],
    [[-12_345_678, 999_499], '−12.35M +1.00M'],
    [[-250_000_000, 1_500_000], '−250.0M +1.5M'],
    [[0, -0], '0.00 0.00'],
  ])('%j reads %s', (values, texts) => expect(values.map(moneyScale(values)).join(' ')).toBe(texts))

  test('what is missing is not zero and gives no step', () => {
    expect([Number.NaN, 12].map(moneyScale([Number.NaN, 12]))).toEqual(['–', '+12.00'])
  })
})
