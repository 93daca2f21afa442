import { expect, test } from 'vitest'
import { dec } from '../../../core/domain/decimal.ts'
import { answerPrice } from './answer-price.ts'

test.each([
  [100.2, '5', 'sell', '0.5', '105.5'],
  [100.2, '5', 'buy', '0.5', '95'],
  [100, '0', 'sell', '0.5', '100'],
  [-40.3, '2', 'sell', '1', '-38'],
  [-40.3, '2', 'buy', '1', '-43'],
] as const)(
  'fair %s with an edge of %s to %s on steps of %s is answered at %s, never better than the edge',
  (fair, edge, side, step, price) => {
    expect(answerPrice(fair, dec(edge), side, dec(step))).toBe(price)
  },
)

test('nothing is priced without a fair value or a step, nor at an edge below zero', () => {
  expect(answerPrice(undefined, dec('1'), 'sell', dec('1'))).toBeUndefined()
  expect(answerPrice(100, dec('1'), 'sell', undefined)).toBeUndefined()
  expect(answerPrice(100, dec('-1'), 'sell', dec('1'))).toBeUndefined()
})
