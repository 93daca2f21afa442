import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { abs, dec, type Decimal, gt, gte, isMultipleOf, lt, lte, mul, sub } from '../decimal.ts'
import type { Side } from '../order.ts'
import { betterPrice, nextPrice } from './better-price.ts'

const level = (price: Decimal) => ({ price, quantity: dec('1') })
const isBetter = (side: Side, price: Decimal, than: Decimal): boolean =>
  side === 'buy' ? gt(price, than) : lt(price, than)

const resting = fc.record({
  side: fc.constantFrom<Side>('buy', 'sell'),
  price: fc.integer({ min: -4_000, max: 4_000 }).map(cents => mul(dec(cents), dec('0.01'))),
  step: fc.constantFrom('0.01', '0.05', '0.5', '5').map(dec),
})
const bookPrice = fc.option(
  fc.integer({ min: -4_000, max: 4_000 }).map(cents => mul(dec(cents), dec('0.01'))),
  { nil: undefined },
)

describe('one step better', () => {
  it.each([
    ['a buy that pays pays more', 'buy', '120', '5', '125'],
    ['a buy that receives receives less', 'buy', '-60', '5', '-55'],
    ['a sell that receives receives less', 'sell', '80', '5', '75'],
    ['a sell that pays pays more', 'sell', '-120', '5', '-125'],
    ['a buy between two steps goes to the one above', 'buy', '122', '5', '125'],
    ['a sell between two steps goes to the one below', 'sell', '122', '5', '120'],
    ['a credit passes zero on its way to a debit', 'buy', '-5', '5', '0'],
  ] as const)('%s', (_, side, price, step, next) => {
    expect(nextPrice({ side, price: dec(price), step: dec(step) })).toBe(next)
  })

  it('is a price on the step, better than before by one step at most', () => {
    fc.assert(
      fc.property(resting, one => {
        const next = nextPrice(one)
        expect(isMultipleOf(next, one.step)).toBe(true)
        expect(isBetter(one.side, next, one.price)).toBe(true)
        expect(lte(abs(sub(next, one.price)), one.step)).toBe(true)
      }),
    )
  })

  it('is never beyond the bound, and never meets the opposite best unless the trader says that it may', () => {
    fc.assert(
      fc.property(resting, bookPrice, bookPrice, fc.boolean(), (one, boundOrNone, best, mayTrade) => {
        const bound = boundOrNone ?? one.price
        const levels = best === undefined ? [] : [level(best)]
        const found = betterPrice({ ...one, bound, book: { buy: levels, sell: levels }, mayTrade })
        if (found.kind !== 'better') return
        expect(isBetter(one.side, found.price, bound)).toBe(false)
        const doesMeet = best !== undefined && (one.side === 'buy' ? gte(found.price, best) : lte(found.price, best))
        if (!mayTrade) expect(doesMeet).toBe(false)
        expect(found.tradesAt).toBe(doesMeet ? best : undefined)
      }),
    )
  })

  it('repeated, reaches the bound or the step before it, and stops there', () => {
    fc.assert(
      fc.property(resting, fc.integer({ min: 0, max: 30 }), (one, steps) => {
        const away = mul(one.step, dec(steps))
        const bound = one.side === 'buy' ? sub(one.price, mul(away, dec('-1'))) : sub(one.price, away)
        let { price } = one
        for (let count = 0; count <= steps + 1; count += 1) {
          const found = betterPrice({ ...one, price, bound, book: { buy: [], sell: [] }, mayTrade: false })
          if (found.kind === 'better') price = found.price
        }
        expect(isBetter(one.side, price, bound)).toBe(false)
        expect(isBetter(one.side, nextPrice({ ...one, price }), bound)).toBe(true)
      }),
    )
  })

  it('of an order whose book is not known waits for the word that it may trade', () => {
    const one = { side: 'buy', price: dec('120'), step: dec('5'), bound: dec('130'), book: undefined } as const
    expect(betterPrice({ ...one, mayTrade: false })).toEqual({ kind: 'book_unknown', next: '125' })
    expect(betterPrice({ ...one, mayTrade: true })).toEqual({ kind: 'better', price: '125', tradesAt: undefined })
    expect(betterPrice({ ...one, bound: dec('124'), mayTrade: true })).toEqual({ kind: 'beyond_bound', next: '125' })
  })
})
