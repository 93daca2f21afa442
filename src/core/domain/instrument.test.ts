import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareIds } from './ids.ts'
import { parseInstrumentName, productOf, shortName, underlyingOf, valuedProduct } from './instrument.ts'
import { parseJoinedSymbol } from './order.ts'
import { parseMicros } from './time.ts'
import { legsOf } from '../../testing/legs-of.ts'

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
  test('a date that the calendar lacks is no expiry', () =>
    expect(parseInstrumentName('BTC-20260231-100C')).toBeUndefined())
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
  test('a tag that is no known product leaves the product unknown, whatever the name looks like', () => {
    expect(productOf({ symbol: 'BTC-MOVE-20261225', tags: ['BTC', 'move'] })).toBeUndefined()
  })
  test('the underlying of a derivative comes from its name, since its base asset is its own name', () => {
    expect(underlyingOf({ symbol: 'BTC-20261225', base_asset: 'BTC-20261225' })).toBe('BTC')
  })
})

describe('short names', () => {
  test('two instruments that differ in the quote asset or in the form of their expiry have two', () => {
    expect(['BTC-USD-PERPETUAL', 'BTC-USDT-PERPETUAL', 'BTC-USD-INVERSE-PERPETUAL'].map(shortName)).toEqual([
      'BTC PERP',
      'BTC-USDT PERP',
      'BTC-USD-INVERSE PERP',
    ])
    expect(shortName('BTC-20261225T0800')).toBe('BTC-20261225T0800')
    expect(shortName('BTC-21261225')).toBe('BTC-21261225')
  })
  test('are different for any two different names of any listing', () => {
    const base = fc.constantFrom('BTC', 'BTC-USD', 'BTC-USDT', 'BTC 25DEC26', 'ETH')
    const date = fc.constantFrom(
      '20261225',
      '21261225',
      '20261225T0800',
      '202612250800',
      '20261225T1630',
      '20261225T163030',
    )
    const quote = fc.constantFrom('USD', 'USDT', 'BTC', 'INVERSE')
    const name = fc.oneof(
      fc
        .tuple(base, date, fc.constantFrom('100', '100.0', '0.5'), fc.constantFrom('C', 'P'))
        .map(([b, d, k, r]) => `${b}-${d}-${k}${r}`),
      fc.tuple(base, date).map(parts => parts.join('-')),
      fc.tuple(base, quote).map(([b, q]) => `${b}-${q}-PERPETUAL`),
      fc.tuple(base, quote).map(parts => parts.join('-')),
      fc.string({ minLength: 1 }),
    )
    const either = fc.oneof(name, name.map(shortName))
    fc.assert(
      fc.property(either, either, (a, b) => {
        expect(shortName(a) === shortName(b)).toBe(a === b)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('the product of what has a known worth', () => {
  const listed = { tags: ['BTC', 'future', 'perpetual'], quote_asset: 'USD' }
  test.each([
    ['BTC-USD-PERPETUAL', listed, 'perpetual_future', 'perpetual'],
    ['BTC-20261225', undefined, 'future', 'future'],
    ['BTC-20261225-100000C', { tags: ['option'], quote_asset: 'BTC' }, 'option', 'option'],
  ] as const)('%s is linear in USD or an option', (symbol, rules, type, product) =>
    expect(valuedProduct(symbol, rules, type)).toBe(product),
  )
  test.each([
    ['quoted in a coin', 'BTC-USD-PERPETUAL', { ...listed, quote_asset: 'BTC' }, 'perpetual_future'],
    ['quoted in another currency', 'BTC-USDT-PERPETUAL', undefined, 'perpetual_future'],
    ['inverse by its tag', 'BTC-USD-PERPETUAL', { ...listed, tags: [...listed.tags, 'inverse'] }, undefined],
    ['inverse by its name', 'BTC-USD-INVERSE-PERPETUAL', undefined, undefined],
    ['of an unknown tag', 'BTC-MOVE-20261225', { tags: ['BTC', 'move'], quote_asset: 'USD' }, undefined],
    ['of an unknown type', 'BTC-MOVE-20261225', undefined, 'move'],
  ] as const)('is not known of what is %s', (_, symbol, rules, type) =>
    expect(valuedProduct(symbol, rules, type)).toBeUndefined(),
  )
})

describe('times and ids of the wire', () => {
  test('18 digits and more are ns, fewer are µs', () => {
    expect(parseMicros('1672387200123456789')).toBe(1_672_387_200_123_456)
    expect(parseMicros('1672387200123456')).toBe(1_672_387_200_123_456)
    expect(parseMicros('16723872001.5')).toBeUndefined()
  })
  test('ids compare as integers of any length, words after them', () => {
    expect(['100', '99', 'x', '0100', '18446744073709551616'].sort(compareIds)).toEqual([
      '99',
      '100',
      '0100',
      '18446744073709551616',
      'x',
    ])
  })
  test('a joined symbol splits into legs; a plain name is none', () => {
    expect(parseJoinedSymbol('BTC-20261225-90000C@1/BTC-20261225@-2')).toEqual(
      legsOf({ 'BTC-20261225-90000C': 1, 'BTC-20261225': -2 }),
    )
    expect(parseJoinedSymbol('BTC-USD')).toBeUndefined()
  })
})
