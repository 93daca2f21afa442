import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { abs, dec, isMultipleOf, lte, toNumber } from '../../domain/decimal.ts'
import type { PortfolioLine } from '../portfolio/net-greeks.ts'
import { stressTable } from '../portfolio/stress.ts'
import { cellHedges, type HedgeCandidate, hedgeSize } from './cell-hedges.ts'
import { portfolioLine } from '../../../testing/book.fixture.ts'

const nowMs = Date.UTC(2026, 10, 1)
const expiryMs = Date.UTC(2026, 11, 25, 8)
const line = (kind: PortfolioLine['kind'], size: number, strike?: number): PortfolioLine =>
  portfolioLine(`${kind}${strike ?? ''}`, {
    kind,
    size,
    mark: 100_000,
    ...(kind === 'linear' ? {} : { strike, expiryMs, priced: { forward: 100_500, volatility: 0.6 } }),
  })
const axes = { moves: [0.2, 0.1, 0, -0.1, -0.2], shifts: [-0.1, 0, 0.1], nowMs, laterMs: 0 }
const underlyingOf = () => ({ price: 100_000, source: 'index' })
const candidates: HedgeCandidate[] = [
  { line: line('linear', 1), bid: 99_999, ask: 100_001, step: 0.0001 },
  ...[80_000, 90_000, 100_000].map(strike => ({ line: line('put', 1, strike), bid: 990, ask: 1_010, step: 0.1 })),
  ...[100_000, 110_000, 120_000].map(strike => ({ line: line('call', 1, strike), bid: 990, ask: 1_010, step: 0.1 })),
]

describe('hedges of a cell', () => {
  it('bring it to nothing or better, in whole steps, and say what is left to lose elsewhere', () => {
    const index = fc.integer({ min: 0, max: axes.moves.length * axes.shifts.length - 1 })
    const books = fc.array(
      fc.tuple(
        fc.constantFrom('call' as const, 'put' as const),
        fc.integer({ min: -9, max: 9 }),
        fc.constantFrom(90_000, 105_000),
      ),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(books, fc.integer({ min: -5, max: 5 }), index, (options, futures, at) => {
        const book = [...options.map(([kind, size, strike]) => line(kind, size, strike)), line('linear', futures)]
        const { values } = stressTable(book, underlyingOf, axes)
        const hedges = cellHedges(candidates, { index: at, values }, axes, underlyingOf)
        if ((values[at] ?? 0) >= 0) expect(hedges).toEqual([])
        for (const hedge of hedges) {
          expect(hedge.after[at]).toBeGreaterThanOrEqual(-1e-6)
          expect(hedge.worstAfter).toBe(Math.min(...hedge.after))
          const step = hedge.line.kind === 'linear' ? 0.0001 : 0.1
          expect(Math.abs(hedge.size / step - Math.round(hedge.size / step))).toBeLessThan(1e-6)
          const signed = hedge.size * (hedge.side === 'buy' ? 1 : -1)
          const whole = stressTable([...book, { ...hedge.line, size: signed }], underlyingOf, axes)
          whole.values.forEach((value, cell) => expect(hedge.after[cell]).toBeCloseTo(value - hedge.spread, 4))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('sell no options, and take nothing that is not quoted on both sides', () => {
    const { values } = stressTable([line('call', -3, 105_000)], underlyingOf, axes)
    const up = 1
    const hedges = cellHedges(candidates, { index: up, values }, axes, underlyingOf)
    expect(hedges.map(({ line: { kind }, side }) => [kind, side])).toEqual(
      expect.arrayContaining([
        ['linear', 'buy'],
        ['call', 'buy'],
      ]),
    )
    expect(hedges.some(({ line: { kind } }) => kind === 'put')).toBe(false)
    expect(
      cellHedges(
        candidates.map(each => ({ ...each, bid: undefined })),
        { index: up, values },
        axes,
        underlyingOf,
      ),
    ).toEqual([])
  })
})

const rules = { quantity_step: dec('0.1'), minimum_quantity: dec('0.5'), maximum_quantity: dec('100') }

describe('the size that hedges a delta', () => {
  it('is the nearest step on the other side, and says what is left', () => {
    expect(hedgeSize(1.234, rules)).toEqual({ side: 'sell', quantity: '1.2', leaves: '0.034', bound: undefined })
    expect(hedgeSize(-7.77, rules)).toEqual({ side: 'buy', quantity: '7.8', leaves: '0.03', bound: undefined })
  })

  it('below the smallest order it is that or nothing, whichever leaves less', () => {
    expect(hedgeSize(0.3, rules)).toEqual({ side: 'sell', quantity: '0.5', leaves: '-0.2', bound: 'minimum' })
    expect(hedgeSize(0.2, rules)).toEqual({ side: 'sell', quantity: '0', leaves: '0.2', bound: 'minimum' })
    expect(hedgeSize(0, rules)?.bound).toBeUndefined()
  })

  it('above the largest order it is that', () => {
    expect(hedgeSize(-150.04, rules)).toEqual({ side: 'buy', quantity: '100', leaves: '-50.04', bound: 'maximum' })
  })

  it('never leaves more than half a step where the bounds let it, and is always a valid size', () => {
    fc.assert(
      fc.property(fc.double({ min: -99, max: 99, noNaN: true }), delta => {
        const hedge = hedgeSize(delta, rules)
        if (hedge === undefined) throw new Error('a number')
        expect(isMultipleOf(hedge.quantity, rules.quantity_step)).toBe(true)
        expect(lte(abs(hedge.leaves), dec(hedge.bound === undefined ? '0.05' : '0.25'))).toBe(true)
        expect(toNumber(hedge.leaves)).toBeCloseTo(
          delta + (hedge.side === 'sell' ? -1 : 1) * toNumber(hedge.quantity),
          6,
        )
      }),
    )
    expect(hedgeSize(Number.NaN, rules)).toBeUndefined()
  })
})
