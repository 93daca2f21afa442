import { describe, expect, it } from 'vitest'
import { dayMs } from '../../domain/time.ts'
import type { ModelLeg } from '../payoff-before.ts'
import type { PortfolioLine } from './net-greeks.ts'
import { shiftWeight, stressTable } from './stress.ts'
import { portfolioLine } from '../../../testing/book.fixture.ts'

const nowMs = Date.UTC(2026, 10, 1)
const underlyingOf = (base: string) => ({ price: base === 'BTC' ? 100_000 : 4_000, source: 'index' })
const option = (days: number, strike = 100_000): ModelLeg => ({
  kind: 'put',
  strike,
  ratio: 1,
  expiryMs: nowMs + days * dayMs,
  volatility: 0.6,
})
const line = (over: Partial<PortfolioLine>): PortfolioLine =>
  portfolioLine('X', {
    kind: 'put',
    strike: 95_000,
    expiryMs: nowMs + 30 * dayMs,
    size: 2,
    mark: 3_000,
    priced: { forward: 100_000, volatility: 0.6 },
    ...over,
  })
const future = (base: string, size: number): PortfolioLine =>
  line({ base, kind: 'linear', strike: undefined, expiryMs: undefined, size, priced: undefined })
const axes = { moves: [-0.1, 0, 0.1], shifts: [-0.1, 0, 0.2], nowMs, laterMs: 0 }

describe('shocks of ones own', () => {
  it('are the plain ones where no weight is other than one', () => {
    const lines = [line({}), future('ETH', 3)]
    const plain = stressTable(lines, underlyingOf, axes)
    const weighed = stressTable(lines, underlyingOf, { ...axes, weights: { betas: { ETH: 1 }, termPower: 0, skew: 0 } })
    plain.values.forEach((value, at) => expect(weighed.values[at]).toBeCloseTo(value, 9))
  })

  it('move a base by its beta', () => {
    const plain = stressTable([future('ETH', 3)], underlyingOf, axes)
    const weighed = stressTable([future('ETH', 3)], underlyingOf, { ...axes, weights: { betas: { ETH: 1.5 } } })
    plain.values.forEach((value, at) => expect(weighed.values[at]).toBeCloseTo(value * 1.5, 6))
  })

  it('never take a price below nothing', () => {
    const { values } = stressTable([future('ETH', 1)], underlyingOf, {
      ...axes,
      moves: [-0.9],
      weights: { betas: { ETH: 2 } },
    })
    expect(values[0]).toBe(-4_000)
  })

  it('shift short expiries more, and strikes below the forward more', () => {
    expect(shiftWeight(option(30), 100_000, nowMs, { termPower: 0.5 })).toBeCloseTo(1, 12)
    expect(shiftWeight(option(7.5), 100_000, nowMs, { termPower: 0.5 })).toBeCloseTo(2, 12)
    expect(shiftWeight(option(30), 100_000, nowMs, { skew: 0.2 })).toBeCloseTo(1, 12)
    expect(shiftWeight(option(30, 90_000), 100_000, nowMs, { skew: 0.2 })).toBeGreaterThan(1)
    expect(shiftWeight(option(30, 110_000), 100_000, nowMs, { skew: 0.2 })).toBeLessThan(1)
  })

  it('count coins held as cash where they are asked for', () => {
    const { values, worst } = stressTable([], underlyingOf, {
      ...axes,
      coins: [{ base: 'BTC', amount: 10, price: 100_000 }],
    })
    expect(Array.from(values.slice(0, 3))).toEqual([-100_000, -100_000, -100_000])
    expect(worst).toBe(0)
  })
})
