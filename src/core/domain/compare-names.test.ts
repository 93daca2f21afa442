import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareNames } from './compare-names.ts'
import { cmp, dec } from './decimal.ts'
import { parseInstrumentName, shortName } from './instrument.ts'

const inOrder = [
  'AVAX-20261204-20P',
  'BTC-20261204',
  'BTC-20261204-9500C',
  'BTC-20261204-9500P',
  'BTC-20261204-100000C',
  'BTC-20261211-90000C',
  'BTC-20261225',
  'BTC-20261225-9000P',
  'BTC-20261225-90000P',
  'BTC-20261225T1630-8000P',
  'BTC-20270101-90000C',
  'BTC-20270326-80000C',
  'BTC-USD-PERPETUAL',
  'ETH-20261204-3000C',
  'PTF-20261204-0.05C',
  'PTF-20261204-0.25C',
  'PTF-20261204-0.5C',
  'PTF-20261204-0.5P',
  'PTF-20261204-0.625C',
  'PTF-20261204-1C',
  'PTF-20261204-10C',
  'PTF-20270101-0.25C',
]

describe('names of instruments', () => {
  test('are in the order of base, expiry, strike and right, on the wire and in the short form', () => {
    expect(inOrder.toReversed().toSorted(compareNames)).toEqual(inOrder)
    const short = inOrder.map(shortName)
    expect(short.toReversed().toSorted(compareNames)).toEqual(short)
  })

  test.each([
    ['BTC 04DEC26 90000 C', 'BTC 01JAN27 90000 C'],
    ['PTF 04DEC26 0.25 C', 'PTF 04DEC26 0.5 C'],
    ['Bull call spread 9,500/10,000 C · 25DEC26 BTC', 'Bull call spread 9,500/10,000 C · 01JAN27 BTC'],
    ['Strangle 85/110 · 25DEC26 BTC', 'Strangle 100/110 · 04DEC26 BTC'],
    ['Strangle 9,500/10,000', 'Strangle 10,000/11,000'],
    ['Call butterfly', 'Iron condor'],
    ['a9', 'a10'],
  ])('%s comes before %s', (first, second) => {
    expect(compareNames(first, second)).toBeLessThan(0)
    expect(compareNames(second, first)).toBeGreaterThan(0)
  })

  test('of options of one base compare as expiry, then strike, then right', () => {
    const option = fc
      .tuple(
        fc.integer({ min: 0, max: 900 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom('C', 'P'),
      )
      .map(([days, units, places, right]) => {
        const date = new Date(Date.UTC(2026, 10, 1) + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
        return `BTC-${date}-${dec(units / 10 ** places)}${right}`
      })
    const byParts = (a: string, b: string): number => {
      const [one, other] = [parseInstrumentName(a), parseInstrumentName(b)]
      if (one?.product !== 'option' || other?.product !== 'option') throw new Error('no option')
      return (
        one.expiryMs - other.expiryMs ||
        cmp(one.strike, other.strike) ||
        (one.right < other.right ? -1 : one.right > other.right ? 1 : 0)
      )
    }
    fc.assert(
      fc.property(option, option, (a, b) => {
        expect(Math.sign(compareNames(a, b))).toBe(Math.sign(byParts(a, b)))
        expect(Math.sign(compareNames(shortName(a), shortName(b)))).toBe(Math.sign(byParts(a, b)))
      }),
    )
  })
})
