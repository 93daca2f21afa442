import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dec } from '../../../domain/decimal.ts'
import { printDraftText } from '../../../domain/draft-text.ts'
import { readStructureText } from './draft-shorthand.ts'
import { call, farMs, listed, lookup, nearMs, put } from '../../../testing/universe.fixture.ts'

const universe = { ...listed, bases: () => ['BTC'], spot: () => undefined, perpetual: () => lookup.bySymbol('BTC-USD-PERPETUAL') }
const context = { universe, base: 'BTC', expiryMs: nearMs }
const read = (line: string) => readStructureText(line, context)
const legsOf = (line: string) => {
  const found = read(line)
  return found.ok ? found.value.legs : found.why
}

describe('structures as a desk types them', () => {
  it('are a code with expiry and strikes, thousands left out or as k', () => {
    const condor = [
      { symbol: put(90), ratio: 1 },
      { symbol: put(95), ratio: -1 },
      { symbol: call(105), ratio: -1 },
      { symbol: call(110), ratio: 1 },
    ]
    expect(legsOf('BTC 25DEC26 90/95/105/110 IrnCdr')).toEqual(condor)
    expect(legsOf('25dec 90k/95k/105k/110k ic')).toEqual(condor)
    expect(legsOf('90000 95000 105000 110000 irncdr')).toEqual(condor)
  })

  it('carry quantity, price and side anywhere', () => {
    expect(read('sell 25DEC 95/105 Strg x10 @120.5')).toEqual({
      ok: true,
      value: {
        legs: [
          { symbol: put(95), ratio: 1 },
          { symbol: call(105), ratio: 1 },
        ],
        side: 'sell',
        quantity: '10',
        price: '120.5',
      },
    })
  })

  it('may be legs one by one, over expiries and with the perpetual', () => {
    expect(legsOf('+1 25DEC 100000C -2 26MAR 110kC -1 perp')).toEqual([
      { symbol: call(100), ratio: 1 },
      { symbol: call(110, '20270326'), ratio: -2 },
      { symbol: 'BTC-USD-PERPETUAL', ratio: -1 },
    ])
    expect(legsOf('100 call')).toEqual([{ symbol: call(100), ratio: 1 }])
    expect(legsOf('25DEC/26MAR 100 CCal')).toEqual([
      { symbol: call(100), ratio: -1 },
      { symbol: call(100, '20270326'), ratio: 1 },
    ])
    expect(farMs).toBeGreaterThan(nearMs)
  })

  it.each(['', 'hello', '25DEC26 91/111 Strg', '25DEC26 95 Strg', '24DEC26 95/105 Strg', '+1 99C', 'x1 x2 25DEC 95/105 Strg'])(
    'what is not understood or not listed is refused with the reason: %j',
    line => {
      expect(read(line)).toMatchObject({ ok: false, why: expect.stringMatching(/./) })
    },
  )

  it('the text that is copied is read back as it was', () => {
    const leg = fc.record({
      symbol: fc.constantFrom(call(95), call(100), put(100), call(110, '20270326')),
      ratio: fc.integer({ min: -9, max: 9 }).filter(ratio => ratio !== 0),
    })
    const legs = fc.uniqueArray(leg, { minLength: 1, maxLength: 4, selector: one => one.symbol })
    fc.assert(
      fc.property(legs, fc.integer({ min: 1, max: 99 }), fc.integer({ min: -999, max: 999 }), (given, quantity, price) => {
        const value = { legs: given, quantity: dec(quantity), price: dec(price), side: 'sell' as const }
        expect(read(printDraftText(value))).toEqual({ ok: true, value })
      }),
    )
  })
})
