import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as d from './decimal.ts'

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 12 }))
  .map(([units, scale]) => {
    const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
    const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
    return d.dec(`${units < 0n ? '-' : ''}${text}`)
  })
const positive = decimal.filter(value => d.sign(value) > 0)

describe('decimal text', () => {
  test.each(['1e5', '+1', ' 1', '1 ', '.5', '5.', '', '-', '0x10', 'NaN', 'Infinity', '1,000', '٣', '1'.repeat(81)])(
    '%j is not a decimal',
    text => {
      expect(d.parseDecimal(text)).toBeUndefined()
    },
  )
  test('text is kept as written; arithmetic answers canonical text', () => {
    expect(d.parseDecimal('010.00')).toBe('010.00')
    expect(d.add(d.dec('010.00'), d.dec('0'))).toBe('10')
    expect(d.canonical(d.dec('-0.00'))).toBe('0')
  })
  test('numbers with exponents are written out', () => {
    expect(d.decimalFromNumber(1e-7)).toBe('0.0000001')
    expect(d.decimalFromNumber(1e21)).toBe('1000000000000000000000')
    expect(d.decimalFromNumber(Number.NaN)).toBeUndefined()
  })
  test('0.1 + 0.2 is 0.3', () => expect(d.add(d.dec('0.1'), d.dec('0.2'))).toBe('0.3'))
  test('what a venue computes is printed with at least one decimal', () => {
    expect([d.withPlaces(d.dec('10'), 1), d.withPlaces(d.dec('0.05'), 1), d.withPlaces(d.dec('-3'), 1)]).toEqual([
      '10.0',
      '0.05',
      '-3.0',
    ])
  })
  test.each([
    ['0.00000000022', 8, 8, '0.00000000022'],
    ['0.000000000223456789123', 8, 4, '0.0000000002235'],
    ['-0.00000000022', 2, 4, '-0.00000000022'],
    ['0.99995', 4, 4, '1'],
    ['0.12345678912', 8, 4, '0.12345679'],
    ['0.0012345678', 8, 8, '0.0012345678'],
    ['12.00000000022', 8, 8, '12'],
    ['0', 8, 8, '0'],
    ['0.000', 2, 4, '0'],
  ] as const)('the price %s to %d places and %d digits is %s', (price, places, digits, rounded) => {
    expect(d.roundPrice(d.dec(price), places, digits)).toBe(rounded)
  })
  test('an exact quotient is told from one that does not terminate', () => {
    expect(d.divExact(d.dec('200'), d.dec('8'))).toBe('25')
    expect(d.divExact(d.dec('200'), d.dec('3'))).toBeUndefined()
  })
})

describe('decimal algebra', () => {
  test('subtraction undoes addition', () => {
    fc.assert(fc.property(decimal, decimal, (a, b) => d.eq(d.sub(d.add(a, b), b), a)))
  })
  test('multiplication distributes over addition', () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (a, b, c) => d.eq(d.mul(a, d.add(b, c)), d.add(d.mul(a, b), d.mul(a, c)))),
    )
  })
  test('rounding to a step: down ≤ value ≤ up, both multiples, less than a step apart', () => {
    fc.assert(
      fc.property(decimal, positive, (a, step) => {
        const down = d.roundToStep(a, step, 'down')
        const up = d.roundToStep(a, step, 'up')
        return (
          d.lte(down, a) &&
          d.gte(up, a) &&
          d.isMultipleOf(down, step) &&
          d.isMultipleOf(up, step) &&
          d.lte(d.sub(up, down), step)
        )
      }),
    )
  })
  test('rounding to a step is exact however many places either has', () => {
    const long = fc
      .tuple(fc.bigInt({ min: -(10n ** 70n), max: 10n ** 70n }), fc.integer({ min: 0, max: 75 }))
      .map(([units, scale]) => {
        const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
        return d.dec(
          `${units < 0n ? '-' : ''}${digits.slice(0, digits.length - scale)}.${digits.slice(digits.length - scale)}0`,
        )
      })
    const size = long.map(d.abs).filter(value => d.sign(value) > 0)
    fc.assert(
      fc.property(long, size, (a, step) => {
        const [down, up, nearest] = (['down', 'up', 'nearest'] as const).map(way => d.roundToStep(a, step, way)) as [
          d.Decimal,
          d.Decimal,
          d.Decimal,
        ]
        expect(d.lte(down, a) && d.lte(a, up)).toBe(true)
        expect([d.isMultipleOf(down, step), d.isMultipleOf(up, step)]).toEqual([true, true])
        expect(d.eq(d.sub(up, down), d.eq(down, a) ? d.zero : step)).toBe(true)
        const [below, above] = [d.sub(a, down), d.sub(up, a)]
        if (!d.eq(below, above)) expect(nearest).toBe(d.lt(below, above) ? down : up)
        else expect([down, up]).toContain(nearest)
      }),
    )
  })
  test('what lies a hair off a multiple is not taken for it', () => {
    const almostOne = d.dec(`0.${'9'.repeat(45)}`)
    const hair = d.dec(`0.${'0'.repeat(50)}1`)
    expect(d.roundToStep(almostOne, d.one, 'down')).toBe('0')
    expect(d.roundToStep(almostOne, d.one, 'nearest')).toBe('1')
    expect([d.roundToStep(hair, d.one, 'down'), d.roundToStep(hair, d.one, 'up')]).toEqual(['0', '1'])
    expect(d.roundToStep(d.neg(hair), d.one, 'down')).toBe('-1')
  })
  test('sum is the fold of add, and order does not matter to it', () => {
    fc.assert(fc.property(fc.array(decimal), values => d.eq(d.sum(values), d.sum([...values].reverse()))))
  })
  test('comparison agrees with the sign of the difference', () => {
    fc.assert(fc.property(decimal, decimal, (a, b) => d.cmp(a, b) === d.sign(d.sub(a, b))))
  })
  test('the greatest common divisor divides every value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1 }), values => {
        const divisor = d.gcd(values)
        return values.every(value => value % divisor === 0)
      }),
    )
    expect(d.gcd([10, -20, 4])).toBe(2)
    expect(d.gcd([])).toBe(0)
  })
})
