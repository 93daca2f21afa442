import { describe, expect, test } from 'vitest'
import type { LiquidationPrices } from '../../pricing/margin/liquidation-prices.ts'
import type { MarginHolding } from '../../pricing/margin/scenario-margin.ts'
import { createSolver } from './margin-model.ts'

const held = (count: number, size = 1): MarginHolding[] =>
  Array.from({ length: count }, (_, at) => ({ symbol: `S${at}`, base: 'BTC', kind: 'linear', strike: undefined, size, mark: 1, upnl: 0 }))
const priceAt = (below: number) => (): LiquidationPrices => ({ below, above: undefined, isNow: false })

describe('prices of liquidation', () => {
  test('of the same holdings stand while nobody sees them, and are solved anew once somebody does', () => {
    const first = createSolver(new Map(), 0)
    first.solve('BTC', held(7), priceAt(1))
    const hidden = createSolver(first.after(), 60_000, false)
    expect(hidden.solve('BTC', held(7), priceAt(2)).below).toBe(1)
    expect(createSolver(hidden.after(), 60_001, false).solve('BTC', held(7, 2), priceAt(3)).below).toBe(3)
    expect(createSolver(hidden.after(), 60_001).solve('BTC', held(7), priceAt(4)).below).toBe(4)
  })
  test('of few positions are solved at every poll', () => {
    const first = createSolver(new Map(), 0)
    first.solve('BTC', held(7), priceAt(1))
    expect(createSolver(first.after(), 1).solve('BTC', held(7), priceAt(2)).below).toBe(2)
  })
  test('of many stay for five seconds, and no longer', () => {
    const first = createSolver(new Map(), 0)
    first.solve('BTC', held(300), priceAt(1))
    expect(createSolver(first.after(), 4_999).solve('BTC', held(300), priceAt(2)).below).toBe(1)
    expect(createSolver(first.after(), 5_000).solve('BTC', held(300), priceAt(2)).below).toBe(2)
  })
  test('are solved at once where a size is another', () => {
    const first = createSolver(new Map(), 0)
    first.solve('BTC', held(300), priceAt(1))
    expect(createSolver(first.after(), 1).solve('BTC', held(300, 2), priceAt(2)).below).toBe(2)
  })
  test('of several underlyings that aged are solved one a poll', () => {
    const first = createSolver(new Map(), 0)
    for (const base of ['BTC', 'ETH']) first.solve(base, held(300), priceAt(1))
    const second = createSolver(first.after(), 6_000)
    expect(['BTC', 'ETH'].map(base => second.solve(base, held(300), priceAt(2)).below)).toEqual([2, 1])
    const third = createSolver(second.after(), 6_001)
    expect(['BTC', 'ETH'].map(base => third.solve(base, held(300), priceAt(3)).below)).toEqual([2, 3])
  })
})
