import { describe, expect, test } from 'vitest'
import { dec } from '../../domain/decimal.ts'
import { call, listed, lookup, nowMs, quote } from '../../testing/universe.fixture.ts'
import { baseSurface } from '../market/base-surface.ts'
import { orderEffect } from './order-effect.ts'
import type { portfolioPart } from './payoff-parts.ts'

const quotes = new Map([quote('BTC-USD-PERPETUAL', '97990', '98010'), quote(call(100), '4000', '4100'), quote(call(110), '1000', '1050')])
const universe = { ...listed, bases: () => ['BTC'], spot: () => undefined, perpetual: () => lookup.bySymbol('BTC-USD-PERPETUAL') }
const surface = baseSurface({ universe, base: 'BTC', quotes, atMs: nowMs })
type Position = Parameters<typeof portfolioPart>[0][number]
const position = (symbol: string, size: string, mark: string): Position =>
  ({ symbol, side: size.startsWith('-') ? 'short' : 'long', size: dec(size), mark_price: dec(mark) }) as Position

describe('what an order does to the book', () => {
  test('that closes all of it is that nothing is left: no delta and no loss', () => {
    const positions = [position(call(100), '2', '4050'), position(call(110), '-2', '1025')]
    const legs = [
      { symbol: call(100), ratio: 1 },
      { symbol: call(110), ratio: -1 },
    ]
    const effect = orderEffect({ legs, side: 'sell', quantity: dec('2'), price: dec('3025'), positions, surface, nowMs })
    expect(effect.before?.greeks.delta).toBeGreaterThan(0.1)
    expect(effect.before?.worst).toBeLessThan(0)
    expect(effect.after).toMatchObject({ greeks: { delta: 0, gamma: 0 }, worst: 0 })
    expect(effect.order?.greeks.delta).toBeCloseTo(-(effect.before?.greeks.delta ?? 0))
  })

  test('is the book with the order in it: greeks add up', () => {
    const positions = [position(call(100), '1', '4050')]
    const legs = [{ symbol: call(110), ratio: 1 }]
    const { before, order, after } = orderEffect({ legs, side: 'sell', quantity: dec('3'), price: dec('1000'), positions, surface, nowMs })
    expect(after?.greeks.vegaPerVolPoint).toBeCloseTo((before?.greeks.vegaPerVolPoint ?? 0) + (order?.greeks.vegaPerVolPoint ?? 0))
    expect(after?.greeks.delta).toBeCloseTo((before?.greeks.delta ?? 0) + (order?.greeks.delta ?? 0))
  })
})
