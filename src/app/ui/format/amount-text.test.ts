import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { abs, dec, gte, eq, lte, parseDecimal, sub } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import { exactPriceText, priceText } from '../charts/price-text.ts'
import { averagePriceShown } from './amounts.ts'
import { formatCompact, formatNumber, formatPercent, signShown } from './format-decimal.ts'
import { moneyScale } from './money-scale.ts'

const floats = fc.double({ min: -1e12, max: 1e12, noNaN: true, noDefaultInfinity: true })
const letters: Readonly<Record<string, number>> = { '': 1, k: 1e3, M: 1e6, B: 1e9, T: 1e12 }
const read = (text: string): number => {
  const [, sign = '', digits = '', letter = ''] = /^([+−]?)([\d,.]+)([kMBT]?)(?: %)?$/.exec(text) ?? []
  return (sign === '−' ? -1 : 1) * Number(digits.replaceAll(',', '')) * (letters[letter] ?? Number.NaN)
}
const unreadable = /^[+−]0(?:\.0*)?[kMBT]?(?: %)?$|e|^[+−]?\d{4}|\.\d*[1-9]\d{4}/

describe('a float as text', () => {
  it('is never a signed zero, an exponent or ungrouped, in any form', () =>
    fc.assert(
      fc.property(floats, value => {
        for (const text of [
          formatNumber(value, { sign: 'always' }),
          formatPercent(value, { sign: 'always' }),
          formatCompact(value),
          priceText(value),
        ])
          expect(text).not.toMatch(unreadable)
      }),
    ))

  it('is zero where it is next to nothing, and missing only where it is not finite', () => {
    for (const value of [5e-324, -1e-120, 1e-78, -0]) {
      expect([formatNumber(value, { places: 4, sign: 'always' }), formatPercent(value), formatCompact(value)]).toEqual([
        '0.0000',
        '0.0 %',
        '0',
      ])
      expect([value, -value].map(moneyScale([value]))).toEqual(['0.00', '0.00'])
    }
    expect(formatNumber(Number.NaN)).toBe('–')
  })

  it('shortened is the number to three digits, at every boundary of a letter', () => {
    const near = fc.tuple(
      fc.constantFrom(1, 10, 1e3, 1e4, 1e5, 1e6, 1e9, 1e12),
      fc.double({ min: 0.98, max: 1.02, noNaN: true }),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          floats,
          near.map(([scale, part]) => scale * part),
        ),
        value => {
          const text = formatCompact(value)
          expect(Math.abs(read(text) - value)).toBeLessThanOrEqual(Math.abs(value) * 0.005_1 + 1e-9)
          if (Math.abs(value) < 9.99e14) expect(text).not.toContain('1,000')
        },
      ),
    )
  })

  it('shortened keeps the order of values', () =>
    fc.assert(fc.property(floats, floats, (a, b) => a > b || read(formatCompact(a)) <= read(formatCompact(b)))))

  it('has the sign of the value or none', () =>
    fc.assert(
      fc.property(floats, value => {
        const shown = signShown(formatNumber(value, { sign: 'always' }))
        expect([0, Math.sign(value)]).toContain(shown)
        if (Math.abs(value) >= 0.01) expect(shown).toBe(Math.sign(value))
      }),
    ))
})

it('amounts in one step have the same places and letter, save those that are nothing, and none is off by more than half of its last digit', () =>
  fc.assert(
    fc.property(fc.array(floats, { minLength: 1, maxLength: 12 }), values => {
      const texts = values.map(moneyScale(values))
      const forms = new Set(
        texts.filter(text => text !== '0').map(text => text.replace(/^[+−]?[\d,]+/, '').replaceAll(/\d/g, '0')),
      )
      expect(forms.size).toBeLessThanOrEqual(1)
      const [form = ''] = forms
      const unit =
        (letters[/[kM]/.exec(form)?.[0] ?? ''] ?? 1) * 10 ** -(form.split('.')[1]?.replace(/[kM]/, '').length ?? 0)
      for (const [at, text] of texts.entries())
        expect(Math.abs(read(text) - (values[at] ?? 0))).toBeLessThanOrEqual(unit * 0.501)
    }),
  ))

describe('a price', () => {
  it('that means something reads back to its cent, without needless zeros', () =>
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1e7, noNaN: true }), price => {
        const text = exactPriceText(price)
        expect(text).not.toMatch(/\.\d*0$|\.$/)
        expect(Math.abs(read(text) - price)).toBeLessThanOrEqual(price >= 10 ? 0.005_01 : 5.01e-7)
      }),
    ))
  it('of an average is the price to what is shown, and never none where something was paid', () =>
    fc.assert(
      fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), fc.integer({ min: 0, max: 8 }), (units, places) => {
        const digits = String(Math.abs(units)).padStart(9, '0')
        const at = digits.length - places
        const value = dec(`${units < 0 ? '-' : ''}${digits.slice(0, at)}${places === 0 ? '' : `.${digits.slice(at)}`}`)
        const shown = averagePriceShown(value)
        expect(
          shown !== undefined && lte(abs(sub(shown, value)), dec(gte(abs(value), dec('100')) ? '0.005' : '0.00005')),
        ).toBe(true)
        if (units !== 0) expect(shown).not.toBe('0')
      }),
    ))
  it('written exactly reads back as itself, whatever zeros it came with', () =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
        fc.constantFrom('', '.0', '.10', '.000005', '.50'),
        (whole, tail) => {
          const value = dec(`${whole}${tail}`)
          const text = exactText(value, true)
          const back = parseDecimal(text.replaceAll(',', '').replace('−', '-').replace('+', ''))
          expect(back !== undefined && eq(back, value)).toBe(true)
          expect(text).not.toMatch(/^[+−]0$|\.\d*0$/)
        },
      ),
    ))
})
