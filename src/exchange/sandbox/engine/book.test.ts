import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { add, dec, type Decimal, toNumber, zero } from '../../../core/domain/decimal.ts'
import { addToBook, createBook, hasClientOrders, levelsOf, meetsMinimum, removeFromBook } from './book.ts'
import type { Contract } from './contracts.ts'
import type { Order } from './model.ts'

type Priced = Order & { readonly price: Decimal }

const orderOf = (of: object): Priced => of as Priced

test('whatever rests and leaves, each side lists its prices from the best, and the orders of a price by arrival', () => {
  const step = record({
    side: constantFrom('buy' as const, 'sell' as const),
    // The same price in two texts.
    price: constantFrom('-1', '0', '1', '1.0', '2.5', '10'),
    remaining: integer({ min: 0, max: 3 }),
    isHouse: boolean(),
    leaves: integer({ min: 0, max: 5 }),
  })
  assert(
    property(array(step, { maxLength: 30 }), steps => {
      const book = createBook({} as Contract)
      let resting: Priced[] = []
      for (const { side, price, remaining, isHouse, leaves } of steps) {
        const order = orderOf({ side, price: dec(price), remaining: dec(remaining), account: { isHouse } })
        // One that does not rest leaves nothing.
        removeFromBook(book, order)
        addToBook(book, order)
        resting.push(order)
        const left = resting[leaves]
        if (left !== undefined) {
          removeFromBook(book, left)
          resting = resting.filter(each => each !== left)
        }
        expect(hasClientOrders(book)).toBe(resting.some(each => !each.account.isHouse))
        for (const each of ['buy', 'sell'] as const) {
          const own = resting.filter(order => order.side === each)
          const better = (a: Priced, b: Priced) => (toNumber(a.price) - toNumber(b.price)) * (each === 'buy' ? -1 : 1)
          expect(book[each].flatMap(level => [...level.orders])).toEqual(own.toSorted(better))
          expect(book[each].map(level => toNumber(level.price))).toEqual([
            ...new Set(own.toSorted(better).map(order => toNumber(order.price))),
          ])
          const sizes = new Map<number, Decimal>()
          for (const order of own.toSorted(better).filter(order => !order.account.isHouse && order.remaining !== '0'))
            sizes.set(toNumber(order.price), add(order.remaining, sizes.get(toNumber(order.price)) ?? zero))
          expect(
            levelsOf(book[each], order => !order.account.isHouse).map(({ price, quantity }) => [
              toNumber(price),
              quantity,
            ]),
          ).toEqual([...sizes])
        }
      }
    }),
  )
})

test.each([
  ['none', {}, '0.1', true],
  ['zero', { minimum_quantity: dec('0.0') }, '0.1', true],
  ['not met', { minimum_quantity: dec('2') }, '1.9', false],
  ['just met', { minimum_quantity: dec('2') }, '2', true],
  ['above what is left, all of it', { minimum_quantity: dec('6') }, '5', true],
  ['met by an earlier fill', { minimum_quantity: dec('2'), executions: [{}] }, '0.1', true],
])('a minimum: %s', (_, of, quantity, isMet) => {
  expect(meetsMinimum(orderOf({ remaining: dec('5'), executions: [], ...of }), dec(quantity))).toBe(isMet)
})

test('an order without a price rests nowhere, and removing it changes nothing', () => {
  const book = createBook({} as Contract)
  addToBook(book, orderOf({ side: 'buy', price: dec('1'), account: { isHouse: false } }))
  removeFromBook(book, { side: 'buy' } as Order)
  expect(book.buy).toHaveLength(1)
})
