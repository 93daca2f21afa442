import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, nowMs } from '../../testing/universe.fixture.ts'
import {
  breakEvensOf,
  type DatedLeg,
  expiryLegs,
  packageShape,
  structureBounds,
  volatilityFreeBounds,
} from './package-legs.ts'
import { type ModelLeg, payoffBefore } from './payoff-before.ts'
import { legsOf } from '../../testing/legs-of.ts'

const near = Date.UTC(2026, 11, 25, 8)
const far = Date.UTC(2027, 2, 26, 8)

describe('the shape of a package', () => {
  it('reads strikes, expiries and linear legs from names', () => {
    const shape = packageShape(
      legsOf({ 'BTC-20270326-100000C': 1, 'BTC-20261225-90000.5P': -2, 'BTC-USD-PERPETUAL': 3 }),
    )
    expect(shape).toMatchObject({ kind: 'priced', base: 'BTC', expiries: [near, far] })
    expect(shape.kind === 'priced' && expiryLegs(shape.legs)).toEqual([
      { kind: 'call', strike: 100000, ratio: 1 },
      { kind: 'put', strike: 90000.5, ratio: -2 },
      { kind: 'linear', ratio: 3 },
    ])
  })

  it('has no payoff over one price when the underlyings differ, or a name tells nothing', () => {
    expect(packageShape(legsOf({ 'BTC-USD': 1, 'ETH-USD': -1 }))).toEqual({
      kind: 'several_bases',
      bases: ['BTC', 'ETH'],
    })
    expect(packageShape(legsOf({ 'BTC-USD': 1, '???': -1 }))).toEqual({ kind: 'unreadable', symbols: ['???'] })
    expect(packageShape([])).toEqual({ kind: 'unreadable', symbols: [] })
  })
})

const leg = (symbol: string, size: number, entry: number) => ({ symbol, size, entry })
const points = (legs: Parameters<typeof breakEvensOf>[0]) =>
  breakEvensOf(legs)?.map(each => (each.kind === 'point' ? each.price : [each.from, each.to]))
const c = (strike: number, date = '20261225') => `BTC-${date}-${strike}C`
const p = (strike: number) => `BTC-20261225-${strike}P`

describe('break-evens of what is held', () => {
  it('of one leg: strike and entry, or the entry itself, long or short', () => {
    expect(points([leg(c(100_000), 2, 1500)])).toEqual([101_500])
    expect(points([leg(p(100_000), -3, 1500)])).toEqual([98_500])
    expect(points([leg('BTC-USD-PERPETUAL', -3, 97_000)])).toEqual([97_000])
  })

  it('of a structure: every price where its profit is nothing', () => {
    expect(
      points([leg(p(90_000), 5, 200), leg(p(95_000), -5, 600), leg(c(105_000), -5, 500), leg(c(110_000), 5, 100)]),
    ).toEqual([94_200, 105_800])
    expect(points([leg('BTC-USD-PERPETUAL', 1, 100_000), leg(c(110_000), -1, 2000)])).toEqual([98_000])
  })

  it('none where legs end at several times, are of several bases or cannot be read', () => {
    expect(points([leg(c(100_000), -1, 1500), leg(c(100_000, '20270326'), 1, 3000)])).toBeUndefined()
    expect(points([leg('BTC-20261225', 1, 100_000), leg('BTC-USD-PERPETUAL', -1, 99_000)])).toBeUndefined()
    expect(points([leg('BTC-20270326', 1, 100_000), leg(c(110_000), -1, 2000)])).toBeUndefined()
    expect(points([leg('ETH-USD-PERPETUAL', 1, 4000), leg(c(110_000), -1, 2000)])).toBeUndefined()
    expect(points([leg('NONSENSE', 1, 1)])).toBeUndefined()
  })
})

const symbols = [call(90), call(100), call(110), call(100, '20270326'), call(110, '20270326')]
const names = [...symbols, ...symbols.map(symbol => symbol.replace(/C$/, 'P'))]

function modelled(leg: DatedLeg, volatility: number): ModelLeg {
  if (leg.kind === 'linear') return { kind: 'linear', ratio: leg.ratio }
  const { kind, strike, ratio, expiryMs } = leg
  return { kind, strike, ratio, expiryMs, volatility }
}

describe('bounds without volatilities', () => {
  it('hold at every price, whatever each volatility is', () => {
    const legs = fc.uniqueArray(
      fc.record({ symbol: fc.constantFrom(...names), ratio: fc.constantFrom(-2, -1, 1, 2) }),
      {
        minLength: 1,
        maxLength: 4,
        selector: leg => leg.symbol,
      },
    )
    const volatilities = fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(legs, volatilities, (structure, each) => {
        const shape = packageShape(structure)
        if (shape.kind !== 'priced') throw new Error('one base')
        const { least, greatest } = volatilityFreeBounds(structure, 500) ?? { least: 0, greatest: 0 }
        const own = shape.legs.map((leg, index) => modelled(leg, each[index] ?? 0))
        const prices = Float64Array.from({ length: 400 }, (_, index) => index * 1000)
        const values = payoffBefore(own, 500, { atMs: shape.expiries[0] ?? nowMs, volatilityShift: 0 }, prices)
        if (least !== 'unlimited') expect(Math.min(...values)).toBeGreaterThanOrEqual(least - 1e-6)
        if (greatest !== 'unlimited') expect(Math.max(...values)).toBeLessThanOrEqual(greatest + 1e-6)
      }),
    )
  })

  it('are none for a future spread: its result is the distance between two prices, not a function of one', () => {
    const spread = legsOf({ 'BTC-20261225': -1, 'BTC-20270326': 1 })
    expect(volatilityFreeBounds(spread, 500)).toBeUndefined()
    expect(volatilityFreeBounds(legsOf({ 'BTC-USD': 1, 'BTC-USD-PERPETUAL': -1 }), 500)).toBeUndefined()
    expect(volatilityFreeBounds([...spread, { symbol: 'ETH-USD-PERPETUAL', ratio: 1 }], 500)).toBeUndefined()
    expect(volatilityFreeBounds(legsOf({ 'BTC-20261225': -2, 'BTC-20270326': 1 }), 0)?.least).toBe('unlimited')
  })

  it('of several bases are added up, each at its own worst', () => {
    const eth = call(100).replace('BTC', 'ETH')
    expect(volatilityFreeBounds(legsOf({ [call(100)]: 1, [eth.replace(/C$/, 'P')]: -1 }), 200)).toEqual({
      least: -100_200,
      greatest: 'unlimited',
    })
  })
})

describe('bounds of a structure', () => {
  const spread = legsOf({ [call(100)]: 1, [call(110)]: -1 })
  it('are the least and the most it can be worth at expiry', () => {
    expect(structureBounds(spread)).toEqual({ least: 0, most: 10000 })
    expect(structureBounds(spread.slice(0, 1))).toEqual({ least: 0, most: 'unlimited' })
  })
  it('are not known where options expire apart or an underlying is among the legs', () => {
    expect(structureBounds([...spread, { symbol: 'BTC-USD', ratio: 1 }])).toBeUndefined()
    expect(structureBounds([{ symbol: call(100, '20270326'), ratio: 1 }, ...spread])).toBeUndefined()
  })
})
