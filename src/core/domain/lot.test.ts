import { array, assert, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { abs, add, dec, gt, mul, neg, sign, sum, zero } from './decimal.ts'
import { joined, type Lot, lotHeld, lotOf, noLot, takenFrom, traded } from './lot.ts'

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

test('whatever is traded, each trade closes what it can of the other side and opens the rest, and no cost is made or lost', () => {
  const trade = tuple(
    integer({ min: -7, max: 7 }).filter(size => size !== 0),
    integer({ min: -3, max: 9 }),
  )
  assert(
    property(array(trade, { maxLength: 20 }), trades => {
      let lot: Lot = noLot
      const closedCosts = [zero]
      const openedCosts = [zero]
      for (const [quantity, at] of trades) {
        const [size, price] = [dec(quantity), dec(at)]
        const isClosing = sign(lot.size) * sign(size) < 0
        const { closed, opened, held } = traded(lot, size, price)
        const reduces = !isClosing ? zero : gt(abs(size), abs(lot.size)) ? lot.size : neg(size)
        expect([closed?.size ?? zero, opened, held.size]).toEqual([reduces, add(size, reduces), add(lot.size, size)])
        expect(closed === undefined).toBe(!isClosing)
        closedCosts.push(closed?.cost ?? zero)
        openedCosts.push(mul(opened, price))
        expect(add(sum(closedCosts), held.cost)).toBe(sum(openedCosts))
        lot = held
      }
    }),
  )
})

test('a part has its share of the cost, to eight decimals, and the rest has what is left', () => {
  const short = { size: dec('-3'), cost: dec('-100'), isEstimated: false }
  const { rest, taken } = takenFrom(short, dec('-1'))
  expect([taken, rest]).toEqual([
    { size: '-1', cost: '-33.33333333', isEstimated: false },
    { size: '-2', cost: '-66.66666667', isEstimated: false },
  ])
  expect(takenFrom(short, dec('-3.0'))).toEqual({ rest: undefined, taken: short })
  expect(takenFrom(noLot, zero)).toEqual({ rest: undefined, taken: noLot })
  expect(lotHeld({ size: dec('-2'), average_entry_price: dec('3') })).toEqual(lotOf(dec('-2'), dec('3')))
  expect(lotHeld(undefined)).toBe(noLot)
})
