import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '../../domain/time.ts'
import { intrinsicValue } from '../black.ts'
import { type ModelLeg, payoffBefore } from '../payoff-before.ts'
import { createMarksAt, type MarginHolding } from './scenario-margin.ts'

const atMs = Date.UTC(2026, 10, 21)
const index = 100_000

const held = fc.record({
  kind: fc.constantFrom('call' as const, 'put' as const, 'linear' as const),
  strike: fc.integer({ min: 20, max: 400 }).map(step => step * 500),
  mark: fc.double({ min: 0, max: 90_000, noNaN: true }),
  volatility: fc.option(fc.double({ min: 0, max: 3, noNaN: true }), { nil: undefined }),
  days: fc.constantFrom(-1, 0, 1, 30, 400),
  forwardRatio: fc.constantFrom(1, 1.02),
})

function markBy({ kind, strike = 0, mark }: MarginHolding, leg: ModelLeg | undefined, price: number): number {
  if (kind === 'linear') return (mark * price) / index
  if (leg === undefined)
    return (
      Math.max(0, mark - intrinsicValue(index, strike, kind === 'call')) +
      intrinsicValue(price, strike, kind === 'call')
    )
  const [then = 0, now = 0] = payoffBefore([leg], 0, { atMs, volatilityShift: 0 }, Float64Array.of(price, index))
  return Math.max(0, mark + then - now)
}

test('marks of positions at another price of the underlying are each its own mark, moved as its model moves', () => {
  fc.assert(
    fc.property(fc.array(held, { maxLength: 12 }), fc.double({ min: 1, max: 500_000, noNaN: true }), (all, price) => {
      const holdings = all.map(({ kind, strike, mark }, at): MarginHolding => {
        return {
          symbol: `S${at}`,
          base: 'BTC',
          kind,
          strike: kind === 'linear' ? undefined : strike,
          size: 1,
          mark,
          upnl: 0,
        }
      })
      const legs = all.map(({ kind, strike, volatility, days, forwardRatio }) =>
        kind === 'linear' || volatility === undefined
          ? undefined
          : { kind, strike, ratio: 1, expiryMs: atMs + days * dayMs, volatility, forwardRatio },
      )
      const marksAt = createMarksAt(holdings, legs, index, atMs)
      const both = marksAt(Float64Array.of(price, index))
      holdings.forEach((holding, at) => {
        expect(Math.abs((both[2 * at] ?? Number.NaN) - markBy(holding, legs[at], price))).toBeLessThan(1e-7)
        // An option without a model is worth at least its intrinsic value.
        if (holding.kind === 'linear' || legs[at] !== undefined)
          expect(Math.abs((both[2 * at + 1] ?? Number.NaN) - holding.mark)).toBeLessThan(1e-7)
      })
    }),
  )
})
