import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, type Decimal, isMultipleOf, toNumber } from '../../../core/domain/decimal.ts'
import { deliverableId } from '../../../core/domain/ids.ts'
import type { Instrument, Product } from '../../../core/domain/instrument.ts'
import type { ListedInstrument } from './market.ts'
import { edgeOf, instrumentQuotes, quotePackage } from './quotes.ts'
import { listedInstrument } from '../../../testing/listed-instrument.ts'

const listed = (
  product: Product,
  { symbol = 'BTC-20261225-100000C', lot, ...rules }: Partial<Instrument> & { lot?: Decimal } = {},
): ListedInstrument => ({
  instrument: listedInstrument(symbol, 1, { maximum_quantity: dec('500'), ...rules }),
  product,
  base: 'BTC',
  deliverable_id: deliverableId(1),
  ...(lot === undefined ? {} : { lot }),
})
const context = { seed: 7, bucket: 3, indexPrice: 100_000 }
const prices = (levels: readonly { readonly price: Decimal }[]): number[] => levels.map(level => toNumber(level.price))
const falls = (values: readonly number[]): boolean =>
  values.every((value, at) => at === 0 || value < (values[at - 1] ?? value))
const aFair = fc.record({
  price: fc.double({ min: 0.01, max: 30_000, noNaN: true }),
  edge: fc.double({ min: 0, max: 400, noNaN: true }),
})
const aBucket = fc.integer({ min: 0, max: 1e6 })

describe('half a spread of the makers', () => {
  it('is of an option nearly half a point of its volatility and four basis points of its price', () =>
    expect(edgeOf(listed('option'), 1_000, 80)).toBeCloseTo(0.45 * 80 + 0.4, 12))

  it('is least of a perpetual, wider of a future, widest of spot: 0.8, 1.8 and 2.5 basis points, whatever vega', () => {
    const points = (['perpetual', 'future', 'spot'] as const).map(product => edgeOf(listed(product), 100_000, 80) / 10)
    for (const [at, expected] of [0.8, 1.8, 2.5].entries()) expect(points[at]).toBeCloseTo(expected, 9)
  })
})

describe('quotes of one instrument', () => {
  it('are never at nothing or below, however cheap it is: buyers leave, sellers ask for a step at least', () => {
    const { buy, sell } = instrumentQuotes(listed('option'), { price: 1, edge: 0.5 }, context)
    expect(buy).toEqual([])
    expect(sell.length).toBe(5)
    expect(Math.min(...prices(sell))).toBeGreaterThanOrEqual(5)
  })

  it('have each level at a step of its own, worse than the one before, on both sides of the price', () => {
    fc.assert(
      fc.property(aFair, aBucket, (fair, bucket) => {
        const { buy, sell } = instrumentQuotes(listed('option'), fair, { ...context, bucket })
        expect(falls(prices(buy)) && falls(prices(sell).map(price => -price))).toBe(true)
        expect((prices(buy)[0] ?? 0) < (prices(sell)[0] ?? Number.POSITIVE_INFINITY)).toBe(true)
        for (const price of [...prices(buy), ...prices(sell)]) expect([price > 0, price % 5]).toEqual([true, 0])
      }),
      { numRuns: 500 },
    )
  })

  it('come in lots where the venue takes finer quantities than makers quote', () => {
    const { buy, sell } = instrumentQuotes(listed('option', { lot: dec('2') }), { price: 4_000, edge: 20 }, context)
    expect([...buy, ...sell].every(level => isMultipleOf(level.quantity, dec('2')))).toBe(true)
    const finer = instrumentQuotes(listed('option'), { price: 4_000, edge: 20 }, context)
    expect([...finer.buy, ...finer.sell].some(level => !isMultipleOf(level.quantity, dec('2')))).toBe(true)
  })

  it('are no larger than an order may be, and a step at least', () => {
    const sizes = (rules: Partial<Instrument>): Decimal[] => {
      const { buy, sell } = instrumentQuotes(listed('perpetual', rules), { price: 100_000, edge: 8 }, context)
      return [...buy, ...sell].map(level => level.quantity)
    }
    expect(new Set(sizes({ maximum_quantity: dec('0.3') }))).toEqual(new Set(['0.3']))
    expect(new Set(sizes({ quantity_step: dec('1000') }))).toEqual(new Set(['1000']))
  })

  it('stay while their bucket lasts, and move with the next, with the seed and with the instrument', () => {
    const at = (change: Partial<typeof context>, symbol = 'BTC-20261225-100000C'): string => {
      const { buy, sell } = instrumentQuotes(
        listed('option', { symbol }),
        { price: 4_000, edge: 60 },
        { ...context, ...change },
      )
      return [...prices(buy), ...prices(sell)].join(' ')
    }
    expect(at({})).toBe(at({}))
    expect(new Set([at({}), at({ bucket: 4 }), at({ seed: 8 }), at({}, 'BTC-20261225-110000C')]).size).toBe(4)
  })
})

describe('quotes of a package', () => {
  const leg = (ratio: number, price: number, rules: Partial<Instrument> = {}) =>
    ({ listed: listed('option', rules), ratio, price, edge: 20, indexPrice: 100_000 }) as const

  it('have a price below nothing where the legs that are sold are worth more', () => {
    const { buy, sell } = quotePackage('spread', [leg(1, 1_000), leg(-1, 3_000)], 7, 3)
    expect([...prices(buy), ...prices(sell)].every(price => price > -2_200 && price < -1_800)).toBe(true)
    expect(falls(prices(buy)) && falls(prices(sell).map(price => -price))).toBe(true)
    expect([buy.length, sell.length]).toEqual([3, 3])
  })

  it('are around the sum of the legs by their ratios', () => {
    fc.assert(
      fc.property(aBucket, fc.integer({ min: 1, max: 4 }), (bucket, ratio) => {
        const { buy, sell } = quotePackage('ratio', [leg(1, 5_000), leg(-ratio, 1_234)], 7, bucket)
        const fair = 5_000 - ratio * 1_234
        // Two fifths of the legs' edges, at most 1.15 of it, a fifth of it to either side, and a rounding step.
        const most = 0.4 * 20 * (1 + ratio) * 1.35 + 5
        expect(Math.abs((prices(buy)[0] ?? Number.NaN) - fair)).toBeLessThanOrEqual(most)
        expect(Math.abs((prices(sell)[0] ?? Number.NaN) - fair)).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('are on the finest price step of the legs and the coarsest of their quantities', () => {
    const legs = [
      leg(1, 1_001, { price_step: dec('0.5'), quantity_step: dec('0.1') }),
      leg(-1, 302, { quantity_step: dec('0.5') }),
    ]
    const seen = Array.from({ length: 20 }, (_, bucket) => quotePackage('steps', legs, 7, bucket)).flatMap(
      ({ buy, sell }) => [...buy, ...sell],
    )
    expect(seen.every(level => isMultipleOf(level.price, dec('0.5')) && isMultipleOf(level.quantity, dec('0.5')))).toBe(
      true,
    )
    expect(seen.some(level => !isMultipleOf(level.price, dec('5')))).toBe(true)
  })

  it('are no larger than the leg that is taken most often allows', () => {
    const legs = [leg(1, 1_000, { maximum_quantity: dec('8') }), leg(-4, 300, { maximum_quantity: dec('2') })]
    // Makers would quote over a hundred of something this cheap.
    const { buy, sell } = quotePackage(
      'size',
      legs.map(each => ({ ...each, indexPrice: 1_000 })),
      7,
      3,
    )
    expect(new Set([...buy, ...sell].map(level => level.quantity))).toEqual(new Set(['0.5']))
  })
})
