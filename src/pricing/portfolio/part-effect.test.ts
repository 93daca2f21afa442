import { describe, expect, it } from 'vitest'
import { baseSurface } from '../market/base-surface.ts'
import { commonHorizon, partEffect } from './part-effect.ts'
import { call, farMs, listed, lookup, nearMs, nowMs, quote } from '../../testing/universe.fixture.ts'

const quotes = new Map([quote('BTC-USD-PERPETUAL', '97990', '98010'), quote(call(100), '4000', '4100'), quote(call(110), '1000', '1050')])
const universe = { ...listed, bases: () => ['BTC'], spot: () => undefined, perpetual: () => lookup.bySymbol('BTC-USD-PERPETUAL') }
const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })
const part = (legs: readonly (readonly [string, number])[], cost: number | undefined) => ({
  legs: legs.map(([symbol, ratio]) => ({ symbol, ratio })),
  cost,
})
const effect = (legs: readonly (readonly [string, number])[], cost: number | undefined) => {
  const one = part(legs, cost)
  return partEffect(one, surface, nowMs, commonHorizon([one], surface, nowMs))
}

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

  it('closing the options leaves the rest to be judged over the same time, which their closing does not shorten', () => {
    const perpetual = ['BTC-USD-PERPETUAL', -20] as const
    const before = part([perpetual, [call(100), 20]], -20 * 98_000 + 20 * 4_050)
    const draft = part([[call(100), -20]], -20 * 4_050)
    const after = part([perpetual], -20 * 98_000)
    const horizon = commonHorizon([before, draft, after], surface, nowMs)
    expect(horizon).toBe(nearMs)
    expect(commonHorizon([after, draft], surface, nowMs)).toBe(nearMs)
    const worst = (each: typeof before) => partEffect(each, surface, nowMs, horizon)?.worst ?? Number.NaN
    // Twenty short without their calls lose without end above; with them no more than what the calls cost and are above spot.
    expect(worst(after)).toBeLessThan(worst(before) * 3)
    expect(worst(before)).toBeCloseTo(-20 * (100_000 - 98_000) - 20 * 4_050, 0)
  })

  it('without options the horizon is the listed expiry nearest to thirty days', () => {
    expect(commonHorizon([part([['BTC-USD-PERPETUAL', 1]], 98_000)], surface, nowMs)).toBe(nearMs)
    expect(commonHorizon([part([['BTC-USD-PERPETUAL', 1]], 98_000)], { ...surface, expiries: new Map() }, nowMs)).toBeUndefined()
    expect(commonHorizon([part([['BTC-20270326-100000C', 1]], 1)], surface, nowMs)).toBeGreaterThanOrEqual(farMs)
  })

  it('the perpetual has a delta of one and nothing else', () => {
    expect(effect([['BTC-USD-PERPETUAL', -2]], -196_000)?.greeks).toMatchObject({ delta: -2, gamma: 0, vegaPerVolPoint: 0 })
  })
})
