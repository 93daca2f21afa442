import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalFromNumber } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/listed-universe.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { dayMs, yearMs } from '../../domain/time.ts'
import { call, listed, lookup, nearMs, nowMs, put, quote } from '../../testing/universe.fixture.ts'
import { blackPriceOf } from '../black.ts'
import { baseSurface } from '../market/base-surface.ts'
import { type UnitGreeks, greeksOfSize, sumGreeks, unitGreeks } from './unit-greeks.ts'

const universe: ListedUniverse = {
  ...listed,
  bases: () => ['BTC'],
  spot: base => lookup.bySymbol(`${base}-USD`),
  perpetual: base => lookup.bySymbol(`${base}-USD-PERPETUAL`),
}
const years = (nearMs - nowMs) / yearMs
const quotes: ReadonlyMap<string, MarketSummary> = new Map([
  quote('BTC-USD-PERPETUAL', '99990', '100010'),
  quote('BTC-20261225', '100990', '101010'),
  ...[90, 95, 100, 105].flatMap(thousand =>
    [[call(thousand), true] as const, [put(thousand), false] as const].map(([symbol, isCall]) => {
      const price = blackPriceOf(101_000, thousand * 1000, 0.6 * Math.sqrt(years), isCall)
      return quote(symbol, String(decimalFromNumber(price - 5)), String(decimalFromNumber(price + 5)))
    }),
  ),
])
const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })
const bare = baseSurface({ universe, base: 'BTC', quotes: new Map(), atMs: nowMs })

const whyOf = (unit: UnitGreeks) => (unit.isPriced ? undefined : unit.why)

describe('greeks of one unit', () => {
  it('what is linear has a delta of one, quoted or not', () => {
    for (const symbol of ['BTC-USD-PERPETUAL', 'BTC-20261225', 'BTC-USD'])
      expect(unitGreeks(symbol, undefined, nowMs)).toEqual({
        isPriced: true,
        greeks: { delta: 1, gamma: 0, vegaPerVolPoint: 0, thetaPerDay: 0 },
        inputs: undefined,
      })
  })

  it('an option is priced on the forward of its expiry at the volatility of its mid', () => {
    const unit = unitGreeks(call(105), surface, nowMs)
    if (!unit.isPriced) throw new Error('not priced')
    expect(unit.inputs).toMatchObject({ forward: 101_000, source: 'mid' })
    expect(unit.inputs?.volatility).toBeCloseTo(0.6, 4)
    const sqrtYears = Math.sqrt(years)
    const d1 = (Math.log(101 / 105) + 0.18 * years) / (0.6 * sqrtYears)
    const density = Math.exp(-d1 * d1 * 0.5) / Math.sqrt(2 * Math.PI)
    expect(unit.greeks.gamma).toBeCloseTo(density / (101_000 * 0.6 * sqrtYears), 8)
    expect(unit.greeks.vegaPerVolPoint).toBeCloseTo((101_000 * density * sqrtYears) / 100, 1)
    expect(unit.greeks.thetaPerDay).toBeCloseTo((-101_000 * density * 0.6) / (2 * sqrtYears * 365), 1)
    const other = unitGreeks(put(105), surface, nowMs)
    expect(other.isPriced && unit.greeks.delta - other.greeks.delta).toBeCloseTo(1, 6)
  })

  it('an option without a quote, or no longer listed, takes the surface and says so', () => {
    for (const symbol of [call(110), 'BTC-20261225-102500C']) {
      const unit = unitGreeks(symbol, surface, nowMs)
      expect(unit.isPriced && unit.inputs?.source).toBe('surface')
    }
  })

  it('what cannot be priced says why, and is never zero', () => {
    expect(whyOf(unitGreeks('NONSENSE', surface, nowMs))).toBe('unreadable')
    expect(whyOf(unitGreeks(call(100), surface, nearMs))).toBe('expired')
    expect(whyOf(unitGreeks('BTC-20261225', surface, nearMs + dayMs))).toBe('expired')
    expect(whyOf(unitGreeks(call(100), undefined, nowMs))).toBe('no_market')
    expect(whyOf(unitGreeks('BTC-20270101-100000C', surface, nowMs))).toBe('not_listed')
    expect(whyOf(unitGreeks(call(100), bare, nowMs))).toBe('no_forward')
    expect(greeksOfSize(unitGreeks(call(100), bare, nowMs), 3)).toBeUndefined()
  })
})

describe('greeks of positions', () => {
  const symbols = [call(95), put(100), 'BTC-USD-PERPETUAL', 'NONSENSE', 'BTC-20270101-100000C']
  it('a sum is that of its parts whichever way they are grouped, and counts those that went in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...symbols), fc.integer({ min: -50, max: 50 }), fc.boolean()), { maxLength: 30 }),
        held => {
          const partOf = ([symbol, size]: (typeof held)[number]) => greeksOfSize(unitGreeks(symbol, surface, nowMs), size)
          const whole = sumGreeks(held.map(partOf))
          const [left, right] = [true, false].map(side => sumGreeks(held.filter(each => each[2] === side).map(partOf)))
          if (left === undefined || right === undefined) throw new Error('two halves')
          expect(whole.of).toBe(held.length)
          expect(whole.priced).toBe(left.priced + right.priced)
          expect(whole.greeks.delta).toBeCloseTo(left.greeks.delta + right.greeks.delta, 9)
          expect(whole.greeks.thetaPerDay).toBeCloseTo(left.greeks.thetaPerDay + right.greeks.thetaPerDay, 6)
        },
      ),
    )
  })
})
