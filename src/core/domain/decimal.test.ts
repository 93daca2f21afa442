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
  test('a text or number that is no decimal, or longer than 80 characters, is rejected', () => {
    expect(d.parseDecimal(`-${'1'.repeat(79)}`)).toHaveLength(80)
    expect([d.decimalFromNumber(1e79)?.length, d.decimalFromNumber(1e80)]).toEqual([80, undefined])
    expect(d.dec(-2.5)).toBe('-2.5')
    expect(() => d.dec('1e5')).toThrow('not a decimal: 1e5')
    expect(() => d.dec(Number.NaN)).toThrow('not a decimal: NaN')
  })
  test('0.1 + 0.2 is 0.3', () => expect(d.add(d.dec('0.1'), d.dec('0.2'))).toBe('0.3'))
  test('what a venue computes is printed with at least one decimal', () => {
    const printed = ['10', '0.05', '-3', '1.5'].map(value => [1, 3].map(least => d.withPlaces(d.dec(value), least)))
    expect(printed).toEqual([
      ['10.0', '10.000'],
      ['0.05', '0.050'],
      ['-3.0', '-3.000'],
      ['1.5', '1.500'],
    ])
    expect(d.withPlaces(d.dec('10'), 0)).toBe('10')
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
  test.each([
    ['221.8015', '221.8015'],
    ['-250.12525', '-250.13'],
    ['100', '100'],
    ['1.331575', '1.331575'],
    ['99.99999999', '100'],
    ['1.0000499', '1'],
    ['0.123456789', '0.12345679'],
    ['-0.00000000012345', '-0.0000000001234'],
  ])('the average price %s is shown as %s', (price, shown) => expect(d.averagePriceOf(d.dec(price))).toBe(shown))
  test('an exact quotient is told from one that does not terminate', () => {
    expect(d.divExact(d.dec('200'), d.dec('8'))).toBe('25')
    expect(d.divExact(d.dec('200'), d.dec('3'))).toBeUndefined()
  })
  test('a quotient is rounded half-even to 40 places, and nothing is divided by zero', () => {
    const last = (digit: string) => d.dec(`0.${'0'.repeat(39)}${digit}`)
    const halves = ['1', '2', '3', '-3'].map(units => d.div(d.mul(d.dec(units), last('1')), d.dec('2')))
    expect(halves).toEqual(['0', last('1'), last('2'), d.neg(last('2'))])
    expect(d.div(d.dec('2'), d.dec('3'))).toBe(`0.${'6'.repeat(39)}7`)
    const nothing: d.Decimal = d.dec('0.0')
    expect(() => d.div(d.one, nothing)).toThrow('Division by zero')
    expect(() => d.divExact(d.one, nothing)).toThrow('Division by zero')
    expect(() => d.roundToStep(d.one, nothing, 'down')).toThrow('Division by zero')
  })
  test('each product has two factors', () => expect(() => d.sumProducts([d.one], [])).toThrow('1 and 0 factors'))
  test('every value is a multiple of a step of zero', () => {
    expect([d.isMultipleOf(d.dec('0.3'), d.dec('0.0')), d.isMultipleOf(d.dec('0.3'), d.dec('0.2'))]).toEqual([
      true,
      false,
    ])
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
    const hairs = (count: number) => d.mul(d.dec(count), hair)
    expect([5, 15, -5, -15, 16].map(count => d.roundToStep(hairs(count), hairs(10), 'nearest'))).toEqual(
      [0, 20, 0, -20, 20].map(hairs),
    )
  })
  test('sum is the fold of add, and order does not matter to it', () => {
    fc.assert(fc.property(fc.array(decimal), values => d.eq(d.sum(values), d.sum([...values].reverse()))))
  })
  test('comparison agrees with the sign of the difference', () => {
    const by = fc.constantFrom(undefined, d.zero, d.dec('0.0000000000001'))
    fc.assert(
      fc.property(decimal, decimal, by, fc.nat(3), (a, other, apart, more) => {
        // Far from each other, a hair apart, or equal and perhaps with more zeros.
        const near = d.add(a, apart ?? d.zero)
        const b = apart === undefined ? other : d.withPlaces(near, d.places(near) + more)
        const way = d.sign(d.sub(a, b))
        expect(d.cmp(a, b)).toBe(way)
        expect([d.eq(a, b), d.lt(a, b), d.lte(a, b), d.gt(a, b), d.gte(a, b)]).toEqual([
          way === 0,
          way < 0,
          way <= 0,
          way > 0,
          way >= 0,
        ])
        // Of equal ones the first, as written.
        expect([d.min(a, b), d.max(a, b)]).toEqual([way <= 0 ? a : b, way >= 0 ? a : b])
      }),
    )
  })
  test('the greatest common divisor divides every value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1 }), values => {
        const divisor = d.gcd(values)
        const largest = Math.min(...values)
        const divisors = Array.from({ length: largest }, (_, at) => largest - at)
        return divisor === divisors.find(each => values.every(value => value % each === 0))
      }),
      { numRuns: 30 },
    )
    expect(d.gcd([0, 4, 0])).toBe(4)
    expect(d.gcd([10, -20, 4])).toBe(2)
    expect(d.gcd([])).toBe(0)
  })
})

describe('a decimal on screen', () => {
  test.each([
    ['1234567.5', { step: '0.05' }, '1,234,567.50'],
    ['-1234.5', { step: '0.5' }, '−1,234.5'],
    ['999', {}, '999'],
    ['1000', {}, '1,000'],
    ['0.00001234', {}, '0.00001234'],
    ['0.125', { places: 2 }, '0.12'],
    ['10.0', {}, '10.0'],
    ['10', { step: '1' }, '10'],
    ['12', { step: '10' }, '12'],
    ['-0.001', { places: 2 }, '0.00'],
    ['5', { sign: 'always' }, '+5'],
    ['0', { sign: 'always' }, '0'],
  ] as const)('%s as %o reads %s', (value, form, text) => {
    expect(d.formatDecimal(d.dec(value), 'step' in form ? { ...form, step: d.dec(form.step) } : form)).toBe(text)
  })

  test.each([
    ['0.0000000123', '0.01', '0.0000000123'],
    ['-0.00000001', '0.01', '−0.00000001'],
    ['0.000123456789', '0.01', '0.000123'],
    ['0.004', '0.01', '0.004'],
    ['0.006', '0.01', '0.01'],
    ['0', '0.01', '0.00'],
    ['96000.5', '0.5', '96,000.5'],
  ])('%s at the step %s is never shown as nothing while it is there: %s', (value, step, text) => {
    expect(d.formatDecimal(d.dec(value), { step: d.visibleStep(d.dec(step), d.dec(value)) })).toBe(text)
  })

  test('read back is the same value, rounded to what is shown', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: 0, max: 8 }), (value, places) => {
        const shown = d.formatDecimal(value, { places })
        const back = d.parseDecimal(shown.replaceAll(',', '').replace('−', '-').replace('+', ''))
        expect(back !== undefined && d.eq(back, d.roundTo(value, places))).toBe(true)
      }),
    )
  })

  test('has as many decimals whatever its value, so that columns line up', () => {
    fc.assert(
      fc.property(decimal, value => {
        expect(d.formatDecimal(value, { step: d.dec('0.05') })).toMatch(/^−?\d{1,3}(,\d{3})*\.\d{2}$/)
      }),
    )
  })
})
