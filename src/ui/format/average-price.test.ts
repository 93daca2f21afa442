import { expect, test } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { averagePriceShown } from './amounts.ts'

test('an average has at most four places, more only below 1, and no needless zeros, and a missing one stays missing', () => {
  expect(['-3274.16666667', '118.50000000', '0.00012345', '5'].map(price => averagePriceShown(dec(price)))).toEqual([
    '-3274.1667',
    '118.5',
    '0.00012345',
    '5',
  ])
  expect(['0.00000000022', '-0.000000000123456', '0.99995', '0'].map(price => averagePriceShown(dec(price)))).toEqual([
    '0.00000000022',
    '-0.0000000001235',
    '0.99995',
    '0',
  ])
  expect(averagePriceShown(undefined)).toBeUndefined()
})
