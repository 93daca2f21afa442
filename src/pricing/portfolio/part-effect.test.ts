import { describe, expect, it } from 'vitest'
import { baseSurface } from '../market/base-surface.ts'
import { partEffect } from './part-effect.ts'
import { call, listed, lookup, nowMs, quote } from '../../testing/universe.fixture.ts'

const quotes = new Map([quote('BTC-USD-PERPETUAL', '97990', '98010'), quote(call(100), '4000', '4100'), quote(call(110), '1000', '1050')])
const universe = { ...listed, bases: () => ['BTC'], spot: () => undefined, perpetual: () => lookup.bySymbol('BTC-USD-PERPETUAL') }
const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })
const effect = (legs: readonly (readonly [string, number])[], cost: number | undefined) =>
  partEffect({ legs: legs.map(([symbol, ratio]) => ({ symbol, ratio })), cost }, surface, nowMs)

describe('what a part of the book is worth watching for', () => {
  it('greeks and worst case add up as its legs do', () => {
    const long = effect([[call(100), 1]], 4050)
    const twice = effect([[call(100), 2]], 8100)
    expect(long?.worst).toBeCloseTo(-4050, 6)
    expect(twice?.worst).toBeCloseTo(-8100, 6)
    expect(twice?.greeks.delta).toBeCloseTo(2 * (long?.greeks.delta ?? 0), 12)
    expect(long?.greeks.thetaPerDay).toBeLessThan(0)
  })

  it('a spread cannot lose more than was paid', () => {
    const spread = effect(
      [
        [call(100), 1],
        [call(110), -1],
      ],
      3025,
    )
    expect(spread?.worst).toBeCloseTo(-3025, 6)
  })

  it('an empty book has none, and no sum is made without all its parts', () => {
    expect(effect([], 0)).toMatchObject({ worst: 0, greeks: { delta: 0 } })
    expect(effect([['BTC-20280630-100000C', 1]], 1)).toBeUndefined()
    expect(effect([[call(100), 1]], undefined)?.worst).toBeUndefined()
  })

  it('the perpetual has a delta of one and nothing else', () => {
    expect(effect([['BTC-USD-PERPETUAL', -2]], -196_000)?.greeks).toMatchObject({ delta: -2, gamma: 0, vegaPerVolPoint: 0 })
  })
})
