import type { ListedUniverse } from '../../domain/listed-universe.ts'
import { describe, expect, it } from 'vitest'
import { decimalFromNumber } from '../../domain/decimal.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { yearMs } from '../../domain/time.ts'
import { blackPriceOf } from '../black.ts'
import { type BaseSurface, baseSurface } from './base-surface.ts'
import { call, listed, lookup, nearMs, nowMs, put, quote } from '../../domain/universe.fixture.ts'

const universe: ListedUniverse = {
  ...listed,
  bases: () => ['BTC'],
  spot: base => lookup.bySymbol(`${base}-USD`),
  perpetual: base => lookup.bySymbol(`${base}-USD-PERPETUAL`),
}
const years = (nearMs - nowMs) / yearMs
const rights = [
  [call, true],
  [put, false],
] as const

/** Quotes of the nearest expiry at one volatility around a forward of 101,000. */
function flat(volatility: number): [string, MarketSummary][] {
  return [90, 95, 100, 105, 110].flatMap(thousand =>
    rights.map(([name, isCall]) => {
      const price = blackPriceOf(101_000, thousand * 1000, volatility * Math.sqrt(years), isCall)
      return quote(name(thousand), String(decimalFromNumber(price - 10)), String(decimalFromNumber(price + 10)))
    }),
  )
}
const surfaceOf = (quotes: [string, MarketSummary][]): BaseSurface =>
  baseSurface({ universe, base: 'BTC', quotes: new Map([quote('BTC-USD-PERPETUAL', '99990', '100010'), ...quotes]), atMs: nowMs })

describe('what the quotes of a base say', () => {
  it('the forward comes from the future, else from put-call parity, else from the underlying', () => {
    const future = surfaceOf([...flat(0.6), quote('BTC-20261225', '101190', '101210')]).expiries.get(nearMs)?.forward
    expect(future).toEqual({ price: 101200, source: { kind: 'future', symbol: 'BTC-20261225' } })
    const parity = surfaceOf(flat(0.6)).expiries.get(nearMs)?.forward
    expect(parity?.source.kind).toBe('parity')
    expect(parity?.price).toBeCloseTo(101_000, 6)
    expect(surfaceOf([]).expiries.get(nearMs)?.forward).toEqual({ price: 100_000, source: { kind: 'underlying' } })
  })

  it('an option has the volatility of its mid, between those of its bid and ask, and its delta', () => {
    const mark = surfaceOf(flat(0.6)).expiries.get(nearMs)?.marks.get(call(105))
    expect(mark?.volatility).toBeCloseTo(0.6, 6)
    expect(mark).toMatchObject({ source: 'mid', why: undefined })
    expect(mark?.bid).toBeLessThan(0.6)
    expect(mark?.ask).toBeGreaterThan(0.6)
    expect(mark?.delta).toBeGreaterThan(0.3)
    expect(mark?.delta).toBeLessThan(0.5)
  })

  it('an option without a quote takes the surface, and says why and from where', () => {
    const some = flat(0.6).filter(([symbol]) => symbol !== call(110))
    const mark = surfaceOf(some).expiries.get(nearMs)?.marks.get(call(110))
    expect(mark).toMatchObject({ source: 'surface', why: 'no_quote' })
    expect(mark?.volatility).toBeCloseTo(0.6, 2)
  })

  it('nothing is made up where nothing is quoted', () => {
    const mark = surfaceOf([]).expiries.get(nearMs)?.marks.get(call(110))
    expect(mark).toMatchObject({ volatility: undefined, delta: undefined, source: undefined, why: 'no_quote' })
  })
})
