import { expect, test } from 'vitest'
import { exactPriceText, priceText } from './price-text.ts'

test.each([
  [4016.8, '4,016.8'],
  [4016.845, '4,016.84'],
  [100_000, '100,000'],
  [100_100, '100,100'],
  [10, '10'],
  [0.5, '0.5'],
  [0.000125, '0.000125'],
  [0, '0'],
])('the break-even %d reads %s', (price, text) => expect(exactPriceText(price)).toBe(text))

test('the price under the pointer is read to what matters', () => {
  expect([101_234.56, 12.345, 1.23456].map(priceText)).toEqual(['101,235', '12.34', '1.2346'])
})
