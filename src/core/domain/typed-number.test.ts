import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, type Decimal, eq, formatDecimal, neg } from './decimal.ts'
import { numberText, parseTypedNumber, readNumber, whyNoNumber } from './typed-number.ts'

describe('a typed number', () => {
  test.each([
    ['10', '10'],
    ['1,000,000', '1000000'],
    ['1.000.000', '1000000'],
    ['1.000.000,25', '1000000.25'],
    ['1,250.5', '1250.5'],
    ['1.250,5', '1250.5'],
    ['1,250.', '1250'],
    ['1 000', '1000'],
    ['1\u00a0000,5', '1000.5'],
    ['1\u202f000\u202f000.5', '1000000.5'],
    ["1'250.25", '1250.25'],
    ['1’250', '1250'],
    ['10k', '10000'],
    ['1,5k', '1500'],
    ['2.5m', '2500000'],
    ['2.5 K', '2500'],
    ['+5', '5'],
    ['$1700', '1700'],
    ['-$1,700.50', '-1700.5'],
    ['−30', '-30'],
    ['–1,25', '-1.25'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['-.5', '-0.5'],
    ['3.', '3'],
    ['3,', '3'],
    ['1,5', '1.5'],
    ['1,50', '1.5'],
    ['1,2500', '1.25'],
    [' 0.500 ', '0.5'],
    ['1234.567', '1234.567'],
    ['1234,567', '1234.567'],
  ])('%j is %s', (text, value) => expect(readNumber(text)).toEqual({ kind: 'number', value }))

  test.each([
    ['0,001', '0.001'],
    ['0,500', '0.5'],
    ['-0,250', '-0.25'],
    ['0.500', '0.5'],
    ['00,500', '0.5'],
  ])('whose first group is zero has no thousands: %j is %s', (text, value) => {
    expect(readNumber(text)).toEqual({ kind: 'number', value })
  })

  test.each([
    ['0005', '5'],
    ['007.50', '7.5'],
    ['-0', '0'],
    ['0', '0'],
    ['000', '0'],
    ['5.0', '5'],
  ])('is canonical: %j is %s', (text, value) => expect(readNumber(text)).toEqual({ kind: 'number', value }))

  test.each([
    ['.', '.'],
    ['-', '-'],
    ['$', '$'],
    ['abc', 'a'],
    ['12x', 'x'],
    ['1e5', 'e'],
    ['--3', '-'],
    ['3-', '-'],
    ['1,00,000', ','],
    ['0,500,000', ','],
    ['1.2.3', '.'],
    ['1,250,5', ','],
    ['1,000 000', ' '],
    ['5 5', ' '],
    ['0 500', ' '],
    ['0x10', 'x'],
    ['k', 'k'],
    ['1bn', 'b'],
    ['1k5', '5'],
    ['١٢', '١'],
    ['1½', '½'],
    ['5%', '%'],
    ['1'.repeat(41), '1'],
  ])('%j is none, for %j', (text, character) => {
    expect(readNumber(text)).toEqual({ kind: 'refused', character })
    expect(whyNoNumber(text)).toContain(character === ' ' ? 'a space' : `“${character}”`)
  })

  test.each([
    ['3.500', ['3500', '3.5']],
    ['3,500', ['3500', '3.5']],
    ['1,500', ['1500', '1.5']],
    ['1.500', ['1500', '1.5']],
    ['1.000', ['1000', '1']],
    ['-1,250', ['-1250', '-1.25']],
    ['$12,345', ['12345', '12.345']],
    ['1.000k', ['1000000', '1000']],
  ])('%j is asked about', (text, readings) => {
    expect(readNumber(text, dec('5'))).toEqual({ kind: 'ambiguous', readings })
    expect(parseTypedNumber(text)).toBeUndefined()
    expect(whyNoNumber(text)).toMatch(/^Is “.*” .* or .*\?$/)
  })

  test('with three decimals is plain if the step has them, as the program prints it; a comma is asked about', () => {
    expect(parseTypedNumber('1.505', dec('0.005'))).toBe('1.505')
    expect(readNumber('1,505', dec('0.005'))?.kind).toBe('ambiguous')
  })

  test('is missing if nothing is typed', () => {
    expect([readNumber(''), readNumber('  '), whyNoNumber(''), whyNoNumber('5')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  const typed = fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,-+−$km ’'x")), maxLength: 9 })
  const valuesOf = (text: string): readonly Decimal[] => {
    const read = readNumber(text)
    return read?.kind === 'number' ? [read.value] : read?.kind === 'ambiguous' ? read.readings : []
  }

  test('printed and read again is the same', () => {
    fc.assert(
      fc.property(typed, text => {
        for (const value of valuesOf(text)) {
          expect(readNumber(numberText(value))).toEqual({ kind: 'number', value })
          expect(valuesOf(formatDecimal(value))).toContain(value)
        }
      }),
      { numRuns: 20_000 },
    )
  })

  test('with point and comma exchanged is the same number, or the same question', () => {
    fc.assert(
      fc.property(typed, text => {
        const other = text.replace(/[.,]/g, mark => (mark === '.' ? ',' : '.'))
        expect(valuesOf(other)).toEqual(valuesOf(text))
      }),
      { numRuns: 20_000 },
    )
  })

  test('has the digits that were typed, and a sign only if one was', () => {
    const digitsOf = (text: string): string => text.replace(/\D/g, '').replace(/^0+|0+$/g, '')
    fc.assert(
      fc.property(typed, text => {
        for (const value of valuesOf(text)) {
          expect(digitsOf(value)).toBe(digitsOf(text))
          expect(value.startsWith('-')).toBe(/[-−]/.test(text) && !eq(value, neg(value)))
        }
      }),
      { numRuns: 20_000 },
    )
  })
})
