import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PortfolioLine } from '../../../../core/pricing/portfolio/net-greeks.ts'
import { noGreeks } from '../../../../core/pricing/portfolio/unit-greeks.ts'
import { stressTable } from '../../../../core/pricing/portfolio/stress.ts'
import { pickedOf, splitLines } from './picked.ts'
import { portfolioLine } from '../../../../testing/book.fixture.ts'

const line = (symbol: string, size: number): PortfolioLine =>
  portfolioLine(symbol, { size, mark: 100, entry: 90, greeks: { ...noGreeks, delta: size } })
const names = ['a', 'b', 'c']
const axes = { moves: [-0.1, 0.1], shifts: [0], nowMs: 0, laterMs: 0 }
const underlyingOf = () => ({ price: 100, source: 'index' })

describe('what is picked of a portfolio', () => {
  it('and the rest make up the whole, whatever part of a position is picked', () => {
    const sizes = fc.array(
      fc.integer({ min: -50, max: 50 }).filter(size => size !== 0),
      { minLength: 3, maxLength: 3 },
    )
    const parts = fc.array(fc.constantFrom(undefined, 0.25, 0.5, 1), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(sizes, parts, (held, picks) => {
        const lines = names.map((name, at) => line(name, held[at] ?? 1))
        const picked = new Map(
          names.flatMap((name, at) => (picks[at] === undefined ? [] : [[name, (held[at] ?? 1) * picks[at]] as const])),
        )
        const split = splitLines(lines, picked)
        const deltaOf = (some: readonly PortfolioLine[]) =>
          some.reduce((sum, each) => sum + (each.greeks?.delta ?? 0), 0)
        expect(deltaOf(split.picked) + deltaOf(split.without)).toBeCloseTo(deltaOf(lines), 9)
        const [whole, of, rest] = [lines, split.picked, split.without].map(
          some => stressTable(some, underlyingOf, axes).values,
        )
        whole?.forEach((value, at) => expect((of?.[at] ?? 0) + (rest?.[at] ?? 0)).toBeCloseTo(value, 9))
      }),
    )
  })

  it('are the ticked legs before those under the pointer, and those before what a filter leaves', () => {
    const some = new Map([['a', 1]])
    expect(pickedOf({ filtered: some, hovered: some, ticked: some })?.kind).toBe('ticked')
    expect(pickedOf({ filtered: some, hovered: some })?.kind).toBe('hovered')
    expect(pickedOf({ filtered: some })?.kind).toBe('filtered')
    expect(pickedOf({})).toBeUndefined()
  })
})
