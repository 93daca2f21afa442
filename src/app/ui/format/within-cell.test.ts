import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fits, withinCell } from './within-cell.ts'

describe('a figure within a cell', () => {
  test.each([
    ['−249,072.51', 120, '−249,072.51'],
    ['−249,072.51', 82, '−249,073'],
    ['−249,072.51', 76, '−249,073'],
    ['−1,249,072.51', 70, '−1.25M'],
    ['−249,072.51', 58, '−249k'],
    ['+1,459.20', 62, '+1,459'],
    ['1,234,567.89', 58, '1.23M'],
    ['−118.11 %', 74, '−118.1 %'],
    ['1,105,317.40', 95, '1,105,317.4'],
    ['999,960.00', 50, '1.0M'],
    ['0.00012', 30, '0.00012'],
  ])('%s in %i px reads %s', (text, width, shown) => expect(withinCell(text, width)).toBe(shown))

  test('is left alone where it is no figure', () => expect(withinCell('25DEC26 110000 C', 40)).toBe('25DEC26 110000 C'))

  test('says the same number, to the digits that it shows', () => {
    const value = fc.double({ min: -1e12, max: 1e12, noNaN: true }).filter(each => Math.abs(each) >= 1)
    fc.assert(
      fc.property(value, fc.integer({ min: 60, max: 140 }), (number, width) => {
        const text = number
          .toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
          .replace('-', '−')
        const shown = withinCell(text, width)
        const [, digits = '', letter = ''] = /^([\d.,−]+)([kMBT]?)$/.exec(shown) ?? []
        const scale = { '': 1, k: 1e3, M: 1e6, B: 1e9, T: 1e12 }[letter] ?? Number.NaN
        const read = Number(digits.replaceAll(',', '').replace('−', '-')) * scale
        expect(Math.abs(read - number)).toBeLessThanOrEqual(0.5 * scale + 0.01)
        expect(fits(shown, width)).toBe(true)
      }),
    )
  })
})
