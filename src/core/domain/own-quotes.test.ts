import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, dec, type Decimal, gte, lte, mul, toNumber } from './decimal.ts'
import type { BookLevel } from './market-data.ts'
import type { Side } from './order.ts'
import {
  betterBy,
  bookAsDrafted,
  bookMid,
  levelsAgainst,
  levelsWithin,
  ownBest,
  type OwnLevel,
  withoutOwn,
} from './own-quotes.ts'

const level = (price: string, quantity: string): BookLevel => ({ price: dec(price), quantity: dec(quantity) })
const book = { buy: [level('-1725.0', '2.5'), level('-1735.0', '9.6')], sell: [level('-1690.0', '1.3')] }

describe('a book for who wants to trade a size', () => {
  it('the best for who asked to sell is the bid, compared with the mid of the legs by the sign of what is better', () => {
    expect(ownBest(book, 'sell', dec('2'), dec('-1715'))).toMatchObject({
      level: book.buy[0],
      betterThanMid: '-10',
    })
    expect(ownBest(book, 'buy', dec('1'), dec('-1715'))).toMatchObject({ level: book.sell[0], betterThanMid: '-25' })
    expect(ownBest(book, 'sell', dec('1'), undefined)?.betterThanMid).toBeUndefined()
    expect(ownBest({ buy: [], sell: book.sell }, 'sell', dec('1'), undefined)).toBeUndefined()
  })

  it('a size larger than the best level is never promised at its price: it has the average and the worst of what it goes through', () => {
    expect(ownBest(book, 'sell', dec('5'), undefined)).toMatchObject({
      fill: { filled: '5', unfilled: '0', average: '-1730', worst: '-1735.0' },
    })
  })

  it('what finds no quote is missing', () => {
    expect(ownBest(book, 'buy', dec('2'), undefined)).toMatchObject({
      fill: { filled: '1.3', unfilled: '0.7' },
    })
  })

  it('a size of zero has no price', () => expect(ownBest(book, 'sell', dec('0'), undefined)).toBeUndefined())

  it('a limit reaches the levels at it and better, and none worse', () => {
    const levels = ['9', '10', '11'].map(price => level(price, '1'))
    const reached = (side: Side): string[] => levelsWithin(levels, side, dec('10')).map(({ price }) => price)
    expect(reached('buy')).toEqual(['9', '10'])
    expect(reached('sell')).toEqual(['10', '11'])
    expect([levelsAgainst(book, 'buy'), levelsAgainst(book, 'sell')]).toEqual([book.sell, book.buy])
  })

  it('an order at the worst price that a size needs reaches all of it', () => {
    const whole = fc.integer({ min: 1, max: 9 }).map(each => dec(String(each)))
    const levels = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), whole), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(levels, whole, fc.constantFrom('buy' as const, 'sell' as const), (made, wanted, side) => {
        const sorted = made
          .toSorted(([a], [b]) => (side === 'buy' ? a - b : b - a))
          .map(([price, size]) => ({ price: dec(String(price)), quantity: size }))
        const best = ownBest(
          side === 'buy' ? { buy: [], sell: sorted } : { buy: sorted, sell: [] },
          side,
          wanted,
          undefined,
        )
        const worst = best?.fill.worst ?? dec('0')
        const reached = levelsWithin(sorted, side, worst).reduce((all, each) => add(all, each.quantity), dec('0'))
        expect(gte(reached, best?.fill.filled ?? dec('-1'))).toBe(true)
        expect((side === 'buy' ? lte : gte)(best?.fill.average ?? worst, worst)).toBe(true)
      }),
    )
  })

  it('a mid needs both sides, and in order', () => {
    expect(bookMid(book)).toBe('-1707.5')
    expect(bookMid({ ...book, sell: [] })).toBeUndefined()
    expect(bookMid({ ...book, buy: [] })).toBeUndefined()
    expect(bookMid({ buy: [level('2', '1')], sell: [level('2', '1')] })).toBe('2')
    expect(bookMid({ buy: [level('2', '1')], sell: [level('1', '1')] })).toBeUndefined()
  })
})

describe('a book of the others', () => {
  const own = (side: Side, price: string, quantity: string): OwnLevel => ({ side, ...level(price, quantity) })

  it('is the book where there is no own order', () => expect(withoutOwn(book, [])).toEqual(book))

  it('has less at the price of an own order, by its size, and nothing where it was the whole level', () => {
    const mine = [own('buy', '-1725', '1'), own('buy', '-1725.00', '0.5'), own('buy', '-1735', '9.6')]
    expect(withoutOwn(book, mine)).toEqual({ buy: [level('-1725.0', '1')], sell: book.sell })
  })

  it('keeps what rests on the other side at the price of an own order', () => {
    const crossed = { buy: [level('10', '2')], sell: [level('10', '3')] }
    expect(withoutOwn(crossed, [own('sell', '10', '1')])).toEqual({ buy: crossed.buy, sell: [level('10', '2')] })
    expect(withoutOwn(crossed, [own('buy', '10', '2')])).toEqual({ buy: [], sell: crossed.sell })
  })
})

describe('a book in the terms of who built the package', () => {
  it('a package that was turned and halved for the wire has its bids as asks of the other sign, twice as large', () => {
    expect(
      bookAsDrafted({ buy: [level('-30', '10')], sell: [level('-28', '6')] }, { mirrored: true, divisor: 2 }),
    ).toEqual({ buy: [level('56', '3')], sell: [level('60', '5')] })
  })

  it('cash is the same in either terms', () => {
    const amount = fc.integer({ min: -500, max: 500 }).map(each => dec(String(each)))
    fc.assert(
      fc.property(
        amount,
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 8 }),
        (price, size, mirrored, divisor) => {
          const wire = level(price, String(size * divisor))
          const [drafted] = bookAsDrafted({ buy: [wire], sell: [] }, { mirrored, divisor })[mirrored ? 'sell' : 'buy']
          const cash = (each: BookLevel | undefined): number =>
            each === undefined ? Number.NaN : toNumber(mul(each.price, each.quantity))
          expect(cash(drafted)).toBeCloseTo((mirrored ? -1 : 1) * cash(wire), 6)
        },
      ),
    )
  })

  it('better is less for who buys and more for who sells', () => {
    expect([betterBy('buy', dec('9'), dec('10')), betterBy('sell', dec('9'), dec('10'))] satisfies Decimal[]).toEqual([
      '1',
      '-1',
    ])
  })
})
