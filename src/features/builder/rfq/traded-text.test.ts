import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec, div, mul, neg } from '../../../domain/decimal.ts'
import { opposite } from '../../../domain/order.ts'
import { structureLabel } from '../../../ui/order/structure-label.ts'
import { call, put } from '../../../testing/universe.fixture.ts'
import { type Traded, tradedText } from './traded-text.ts'

const condor: Traded = {
  side: 'sell',
  name: 'Iron condor',
  taken: { quantity: dec('2'), average: dec('3262') },
  wireSide: 'sell',
  terms: { isTurned: false, factor: dec('1') },
}

describe('what came of an RFQ in words', () => {
  it.each([
    [{}, 'Sold 2 iron condors, you received 6,524'],
    [{ side: 'buy', wireSide: 'buy' }, 'Bought 2 iron condors, you paid 6,524'],
    [{ taken: { quantity: dec('1'), average: dec('-30.5') } }, 'Sold 1 iron condor, you paid 30.5'],
    [{ taken: { quantity: dec('3'), average: dec('0') }, name: 'Iron butterfly' }, 'Sold 3 iron butterflies, at no cost'],
    [{ name: 'Custom, 4 legs' }, 'Sold 2 custom, 4 legs, you received 6,524'],
    [{ taken: { quantity: dec('0.5'), average: dec('1') } }, 'Sold 0.5 iron condors, you received 0.5'],
  ] as const)('%o', (change, text) => expect(tradedText({ ...condor, ...change })).toBe(text))

  it('tells the size as it was meant and the cash as it was paid, however the wire turned or scaled the package', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: -9_999, max: 9_999 }),
        fc.constantFrom(1, 2, 3, 4),
        (size, price, factor) => {
          const meant = { ...condor, taken: { quantity: dec(size), average: dec(price * 12) } }
          const scale = dec(factor)
          const scaled = { quantity: mul(dec(size), scale), average: div(dec(price * 12), scale) }
          expect(tradedText({ ...condor, taken: scaled, terms: { isTurned: false, factor: scale } })).toBe(tradedText(meant))
          const turned = { ...scaled, average: neg(scaled.average) }
          expect(tradedText({ ...condor, wireSide: opposite('sell'), taken: turned, terms: { isTurned: true, factor: scale } })).toBe(
            tradedText(meant),
          )
        },
      ),
    ))

  it.each([
    [
      [1, -1, -1, 1],
      [call(90), call(100), call(105), call(110)],
    ],
    [
      [1, -2, 1],
      [put(90), put(100), put(110)],
    ],
    [
      [1, 1],
      [call(100), put(100)],
    ],
    [
      [1, -1, -1, 1],
      [call(90), put(90), call(110), put(110)],
    ],
    [
      [1, -1],
      [call(100), call(110)],
    ],
    [
      [1, -1],
      [call(100), put(100)],
    ],
  ])('has a plural that can be read for %j of %j', (ratios, symbols) => {
    const { name } = structureLabel(symbols.map((symbol, at) => ({ symbol, ratio: ratios[at] ?? 0 })))
    expect(tradedText({ ...condor, name })).toMatch(/^Sold 2 [^,]*(?<![xys])(?:s|es|ies), you received 6,524$/)
  })
})
