import { describe, expect, it, test } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { call, farMs, nearMs, nowMs, surfaceOf, spreadQuotes as quotes } from '../../../testing/universe.fixture.ts'
import { commonHorizon, orderEffect, partEffect, type portfolioPart } from './part-effect.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const surface = surfaceOf(quotes)
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
    // Twenty uncovered shorts would lose without limit; covered, the loss is bounded by the calls' cost and their
    // distance above spot.
    expect(worst(after)).toBeLessThan(worst(before) * 3)
    expect(worst(before)).toBeCloseTo(-20 * (100_000 - 98_000) - 20 * 4_050, 0)
  })

  it('without options the horizon is the listed expiry nearest to thirty days', () => {
    expect(commonHorizon([part([['BTC-USD-PERPETUAL', 1]], 98_000)], surface, nowMs)).toBe(nearMs)
    expect(
      commonHorizon([part([['BTC-USD-PERPETUAL', 1]], 98_000)], { ...surface, expiries: new Map() }, nowMs),
    ).toBeUndefined()
    expect(commonHorizon([part([['BTC-20270326-100000C', 1]], 1)], surface, nowMs)).toBeGreaterThanOrEqual(farMs)
  })
})

type Position = Parameters<typeof portfolioPart>[0][number]
const position = (symbol: string, size: string, mark: string): Position =>
  ({ symbol, side: size.startsWith('-') ? 'short' : 'long', size: dec(size), mark_price: dec(mark) }) as Position

describe('what an order does to the book', () => {
  test('that closes all of it is that nothing is left: no delta and no loss', () => {
    const positions = [position(call(100), '2', '4050'), position(call(110), '-2', '1025')]
    const legs = legsOf({ [call(100)]: 1, [call(110)]: -1 })
    const effect = orderEffect({
      legs,
      side: 'sell',
      quantity: dec('2'),
      price: dec('3025'),
      positions,
      surface,
      nowMs,
    })
    expect(effect.before?.greeks.delta).toBeGreaterThan(0.1)
    expect(effect.before?.worst).toBeLessThan(0)
    expect(effect.after).toMatchObject({ greeks: { delta: 0, gamma: 0 }, worst: 0 })
    expect(effect.order?.greeks.delta).toBeCloseTo(-(effect.before?.greeks.delta ?? 0))
  })

  test('is the book with the order in it: greeks add up', () => {
    const positions = [position(call(100), '1', '4050')]
    const legs = [{ symbol: call(110), ratio: 1 }]
    const { before, order, after } = orderEffect({
      legs,
      side: 'sell',
      quantity: dec('3'),
      price: dec('1000'),
      positions,
      surface,
      nowMs,
    })
    expect(after?.greeks.vegaPerVolPoint).toBeCloseTo(
      (before?.greeks.vegaPerVolPoint ?? 0) + (order?.greeks.vegaPerVolPoint ?? 0),
    )
    expect(after?.greeks.delta).toBeCloseTo((before?.greeks.delta ?? 0) + (order?.greeks.delta ?? 0))
  })
})
