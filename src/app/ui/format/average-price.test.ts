import { expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { averagePriceShown } from './amounts.ts'

test('an average has cents from 100 on, at most four places from 1 on, more only below 1, and no needless zeros, and a missing one stays missing', () => {
  expect(
    ['-3274.16666667', '118.50000000', '23.33333333', '0.00012345', '5'].map(price => averagePriceShown(dec(price))),
  ).toEqual(['-3274.17', '118.5', '23.3333', '0.00012345', '5'])
  expect(['0.00000000022', '-0.000000000123456', '0.99995', '0'].map(price => averagePriceShown(dec(price)))).toEqual([
    '0.00000000022',
    '-0.0000000001235',
    '0.99995',
    '0',
  ])
  expect(averagePriceShown(undefined)).toBeUndefined()
})
