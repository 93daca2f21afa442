import { describe, expect, test } from 'vitest'
import { parseInstrumentName, productOf, shortName, underlyingOf } from './instrument.ts'
import { compareIds } from './ids.ts'
import { parseMicros } from './time.ts'
import { parseJoinedSymbol } from './order.ts'

describe('instrument names', () => {
  test('an option tells base, expiry at 08:00 UTC, strike and right', () => {
    expect(parseInstrumentName('BTC-20221230-17000C')).toEqual({
      product: 'option',
      base: 'BTC',
      expiryMs: Date.UTC(2022, 11, 30, 8),
      strike: '17000',
      right: 'call',
    })
  })
  test('strikes may have decimals, bases digits, expiries a time', () => {
    expect(parseInstrumentName('1INCH2-20261225T1630-0.0125P')).toEqual({
      product: 'option',
      base: '1INCH2',
      expiryMs: Date.UTC(2026, 11, 25, 16, 30),
      strike: '0.0125',
      right: 'put',
    })
  })
  test.each([
    ['BTC-20261225', 'future'],
    ['BTC-USD-PERPETUAL', 'perpetual'],
    ['BTC-USD', 'spot'],
  ])('%s is a %s by its name', (symbol, product) => expect(parseInstrumentName(symbol)?.product).toBe(product))
  test('a date that the calendar lacks is no expiry', () => expect(parseInstrumentName('BTC-20260231-100C')).toBeUndefined())
  test('a name of no known form does not parse, and nothing throws', () => {
    expect(parseInstrumentName('<script>')).toBeUndefined()
    expect(shortName('WHAT')).toBe('WHAT')
  })
  test.each([
    ['BTC-20221230-17000C', 'BTC 30DEC22 17000 C'],
    ['BTC-20261225', 'BTC 25DEC26'],
    ['BTC-USD-PERPETUAL', 'BTC PERP'],
    ['ETH-USD', 'ETH-USD'],
  ])('%s is shown as %s', (symbol, shown) => expect(shortName(symbol)).toBe(shown))
  test('tags decide the product in the order perpetual, future, option, spot, index; the name where no tag tells', () => {
    expect(productOf({ symbol: 'BTC-USD-PERPETUAL', tags: ['BTC', 'future', 'perpetual'] })).toBe('perpetual')
    expect(productOf({ symbol: 'BTC-20261225', tags: ['BTC'] })).toBe('future')
  })
  test('the underlying of a derivative comes from its name, since its base asset is its own name', () => {
    expect(underlyingOf({ symbol: 'BTC-20261225', base_asset: 'BTC-20261225' })).toBe('BTC')
  })
})

describe('times and ids of the wire', () => {
  test('18 digits and more are ns, fewer are µs', () => {
    expect(parseMicros('1672387200123456789')).toBe(1_672_387_200_123_456)
    expect(parseMicros('1672387200123456')).toBe(1_672_387_200_123_456)
    expect(parseMicros('16723872001.5')).toBeUndefined()
  })
  test('ids compare as integers of any length, words after them', () => {
    expect(['100', '99', 'x', '0100', '18446744073709551616'].sort(compareIds)).toEqual(['99', '100', '0100', '18446744073709551616', 'x'])
  })
  test('a joined symbol splits into legs; a plain name is none', () => {
    expect(parseJoinedSymbol('BTC-20261225-90000C@1/BTC-20261225@-2')).toEqual([
      { symbol: 'BTC-20261225-90000C', ratio: 1 },
      { symbol: 'BTC-20261225', ratio: -2 },
    ])
    expect(parseJoinedSymbol('BTC-USD')).toBeUndefined()
  })
})
