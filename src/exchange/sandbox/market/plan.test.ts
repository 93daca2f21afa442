import { describe, expect, it } from 'vitest'
import { must } from '../../../core/domain/must.ts'
import { furtherBases, mainBases } from './bases.ts'
import { planFor, strikesOf, strikeStep } from './plan.ts'

const base = (name: string) =>
  must(
    [...mainBases, ...furtherBases].find(each => each.name === name),
    name,
  )

describe('the distance of strikes', () => {
  it('is that of the class of the expiry while the chain stays above nothing', () => {
    const classes = ['daily', 'weekly', 'monthly', 'quarterly'] as const
    expect(classes.map(each => strikeStep(base('BTC'), each, 12))).toEqual([500, 1_000, 2_500, 5_000])
    expect(classes.map(each => strikeStep(base('ETH'), each, 12))).toEqual([25, 50, 100, 200])
  })

  it('is a finer one where so many strikes would take four fifths of the price', () => {
    const count = [16, 17, 32, 33, 81, 82]
    expect(count.map(each => strikeStep(base('BTC'), 'quarterly', each))).toEqual([
      5_000, 2_500, 2_500, 1_000, 1_000, 500,
    ])
  })

  it('is never finer than the finest, nor another class’s that is wider than its own', () => {
    expect(strikeStep(base('AVAX'), 'quarterly', 1_000)).toBe(0.5)
    expect(strikeStep(base('BTC'), 'daily', 1)).toBe(500)
  })

  it('is none where there are no options', () => expect(strikeStep(base('PTF'), 'weekly', 10)).toBe(0))
})

it('strikes on each side of the money are as many as the breadth of the base has of the plan, two at least', () => {
  expect(['BTC', 'SOL', 'AVAX'].map(name => strikesOf(base(name), 20))).toEqual([20, 12, 10])
  expect([strikesOf(base('AVAX'), 1), strikesOf(base('PTF'), 20)]).toEqual([2, 2])
})

describe('a universe of about a size', () => {
  it('is the two largest with a few expiries where it is small, with as many strikes as it may have', () => {
    const { bases, strikesPerSide } = planFor(400)
    expect([strikesPerSide, planFor(10).strikesPerSide]).toEqual([8, 2])
    expect(bases.flatMap(each => (each.options === undefined ? [] : [each.name]))).toEqual(['BTC', 'ETH'])
  })

  it('has longer chains first, then more underlyings, then longer chains again', () => {
    const sizes = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000]
    const plans = sizes.map(planFor)
    for (const [at, plan] of plans.entries()) {
      const before = plans[at - 1]
      expect(plan.bases.length).toBeGreaterThanOrEqual(before?.bases.length ?? 0)
      expect(plan.strikesPerSide).toBeGreaterThanOrEqual(before?.strikesPerSide ?? 0)
      if (plan.strikesPerSide < 20) expect(plan.bases).toBe(mainBases)
      if (plan.strikesPerSide > 20) expect(plan.bases.length).toBe(mainBases.length + furtherBases.length)
    }
    expect([plans[0]?.bases.length, plans.at(-1)?.bases.length]).toEqual([5, 5 + furtherBases.length])
  })

  it('keeps the underlyings of a smaller one in their places, from which their ids come', () => {
    const [small, large] = [planFor(1_000), planFor(32_000)]
    expect(large.bases.slice(0, small.bases.length)).toEqual(small.bases)
    expect(large.bases.map(each => each.index)).toEqual(large.bases.map((_, at) => at))
  })
})
