import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, gte, lte } from '../../../core/domain/decimal.ts'
import { quoteNow } from '../../../core/domain/quote-now.ts'

const level = (price: string, quantity = '5') => ({ price: dec(price), quantity: dec(quantity) })
const taken = (side: 'buy' | 'sell', price: string) => ({ side, price: dec(price) })

describe('a quote that was clicked', () => {
  it('stands while its price is the best, with all that is there at it or better', () => {
    const book = { buy: [level('118'), level('117')], sell: [level('120', '4'), level('121', '9')] }
    expect(quoteNow(taken('buy', '120'), book)).toEqual({ kind: 'stands', best: level('120', '4'), quantity: '4' })
    expect(quoteNow(taken('sell', '118'), book)).toMatchObject({ kind: 'stands', quantity: '5' })
    expect(quoteNow(taken('sell', '117'), book)).toMatchObject({ kind: 'better', best: level('118'), quantity: '10' })
  })

  it('is worse when the best moved away from who takes it, gone when nobody quotes', () => {
    const book = { buy: [level('117')], sell: [level('121')] }
    expect(quoteNow(taken('buy', '120'), book)).toEqual({ kind: 'worse', best: level('121') })
    expect(quoteNow(taken('sell', '118'), book)).toEqual({ kind: 'worse', best: level('117') })
    expect(quoteNow(taken('buy', '120'), { buy: [], sell: [] })).toEqual({ kind: 'gone' })
  })

  it('may be negative: a credit for who buys', () => {
    expect(quoteNow(taken('buy', '-30'), { buy: [], sell: [level('-31')] })).toMatchObject({ kind: 'better' })
    expect(quoteNow(taken('buy', '-30'), { buy: [], sell: [level('-29')] })).toMatchObject({ kind: 'worse' })
  })

  it('is never said to stand where an order at its price would find nothing', () => {
    const cents = fc.integer({ min: -9, max: 9 }).map(each => dec(String(each)))
    fc.assert(
      fc.property(
        cents,
        fc.array(cents, { maxLength: 4 }),
        fc.constantFrom('buy' as const, 'sell' as const),
        (price, prices, side) => {
          const levels = prices
            .toSorted((a, b) => (side === 'buy' ? 1 : -1) * (Number(a) - Number(b)))
            .map(each => level(each))
          const now = quoteNow(
            { side, price },
            { buy: side === 'buy' ? [] : levels, sell: side === 'buy' ? levels : [] },
          )
          const found = levels.some(each => (side === 'buy' ? lte(each.price, price) : gte(each.price, price)))
          expect(now.kind === 'stands' || now.kind === 'better').toBe(found)
        },
      ),
    )
  })
})
