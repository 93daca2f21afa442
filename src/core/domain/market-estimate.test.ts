import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, dec, eq, gte, lte } from './decimal.ts'
import type { BookLevel } from './market-data.ts'
import { estimatedPrice, marketEstimate } from './market-estimate.ts'

const level = (price: string, quantity: string): BookLevel => ({ price: dec(price), quantity: dec(quantity) })
const book = { buy: [level('95', '3'), level('90', '2')], sell: [level('100', '1'), level('110', '4')] }
const order = (side: 'buy' | 'sell', quantity: string, natural?: string) => ({
  side,
  quantity: dec(quantity),
  natural: natural === undefined ? undefined : dec(natural),
})

describe('an order at the market', () => {
  test('is estimated by the side of the book that it trades against, level by level', () => {
    expect(marketEstimate(order('buy', '2'), book)).toEqual({
      kind: 'book',
      average: '105',
      worst: '110',
      filled: '2',
      unfilled: '0',
      left: '3',
    })
    expect(marketEstimate(order('sell', '3'), book)).toMatchObject({ average: '95', worst: '95', left: '2' })
  })

  test('larger than the depth seen says how much of it finds nothing, and leaves nothing', () => {
    expect(marketEstimate(order('sell', '9'), book)).toMatchObject({
      filled: '5',
      unfilled: '4',
      left: '0',
      worst: '90',
    })
  })

  test('without a level to trade with goes by the legs one by one, and never mistakes that for a book', () => {
    const empty = { buy: book.buy, sell: [] }
    expect(marketEstimate(order('buy', '1', '104'), empty)).toEqual({ kind: 'quotes', natural: '104', why: 'empty' })
    expect(marketEstimate(order('buy', '1', '104'), 'none')).toEqual({ kind: 'quotes', natural: '104', why: 'none' })
    expect(marketEstimate(order('buy', '1', '104'), 'waiting')).toEqual({
      kind: 'quotes',
      natural: '104',
      why: 'waiting',
    })
  })

  test('has no price at all where nothing is known, rather than a zero', () => {
    expect(estimatedPrice(marketEstimate(order('buy', '1'), 'none'))).toBeUndefined()
    expect(estimatedPrice(marketEstimate(order('buy', '1', '104'), 'none'))).toBe('104')
    expect(estimatedPrice(marketEstimate(order('buy', '2', '104'), book))).toBe('105')
  })

  test('fills and leaves no more than there is, and its average lies between best and worst', () => {
    const whole = (most: number) => fc.integer({ min: 1, max: most }).map(each => dec(String(each)))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(whole(50), whole(9)), { minLength: 1, maxLength: 6 }),
        whole(40),
        (made, quantity) => {
          const sell = made
            .toSorted(([a], [b]) => Number(a) - Number(b))
            .map(([price, size]) => ({ price, quantity: size }))
          const found = marketEstimate({ side: 'buy', quantity, natural: undefined }, { buy: [], sell })
          if (found.kind !== 'book') throw new Error('levels are there')
          const depth = sell.reduce((all, each) => add(all, each.quantity), dec('0'))
          expect(eq(add(found.filled, found.unfilled), quantity)).toBe(true)
          expect(eq(add(found.filled, found.left), depth)).toBe(true)
          expect(gte(found.average, sell[0]?.price ?? found.average) && lte(found.average, found.worst)).toBe(true)
        },
      ),
    )
  })
})
