import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec } from '../../core/domain/decimal.ts'
import type { SamplePosition } from '../../core/domain/sample.ts'
import { packPositions, unpackPositions } from './packed-positions.ts'
import { samplePosition } from '../../testing/cash-sample.ts'

const amount = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(value => dec(String(value / 100)))
const position: fc.Arbitrary<SamplePosition> = fc
  .record({
    symbol: fc.constantFrom('BTC-USD-PERPETUAL', 'ETH-20261225-4000C', 'ä “quoted”'),
    product: fc.constantFrom('perpetual' as const, 'option' as const, undefined),
    quote: fc.constantFrom('USDC', undefined),
    size: amount,
    average_entry_price: amount,
    mark_price: amount,
    upnl: amount,
  })
  .map(({ quote, ...rest }) => (quote === undefined ? rest : { ...rest, quote }))
const positions = fc.array(position, { maxLength: 30 })
const one = [samplePosition('A', '1', '2', { mark_price: dec('3'), upnl: dec('1') })]

describe('packed positions', () => {
  test('come back as they were, by themselves and told by what they differ from', () => {
    fc.assert(
      fc.property(positions, positions, (own, base) => {
        expect(unpackPositions(packPositions(own))).toEqual(own)
        expect(unpackPositions(packPositions(own, base), base)).toEqual(own)
      }),
    )
  })

  test('of a minute later take a fraction of the room, since marks alone have moved', () => {
    const base = Array.from({ length: 200 }, (_, index) =>
      samplePosition(`BTC-20261225-${50_000 + index * 500}C`, String(index - 100), String(1_000 + index * 7.25)),
    )
    const later = base.map((each, index) => ({ ...each, mark_price: dec(String(1_000 + index * 7.5)) }))
    const [whole, difference] = [packPositions(later).length, packPositions(later, base).length]
    expect(difference * 2).toBeLessThan(whole)
    expect(whole * 4).toBeLessThan(JSON.stringify(later).length)
  })

  test('that were written as plain JSON before are read as well', () => {
    expect(unpackPositions(new TextEncoder().encode(JSON.stringify(one)))).toEqual(one)
  })

  test('are refused where they are none, or lack what they differ from, and are never a guess', () => {
    expect(() => unpackPositions(Uint8Array.of(7, 1, 2))).toThrow('no packed positions')
    expect(() => unpackPositions(Uint8Array.of(1, 255, 255))).toThrow(/invalid|end of file/)
    expect(() => unpackPositions(packPositions(one, one))).toThrow('without what they differ from')
  })
})
