import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { abs, add, dec, type Decimal, eq, gt, gte, isMultipleOf, lt, lte, mul, sub } from '../decimal.ts'
import { nearestPrices, nearestQuantity, type PackageSize, packageSize, type SizedLeg } from './package-leg.ts'

const leg = (ratio: number, step: string, least = step, most = '100000'): SizedLeg => ({
  ratio,
  instrument: { quantity_step: dec(step), minimum_quantity: dec(least), maximum_quantity: dec(most) },
})
const sizeOf = (...legs: readonly SizedLeg[]): PackageSize | undefined => packageSize(legs)

/** The venue's check of each leg. */
const admits = (legs: readonly SizedLeg[], quantity: Decimal): boolean =>
  legs.every(({ ratio, instrument }) => {
    const own = mul(quantity, dec(Math.abs(ratio)))
    return (
      isMultipleOf(own, instrument.quantity_step) &&
      gte(own, instrument.minimum_quantity) &&
      lte(own, instrument.maximum_quantity)
    )
  })

describe('the sizes of a package', () => {
  test.each<
    readonly [
      what: string,
      legs: readonly SizedLeg[],
      expected: readonly [step: string, least: string, most: string] | undefined,
    ]
  >([
    ['are those of its one leg', [leg(1, '0.1', '0.2', '50')], ['0.1', '0.2', '50']],
    ['are finer where a leg has a larger ratio', [leg(2, '0.1')], ['0.05', '0.05', '50000']],
    ['are as coarse as the coarsest leg asks', [leg(1, '0.1'), leg(-1, '0.0001')], ['0.1', '0.1', '100000']],
    ['are whole steps of every leg', [leg(2, '0.3'), leg(-3, '0.2')], ['0.6', '0.6', '33333']],
    [
      'end where the first leg is full',
      [leg(1, '0.1', '0.1', '10'), leg(-4, '0.1', '0.1', '10')],
      ['0.1', '0.1', '2.5'],
    ],
    ['begin where the last leg has its minimum', [leg(1, '0.1', '5'), leg(-1, '0.1')], ['0.1', '5', '100000']],
    [
      'are none where a leg must be larger than another may be',
      [leg(1, '0.1', '50'), leg(-1, '0.1', '0.1', '10')],
      undefined,
    ],
    ['are none without legs', [], undefined],
  ])('%s', (_, legs, expected) => {
    const found = sizeOf(...legs)
    expect(found === undefined ? undefined : [found.step, found.least, found.most].map(each => dec(each))).toEqual(
      expected === undefined ? undefined : expected.map(each => dec(each)),
    )
  })

  const step = fc.constantFrom('0.1', '0.05', '0.0001', '1', '0.3', '0.25')
  const legs = fc.array(
    fc
      .record({
        ratio: fc.integer({ min: -6, max: 6 }).filter(ratio => ratio !== 0),
        step,
        least: fc.integer({ min: 1, max: 20 }),
        most: fc.integer({ min: 20, max: 400 }),
      })
      .map(one => leg(one.ratio, one.step, mul(dec(one.step), dec(one.least)), mul(dec(one.step), dec(one.most)))),
    { minLength: 1, maxLength: 4 },
  )

  test('from the least to the most, every step of them and nothing else passes the venue’s check of each leg', () => {
    fc.assert(
      fc.property(legs, fc.integer({ min: 0, max: 40 }), (given, steps) => {
        const size = packageSize(given)
        if (size === undefined) return
        const quantity = add(size.least, mul(size.step, dec(steps)))
        expect(admits(given, quantity)).toBe(lte(quantity, size.most))
        expect(admits(given, size.most)).toBe(true)
        expect(admits(given, add(size.most, size.step))).toBe(false)
        const below = sub(size.least, size.step)
        expect(gt(below, dec('0')) && admits(given, below)).toBe(false)
      }),
    )
  })

  test('nothing between two steps passes: the step is the finest there is', () => {
    fc.assert(
      fc.property(legs, fc.integer({ min: 2, max: 7 }), (given, part) => {
        const size = packageSize(given)
        if (size === undefined) return
        const between = add(size.least, mul(size.step, dec(`0.${part}`)))
        expect(lt(between, size.most) && admits(given, between)).toBe(false)
      }),
    )
  })

  test('the nearest to what was asked passes, is no farther than half a step from it inside the bounds, and is silent where it passes already', () => {
    fc.assert(
      fc.property(legs, fc.integer({ min: 1, max: 5_000_000 }), (given, asked) => {
        const size = packageSize(given)
        if (size === undefined) return
        const quantity = mul(dec(asked), dec('0.0001'))
        const nearest = nearestQuantity(quantity, size)
        expect(admits(given, nearest ?? quantity)).toBe(true)
        if (nearest === undefined) return
        const isInside = gte(quantity, size.least) && lte(quantity, size.most)
        if (isInside) expect(lte(mul(abs(sub(nearest, quantity)), dec('2')), size.step)).toBe(true)
        else expect(eq(nearest, lt(quantity, size.least) ? size.least : size.most)).toBe(true)
      }),
    )
  })
})

describe('the prices on a tick beside one that is not', () => {
  test('lie around it, a tick apart, whatever its sign', () => {
    expect(nearestPrices(dec('3281'), dec('5'))).toEqual(['3280', '3285'])
    expect(nearestPrices(dec('-3281'), dec('5'))).toEqual(['-3285', '-3280'])
    expect(nearestPrices(dec('3280'), dec('5'))).toEqual(['3280', '3280'])
  })

  test('are on the tick and never a tick or more away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e7, max: 1e7 }),
        fc.constantFrom('5', '0.5', '0.05', '0.01'),
        (hundredths, tick) => {
          const price = mul(dec(hundredths), dec('0.01'))
          const [below, above] = nearestPrices(price, dec(tick))
          expect(isMultipleOf(below, dec(tick)) && isMultipleOf(above, dec(tick))).toBe(true)
          expect(lte(below, price) && gte(above, price)).toBe(true)
          expect(lte(sub(above, below), dec(tick))).toBe(true)
        },
      ),
    )
  })
})
