import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonical, dec } from './decimal.ts'
import { parseDraftText, printDraftText } from './draft-text.ts'
import { legsOf } from '../../testing/legs-of.ts'

describe('structures as text', () => {
  it('a line carries legs, quantity, price and side', () => {
    expect(parseDraftText('BTC-20261225-100000C@1/BTC-20261225-110000C@-1 x10 @120 buy')).toEqual({
      legs: legsOf({ 'BTC-20261225-100000C': 1, 'BTC-20261225-110000C': -1 }),
      quantity: '10',
      price: '120',
      side: 'buy',
    })
  })

  it('what follows the legs may be left out and comes in any order', () => {
    expect(parseDraftText('A@1/B@-2')).toEqual({ legs: legsOf({ A: 1, B: -2 }) })
    expect(parseDraftText('  A@1/B@-1  SELL @-30.5\nx2 ')).toMatchObject({
      side: 'sell',
      price: '-30.5',
      quantity: '2',
    })
  })

  it('a lone instrument needs no ratio', () => {
    expect(parseDraftText('BTC-USD x0.5')).toEqual({ legs: [{ symbol: 'BTC-USD', ratio: 1 }], quantity: '0.5' })
  })

  it('a minus sign as printed on a screen is a minus', () => expect(parseDraftText('A@1/B@-1 @−30')?.price).toBe('-30'))

  it.each([
    '',
    '   ',
    'A@1/B',
    'A@0/B@1',
    'A@1/B@-1 10',
    'A@1 x0',
    'A@1 x-1',
    'A@1 x1 x2',
    'A@1 buy sell',
    'A@1 @1e5',
    'A@1 x1,000',
    'A@1 x1.500',
  ])('a line that is not understood whole is no structure: %j', line => expect(parseDraftText(line)).toBeUndefined())

  it('printing and parsing give the structure back', () => {
    const decimal = fc
      .tuple(fc.integer({ min: -99999, max: 99999 }), fc.integer({ min: 1, max: 999 }))
      .map(([a, b]) => canonical(dec(`${a}.${b}`)))
    const positive = fc
      .tuple(fc.nat(99999), fc.integer({ min: 1, max: 999 }))
      .map(([a, b]) => canonical(dec(`${a}.${b}`)))
    const leg = fc.record({
      symbol: fc.stringMatching(/^[A-Z][A-Z0-9.-]{0,20}$/),
      ratio: fc.integer({ min: -99, max: 99 }).filter(ratio => ratio !== 0),
    })
    const draft = fc.record(
      {
        legs: fc.array(leg, { minLength: 1, maxLength: 10 }),
        side: fc.constantFrom('buy' as const, 'sell' as const),
        quantity: positive,
        price: decimal,
      },
      { requiredKeys: ['legs'] },
    )
    fc.assert(
      fc.property(draft, value => {
        expect(parseDraftText(printDraftText(value))).toEqual(value)
      }),
    )
  })
})
