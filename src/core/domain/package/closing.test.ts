import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { dec, type Decimal, gte, isMultipleOf, lte, mul } from '../decimal.ts'
import type { Instrument } from '../instrument.ts'
import { legsOf } from '../../../testing/legs-of.ts'
import { closePrice, closeTerms, closingOf, closingOfOrder, closingSize, realisedBy, rollOf } from './closing.ts'

const held = new Map(Object.entries<Decimal>({ C: dec('10'), P: dec('10'), F: dec('-3') }))
const sold = legsOf({ C: -1, P: -1 })

describe('closing', () => {
  it('is a package whose every leg goes against a position', () => {
    expect(closingOf(sold, dec('10'), held)).toEqual({ held: '10', isBeyond: false, isWhole: true })
    expect(closingOf(sold, dec('4'), held)).toEqual({ held: '10', isBeyond: false, isWhole: false })
    expect(closingOf([{ symbol: 'F', ratio: 1 }], dec('3'), held)).toEqual({
      held: '3',
      isBeyond: false,
      isWhole: true,
    })
  })

  it('is none where a leg opens or adds', () => {
    expect(closingOf([...sold, { symbol: 'X', ratio: 1 }], dec('1'), held)).toBeUndefined()
    expect(closingOf([{ symbol: 'F', ratio: -1 }], dec('1'), held)).toBeUndefined()
    expect(closingOf(sold, dec('1'), new Map())).toBeUndefined()
    expect(closingOf([], dec('1'), held)).toBeUndefined()
  })

  it('beyond what is held would open the opposite', () => {
    expect(closingOf(sold, dec('10.1'), held)).toMatchObject({ isBeyond: true, isWhole: false })
    expect(closingOf([{ symbol: 'C', ratio: -3 }], dec('4'), held)).toMatchObject({
      held: '3.33333333',
      isBeyond: true,
    })
  })
})

describe('a roll', () => {
  const [call, put, perpetual] = ['BTC-20261127-100000C', 'BTC-20261127-90000P', 'BTC-USD-PERPETUAL'] as const
  const held = new Map([call, put, perpetual].map(symbol => [symbol, dec('10')]))
  const sold = [call, put].map(symbol => ({ symbol, ratio: -1 }))
  const later = ['BTC-20261225-110000C', 'BTC-20261225-90000P'].map(symbol => ({ symbol, ratio: 1 }))
  it('closes what is held and opens as much in its place', () => {
    expect(rollOf([...sold, ...later], dec('4'), held)).toEqual({ closes: 2, opens: later })
  })

  it('is no package that only closes, only opens, or closes more than is held', () => {
    expect(rollOf(sold, dec('4'), held)).toBeUndefined()
    expect(rollOf(later, dec('4'), held)).toBeUndefined()
    expect(rollOf([...sold, ...later], dec('11'), held)).toBeUndefined()
  })

  it('is no package that opens in the direction in which it closes: a strangle sold over a long call', () => {
    expect(rollOf(legsOf({ [call]: -1, 'BTC-20261225-90000P': -1 }), dec('4'), held)).toBeUndefined()
  })

  it('is no package whose hedge closes part of a perpetual: the option is not in its place', () => {
    expect(rollOf([...later.slice(0, 1), { symbol: perpetual, ratio: -1 }], dec('4'), held)).toBeUndefined()
  })
})

describe('closing a package', () => {
  test('is told as what is held: a long straddle is sold, a short one bought', () => {
    const held = sold.map(leg => ({ ...leg, ratio: 1 }))
    expect(closeTerms({ legs: sold, quantity: dec('10') })).toEqual({ legs: held, side: 'sell', quantity: '10' })
    expect(closeTerms({ legs: held, quantity: dec('10') })).toEqual({ legs: held, side: 'buy', quantity: '10' })
  })
  test('of one leg is one order of that instrument', () => {
    expect(closeTerms({ legs: [{ symbol: 'C', ratio: -3 }], quantity: dec('0.5') })).toEqual({
      legs: [{ symbol: 'C', ratio: 1 }],
      side: 'sell',
      quantity: '1.5',
    })
  })
  test('with legs of both signs is the sale of what is held', () => {
    const legs = legsOf({ C: -1, D: 2 })
    expect(closeTerms({ legs, quantity: dec('1') })).toMatchObject({
      side: 'sell',
      legs: [{ ratio: 1 }, { ratio: -2 }],
    })
  })
  test('realises its price less what was paid', () => {
    const entries = new Map(Object.entries({ C: dec('300'), P: dec('194') }))
    const terms = closeTerms({ legs: sold, quantity: dec('10') })
    expect(realisedBy(terms, dec('487.4'), symbol => entries.get(symbol))).toBe('-66')
    expect(realisedBy({ ...terms, side: 'buy' }, dec('487.4'), symbol => entries.get(symbol))).toBe('66')
    expect(realisedBy(terms, dec('487.4'), () => undefined)).toBeUndefined()
  })
})

describe('the size that a closing is prefilled with', () => {
  const listed = (step: string): Instrument => {
    const bounds = { minimum_quantity: dec(step), maximum_quantity: dec('1000'), quantity_step: dec(step) }
    return bounds as Instrument
  }
  const ratioed = (more: number) => legsOf({ C: 1, P: -more })
  const sizeOf = (terms: Parameters<typeof closingSize>[0], sizes: Readonly<Record<string, string>>, step: string) => {
    const positions = Object.entries(sizes).map(([symbol, size]) => ({
      symbol,
      side: size.startsWith('-') ? 'short' : 'long',
      size: dec(size),
    }))
    const closing = closingOfOrder(terms, positions as never)
    return closingSize(
      terms,
      closing,
      terms.legs.map(() => listed(step)),
    )
  }

  test('is rounded down to the step: of 1 : −3 with 2 of the −3 left it is 0.6', () => {
    const terms = { legs: ratioed(3), side: 'sell', quantity: dec('1') } as const
    expect(sizeOf(terms, { C: '1', P: '-2' }, '0.1')).toBe('0.6')
  })

  test('is missing if less than the least is held', () => {
    const terms = { legs: [{ symbol: 'C', ratio: 1 }], side: 'sell', quantity: dec('1') } as const
    expect(sizeOf(terms, { C: '0.05' }, '0.1')).toBeUndefined()
  })

  test('is never beyond what is held, and is whole steps of every leg', () => {
    const amount = fc.integer({ min: 1, max: 5000 }).map(units => String(units / 1000))
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom('1', '0.5', '0.1', '0.01', '0.25'),
        (c, p, more, step) => {
          const terms = { legs: ratioed(more), side: 'sell', quantity: dec('100') } as const
          const size = sizeOf(terms, { C: c, P: `-${p}` }, step)
          if (size === undefined) return
          expect(isMultipleOf(size, dec(step))).toBe(true)
          expect(lte(size, dec(c))).toBe(true)
          expect(lte(mul(size, dec(more)), dec(p))).toBe(true)
        },
      ),
    )
  })
})

describe('the price of closing', () => {
  const prices = { mid: dec('489.5'), natural: dec('485.2') }
  test('goes from the mid to what it gives at once', () => {
    expect([0, 2, 4].map(part => closePrice(prices, part, 'sell', dec('0.1')))).toEqual(['489.5', '487.3', '485.2'])
    expect(closePrice({ ...prices, natural: undefined }, 4, 'sell', dec('0.1'))).toBeUndefined()
  })
  test('is on the step, and never beyond a step worse than what the market gives', () => {
    const tick = dec('0.5')
    const amount = fc.integer({ min: -4_000, max: 4_000 }).map(quarters => dec(quarters / 4))
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 4 }), (mid, half, part) => {
        const ask = dec(Number.parseFloat(mid) + half / 4)
        const price = closePrice({ mid, natural: ask }, part, 'buy', tick)
        if (price === undefined) throw new Error('no price')
        expect(isMultipleOf(price, tick)).toBe(true)
        expect(gte(price, mid)).toBe(true)
        expect(lte(price, dec(Number.parseFloat(ask) + 0.5))).toBe(true)
      }),
    )
  })
})
