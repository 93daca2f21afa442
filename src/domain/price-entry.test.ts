import { describe, expect, test } from 'vitest'
import { isBlankPrice, parsePriceEntry, priceOfOtherSide, readEntry, turnedPrice, typedPrice } from './price-entry.ts'

describe('the price of a package', () => {
  test('is an amount above zero, paid or received as the toggle says', () => {
    expect(typedPrice('3000', 'buy', 'credit')).toBe('3000 credit')
    expect(parsePriceEntry('3000 credit', 'buy')).toBe('-3000')
    expect(readEntry('3000 credit', 'buy')).toEqual({ amount: '3000', direction: 'credit' })
  })
  test.each([
    ['-3000', 'buy', '3000 credit'],
    ['+3000', 'buy', '3000 debit'],
    ['-3000', 'sell', '3000 debit'],
    ['120 debit', 'buy', '120 debit'],
    ['80 cr', 'sell', '80 credit'],
  ] as const)('typed as %s to %s is %s, whatever the toggle said', (text, side, price) => {
    expect(typedPrice(text, side, 'debit')).toBe(price)
    expect(typedPrice(text, side, 'credit')).toBe(price)
  })
  test('from a link or a price at hand shows as its amount and way', () => {
    expect(readEntry('-3257.5', 'buy')).toEqual({ amount: '3257.5', direction: 'credit' })
    expect(readEntry('120', 'sell')).toEqual({ amount: '120', direction: 'credit' })
  })
  test('that is still being typed, or is none, stays as it is', () => {
    expect(typedPrice('3.', 'buy', 'debit')).toBe('3. debit')
    expect(readEntry('3. debit', 'buy').amount).toBe('3.')
    expect(typedPrice('-', 'buy', 'debit')).toBe('-')
    expect(readEntry('abc', 'buy')).toEqual({ amount: 'abc', direction: undefined })
    expect(typedPrice(' ', 'buy', 'debit')).toBe('')
  })
  test('is turned by the toggle', () => {
    expect(turnedPrice('-3000', 'buy', 'debit')).toBe('3000 debit')
  })
  test('is paid or received as was chosen, though no amount is typed yet', () => {
    const chosen = turnedPrice('', 'buy', 'credit')
    expect(readEntry(chosen, 'buy')).toEqual({ amount: '', direction: 'credit' })
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
    ['even', 'sell', '0'],
    ['.5', 'buy', '0.5'],
    ['-.5', 'buy', '-0.5'],
    ['3.', 'buy', '3'],
    ['.25 credit', 'buy', '-0.25'],
  ] as const)('reads "%s" on a %s as %s', (entry, side, price) => {
    expect(parsePriceEntry(entry, side)).toBe(price)
  })
  test.each(['', 'abc', '1e5', '--3', '1,2', '12 credits', '0x10', '-80 credit', '.', '1.2.3', ',5'])('does not guess at "%s"', entry => {
    expect(parsePriceEntry(entry, 'buy')).toBeUndefined()
  })
})
