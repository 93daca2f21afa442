import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { blackPriceOf } from '../black.ts'
import { forwardOf, parityForward } from './reference-price.ts'

const chain = (forward: number, strikes: readonly number[], deviation: number) =>
  strikes.map(strike => ({
    strike,
    call: blackPriceOf(forward, strike, deviation, true),
    put: blackPriceOf(forward, strike, deviation, false),
  }))

describe('the forward of an expiry', () => {
  test('is the one that prices its chain, by put-call parity', () => {
    const forwards = fc.double({ min: 50, max: 200, noNaN: true })
    fc.assert(
      fc.property(forwards, fc.double({ min: 0.01, max: 2, noNaN: true }), (forward, deviation) => {
        const found = parityForward(chain(forward, [60, 80, 100, 120, 140], deviation))
        expect(found?.price).toBeCloseTo(forward, 9)
      }),
    )
  })

  test('one wild quote does not move it', () => {
    const pairs = chain(100, [90, 95, 100, 105, 110], 0.2)
    const [first, ...others] = pairs
    const wild = { strike: 90, call: (first?.call ?? 0) + 30, put: first?.put ?? 0 }
    expect(parityForward([wild, ...others])?.price).toBeCloseTo(100, 9)
  })

  test('is the listed future first, parity next, the underlying last', () => {
    const pairs = chain(101, [100], 0.2)
    expect(forwardOf({ future: { symbol: 'F', price: 102 }, pairs, underlying: 100 })).toEqual({
      price: 102,
      source: { kind: 'future', symbol: 'F' },
    })
    expect(forwardOf({ future: undefined, pairs, underlying: 100 })?.source).toEqual({ kind: 'parity', pairs: 1 })
    expect(forwardOf({ future: undefined, pairs: [], underlying: 100 })).toEqual({
      price: 100,
      source: { kind: 'underlying' },
    })
    expect(forwardOf({ future: undefined, pairs: [], underlying: undefined })).toBeUndefined()
  })
})
