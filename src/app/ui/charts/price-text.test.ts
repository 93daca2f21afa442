import { expect, test } from 'vitest'
import { exactPriceText, priceText, reviewPriceText } from './price-text.ts'

test.each([
  [4016.8, '4,016.8'],
  [4016.845, '4,016.84'],
  [100_000, '100,000'],
  [100_100, '100,100'],
  [10, '10'],
  [0.5, '0.5'],
  [0.000125, '0.000125'],
  [0.000_000_012_34, '0.0000000123'],
  [0, '0'],
])('the break-even %d reads %s', (price, text) => expect(exactPriceText(price)).toBe(text))

test('the price under the pointer is read to what matters', () => {
  expect([101_234.56, 12.345, 1.23456].map(priceText)).toEqual(['101,235', '12.34', '1.2346'])
})

test('the price of a coin that costs next to nothing is not nothing', () => {
  expect([0.05, 0.0123, 0.001, 0.000_012_345, -0.000_012_345, 0].map(priceText)).toEqual([
    '0.0500',
    '0.0123',
    '0.00100',
    '0.0000123',
    '−0.0000123',
    '0.0000',
  ])
})

test('a break-even under review has its cents, or all the digits that a small one needs', () => {
  expect([82_000, 12.5, 0.61234, 0.0000123, 0].map(reviewPriceText)).toEqual([
    '82,000.00',
    '12.50',
    '0.61234',
    '0.0000123',
    '0',
  ])
})
