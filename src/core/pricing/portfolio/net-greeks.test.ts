import { describe, expect, it } from 'vitest'
import { payoffBefore } from '../payoff-before.ts'
import { modelLeg, type PortfolioLine, spotDelta } from './net-greeks.ts'
import { positionGreeks } from './unit-greeks.ts'
import { portfolioLine } from '../../../testing/book.fixture.ts'

const nowMs = Date.UTC(2026, 10, 1)
const line = (over: Partial<PortfolioLine>): PortfolioLine =>
  portfolioLine('X', {
    kind: 'call',
    strike: 110_000,
    expiryMs: Date.UTC(2026, 11, 25, 8),
    size: 3,
    mark: 4_000,
    priced: { forward: 102_000, volatility: 0.6 },
    ...over,
  })

describe('delta to the price of the underlying', () => {
  it('is what the value gains when the price moves and the forward with it', () => {
    const price = 100_000
    for (const bare of [
      line({}),
      line({ kind: 'put', size: -2 }),
      line({ kind: 'linear', strike: undefined, mark: 103_000, priced: undefined }),
    ]) {
      const leg = modelLeg(bare, price)
      if (leg === undefined) throw new Error('a line with all it needs has a leg')
      const greeks = positionGreeks([leg], price, { atMs: nowMs, volatilityShift: 0 })
      const [down = 0, up = 0] = payoffBefore(
        [leg],
        0,
        { atMs: nowMs, volatilityShift: 0 },
        Float64Array.of(price - 1, price + 1),
      )
      const result = spotDelta({ ...bare, greeks }, price)
      expect(result).toBeCloseTo((up - down) / 2, 6)
    }
  })

  it('is unknown where the greeks are', () => expect(spotDelta(line({}), 100_000)).toBeUndefined())
})
