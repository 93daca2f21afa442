import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, eq } from './decimal.ts'
import { effectOf } from './normalise.ts'
import {
  isBlankPrice,
  parsePriceEntry,
  priceOfOtherSide,
  priceText,
  readEntry,
  readPrice,
  turnedPrice,
  typedPrice,
} from './price-entry.ts'

describe('the price of a package', () => {
  test('is an amount above zero, paid or received as the toggle says', () => {
    expect(typedPrice('3000', '', 'credit')).toBe('3000 credit')
    expect(typedPrice('31', '3000 credit', 'debit')).toBe('31 credit')
    expect(parsePriceEntry('3000 credit', 'buy')).toBe('-3000')
    expect(readEntry('3000 credit', 'buy')).toEqual({ text: '3000', direction: 'credit' })
  })
  test.each([
    ['-3000', 'buy', 'credit'],
    ['+3000', 'buy', 'debit'],
    ['-3000', 'sell', 'debit'],
    ['80 cr', 'sell', 'credit'],
  ] as const)('typed as %s to %s keeps its text, and the toggle shows %s', (text, side, direction) => {
    expect(typedPrice(text, '', 'debit')).toBe(text)
    expect(readEntry(text, side)).toEqual({ text, direction })
  })
  test('loses a typed sign with the text that held it', () => {
    expect(typedPrice('1700', '-1700', 'debit')).toBe('1700 debit')
    expect(typedPrice('2', '80 cr', 'debit')).toBe('2 debit')
  })
  test('at hand is written as an amount and its way, of one instrument as a number', () => {
    expect(priceText(dec('-3257.50'), 'buy', false)).toBe('3257.5 credit')
    expect(priceText(dec('120'), 'sell', false)).toBe('120 credit')
    expect(priceText(dec('120'), 'sell', true)).toBe('120')
  })
  test('that is still being typed, or is none, stays as it is', () => {
    expect(typedPrice('3.', '', 'debit')).toBe('3. debit')
    expect(readEntry('3. debit', 'buy').text).toBe('3.')
    expect(typedPrice('-', '', 'debit')).toBe('-')
    expect(readEntry('abc', 'buy')).toEqual({ text: 'abc', direction: undefined })
    expect(typedPrice(' ', '', 'debit')).toBe('')
  })
  test('is turned by the toggle', () => {
    expect(turnedPrice('-3000', 'buy', 'debit')).toBe('3000 debit')
    expect(turnedPrice('3,000 credit', 'buy', 'debit')).toBe('3,000 debit')
  })
  test('is paid or received as was chosen, though no amount is typed yet', () => {
    const chosen = turnedPrice('', 'buy', 'credit')
    expect(readEntry(chosen, 'buy')).toEqual({ text: '', direction: 'credit' })
    expect(parsePriceEntry(chosen, 'buy')).toBeUndefined()
    expect([chosen, '', ' ', '3000 credit', 'x'].map(isBlankPrice)).toEqual([true, true, true, false, false])
  })
  test('stays what it is when the side is turned: what one side pays the other receives', () => {
    expect(['3000 debit', 'credit', '120', ''].map(priceOfOtherSide)).toEqual(['3000 credit', 'debit', '120', ''])
  })
  test.each([
    ['120 debit', 'buy', '120'],
    ['120 debit', 'sell', '-120'],
    ['80 credit', 'buy', '-80'],
    ['80cr', 'sell', '80'],
    ['credit 80', 'sell', '80'],
    ['−30', 'buy', '-30'],
    ['+1,250.5', 'buy', '1250.5'],
    ['1.7k', 'buy', '1700'],
    ['$1 700 credit', 'buy', '-1700'],
    ['even', 'sell', '0'],
    ['.5', 'buy', '0.5'],
    ['-.5', 'buy', '-0.5'],
    ['3.', 'buy', '3'],
    ['.25 credit', 'buy', '-0.25'],
  ] as const)('reads "%s" on a %s as %s', (entry, side, price) => expect(parsePriceEntry(entry, side)).toBe(price))
  test.each(['', 'abc', '1e5', '--3', '1,50,0', '12 credits', '0x10', '-80 credit', '.', '1.2.3'])(
    'does not guess at "%s"',
    entry => {
      expect(parsePriceEntry(entry, 'buy')).toBeUndefined()
    },
  )
  test('that can be one of two is asked about, in the way it is paid', () => {
    expect(readPrice('3.500 credit', 'buy')).toEqual({ kind: 'ambiguous', readings: ['-3500', '-3.5'] })
    expect(parsePriceEntry('3.500', 'buy')).toBeUndefined()
    expect(parsePriceEntry('3.505', 'buy', dec('0.005'))).toBe('3.505')
  })
})

/** Text of the field after each of several texts was typed over the previous one. */
const typedOver = (texts: readonly string[], usual: 'debit' | 'credit' | undefined): string =>
  texts.reduce((before, text) => typedPrice(text, before, usual), '')
const texts = fc.array(fc.string({ unit: fc.constantFrom(...Array.from('0123456789.,+-−$k crdebit')), maxLength: 8 }), {
  minLength: 1,
  maxLength: 6,
})
const side = fc.constantFrom('buy', 'sell')

test('whatever is typed over whatever: of one instrument a price is negative only if a sign or a word stands in the field', () => {
  fc.assert(
    fc.property(texts, side, (typed, of) => {
      const price = parsePriceEntry(typedOver(typed, undefined), of)
      if (price?.startsWith('-') === true) expect(typed.at(-1)).toMatch(/[-−cd]/i)
    }),
    { numRuns: 20_000 },
  )
})

test('whatever is typed over whatever: of a package a plain number goes the way of the toggle', () => {
  fc.assert(
    fc.property(texts, side, fc.constantFrom('debit', 'credit'), (typed, of, usual) => {
      const kept = typedOver(
        typed.filter(text => !/(?:debit|credit)\s*$/.test(text)),
        usual,
      )
      const { text, direction } = readEntry(kept, of)
      const price = parsePriceEntry(kept, of)
      if (price === undefined || price === '0' || /[-+−a-jl-z]/i.test(text)) return
      expect(direction).toBe(usual)
      expect(effectOf(of, price)).toBe(eq(price, '0' as typeof price) ? 'even' : usual)
    }),
    { numRuns: 20_000 },
  )
})
