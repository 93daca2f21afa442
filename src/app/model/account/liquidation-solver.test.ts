import { describe, expect, test } from 'vitest'
import { createSolver } from '../../../core/account/margin-model.ts'
import type { Steps } from '../../../core/domain/steps.ts'
import type { LiquidationPrices } from '../../../core/pricing/margin/liquidation-prices.ts'
import type { MarginAccount } from '../../../core/pricing/margin/order-margin.ts'
import type { MarginHolding } from '../../../core/pricing/margin/scenario-margin.ts'

const held = (count: number, size = 1): MarginHolding[] =>
  Array.from({ length: count }, (_, at) => ({
    symbol: `S${at}`,
    base: 'BTC',
    kind: 'linear',
    strike: undefined,
    size,
    mark: 1,
    upnl: 0,
  }))
const priceAt = (below: number) =>
  function* (): Steps<LiquidationPrices> {
    yield undefined
    return { below, above: undefined, isNow: false }
  }
const at = (atMs: number, serial = 1) => {
  const account: MarginAccount = { holdings: [], orders: [], collateral: 0, indexOf: () => undefined }
  return { serial, account, atMs }
}
const basesOf = ({ due }: ReturnType<typeof createSolver>): readonly string[] => due().map(({ base }) => base)

describe('prices of liquidation', () => {
  test('of the same holdings stand while nobody sees them, and are due once somebody does', () => {
    const first = createSolver(new Map(), at(0))
    first.solve('BTC', held(7), priceAt(1))
    const hidden = createSolver(first.after(), at(60_000), false)
    expect([hidden.solve('BTC', held(7), priceAt(2)).below, basesOf(hidden)]).toEqual([1, []])
    expect(createSolver(hidden.after(), at(60_001), false).solve('BTC', held(7, 2), priceAt(3)).below).toBe(3)
    const seen = createSolver(hidden.after(), at(60_001))
    expect([seen.solve('BTC', held(7), priceAt(4)).below, basesOf(seen)]).toEqual([1, ['BTC']])
  })
  test('of few positions are due at every poll, and not twice in one', () => {
    const moment = at(0)
    const first = createSolver(new Map(), moment)
    first.solve('BTC', held(7), priceAt(1))
    const again = createSolver(first.after(), moment)
    expect([again.solve('BTC', held(7), priceAt(2)).below, basesOf(again)]).toEqual([1, []])
    const next = createSolver(first.after(), at(1))
    expect([next.solve('BTC', held(7), priceAt(2)).below, basesOf(next)]).toEqual([1, ['BTC']])
  })
  test('of many stay for five seconds, and no longer', () => {
    const first = createSolver(new Map(), at(0))
    first.solve('BTC', held(300), priceAt(1))
    const dueAt = (ms: number): readonly string[] => {
      const solver = createSolver(first.after(), at(ms))
      expect(solver.solve('BTC', held(300), priceAt(2)).below).toBe(1)
      return basesOf(solver)
    }
    expect([dueAt(4_999), dueAt(5_000)]).toEqual([[], ['BTC']])
  })
  test('are solved at once where a size is another, and where they were of another session', () => {
    const first = createSolver(new Map(), at(0))
    first.solve('BTC', held(300), priceAt(1))
    const other = createSolver(first.after(), at(1))
    expect([other.solve('BTC', held(300, 2), priceAt(2)).below, basesOf(other)]).toEqual([2, []])
    expect(createSolver(first.after(), at(1, 2)).solve('BTC', held(300), priceAt(3)).below).toBe(3)
  })
})
