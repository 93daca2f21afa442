import { expect, test } from 'vitest'
import { dec } from './decimal.ts'
import { joined, lotOf, noLot, takenFrom, traded } from './lot.ts'

const known = lotOf(dec('2'), dec('100'))
const estimated = lotOf(dec('1'), dec('130'), true)

test('what is joined of a known and an estimated price is estimated, and so are its parts', () => {
  for (const lot of [joined(known, estimated), joined(estimated, known)]) {
    expect(lot).toEqual({ size: '3', cost: '330', isEstimated: true })
    const { rest, taken } = takenFrom(lot, dec('1'))
    expect([rest?.isEstimated, taken.isEstimated]).toEqual([true, true])
  }
  expect(joined(known, noLot).isEstimated).toBe(false)
})

test('a trade through zero closes at the estimated cost and opens at its own price, which is known', () => {
  const { closed, opened, held } = traded(estimated, dec('-3'), dec('140'))
  expect(closed).toEqual({ size: '1', cost: '130', isEstimated: true })
  expect([opened, held]).toEqual(['-2', { size: '-2', cost: '-280', isEstimated: false }])
})
