import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec } from './decimal.ts'
import { parseTypedNumber, readNumber } from './typed-number.ts'

describe('a typed number', () => {
  test.each([
    ['10', '10'],
    ['1,000', '1000'],
    ['1 000', '1000'],
    ['1\u202f000\u202f000.5', '1000000.5'],
    ["1'250.25", '1250.25'],
    ['10k', '10000'],
    ['2.5m', '2500000'],
    ['2.5 K', '2500'],
    ['+5', '5'],
    ['$1700', '1700'],
    ['-$1,700', '-1700'],
    ['−30', '-30'],
    ['.5', '0.5'],
    ['-.5', '-0.5'],
    ['3.', '3'],
    [' 0.500 ', '0.500'],
    ['1234.567', '1234.567'],
  ])('%j is %s', (text, value) => {
    expect(readNumber(text)).toEqual({ kind: 'number', value })
  })

  test.each(['', '.', '-', 'abc', '1e5', '--3', '1,2', '1,00', ',5', '1.2.3', '1,000 000', '5 5', '0x10', 'k', '1bn', '1'.repeat(41)])(
    '%j is none',
    text => {
      expect(readNumber(text)).toBeUndefined()
    },
  )

  test.each([
    ['3.500', ['3500', '3.5']],
    ['1.000', ['1000', '1']],
    ['-1.250', ['-1250', '-1.25']],
    ['1.000k', ['1000000', '1000']],
  ])('%j is asked about', (text, readings) => {
    expect(readNumber(text, dec('5'))).toEqual({ kind: 'ambiguous', readings })
    expect(parseTypedNumber(text)).toBeUndefined()
  })

  test('three decimals are plain where the step has them', () => {
    expect(parseTypedNumber('1.505', dec('0.005'))).toBe('1.505')
  })

  test('a sign is read only where one was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,-+−$km ')), maxLength: 9 }), text => {
        const read = readNumber(text)
        const values = read === undefined ? [] : read.kind === 'number' ? [read.value] : read.readings
        for (const value of values) if (value.startsWith('-')) expect(text).toMatch(/[-−]/)
      }),
      { numRuns: 20_000 },
    )
  })
})
