/**
 * Compares `solve-for` with every possible choice, by independent arithmetic: payoffs at every bend, roots between
 * them.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dec, toNumber } from '../../domain/decimal.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { call, listed, nowMs, put, quote, surfaceOf } from '../../../testing/universe.fixture.ts'
import { type SolveInputs, type Target, type Vary, solveFor } from './solve-for.ts'

const strikes = [90, 95, 100, 105, 110] as const
type Strike = (typeof strikes)[number]
interface Option {
  readonly strike: Strike
  readonly right: 'call' | 'put'
}
const options: readonly Option[] = strikes.flatMap(strike => [
  { strike, right: 'call' } as const,
  { strike, right: 'put' } as const,
])
const symbolOf = ({ strike, right }: Option): string => (right === 'call' ? call(strike) : put(strike))
const optionOf = (symbol: string): Option => options.find(each => symbolOf(each) === symbol) as Option
const worthAt = ({ strike, right }: Option, price: number): number =>
  Math.max(0, right === 'call' ? price - strike * 1_000 : strike * 1_000 - price)

/** Half of the width on both sides of the mid, in steps of 5. Without a mid there is no quote. */
interface Quoted {
  readonly mid: number | undefined
  readonly half: number
}
const quoted: fc.Arbitrary<Quoted> = fc.record({
  mid: fc.option(
    fc.integer({ min: 20, max: 1_500 }).map(steps => steps * 5),
    { nil: undefined, freq: 8 },
  ),
  half: fc.integer({ min: 1, max: 8 }).map(steps => steps * 5),
})
const cases = fc.record({
  mids: fc.tuple(...options.map(() => quoted)),
  legs: fc.uniqueArray(
    fc.record({ at: fc.integer({ min: 0, max: options.length - 1 }), ratio: fc.constantFrom(-3, -2, -1, 1, 2, 3) }),
    {
      minLength: 1,
      maxLength: 4,
      selector: leg => leg.at,
    },
  ),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  target: fc.constantFrom<Target>('premium', 'loss', 'breakEven'),
  what: fc.constantFrom('strike' as const, 'ratio' as const),
  wanted: fc.integer({ min: -20, max: 200 }),
})

interface Market {
  readonly mids: ReadonlyMap<string, number | undefined>
  readonly side: 'buy' | 'sell'
}

/** Computes the figure of a package by hand; undefined if it has none. `paid` replaces the mids. */
function figure(
  legs: readonly PackageLeg[],
  { mids, side }: Market,
  target: Target,
  wanted: number,
  paid?: number,
): number | undefined {
  const turn = side === 'buy' ? 1 : -1
  let cost = 0
  for (const { symbol, ratio } of legs) {
    const mid = mids.get(symbol)
    if (mid === undefined && paid === undefined) return undefined
    cost += turn * ratio * (mid ?? 0)
  }
  if (target === 'premium') return cost
  const spent = paid ?? cost
  const at = (price: number): number =>
    legs.reduce((sum, { symbol, ratio }) => sum + turn * ratio * worthAt(optionOf(symbol), price), -spent)
  const slope = legs.reduce((sum, { symbol, ratio }) => sum + (optionOf(symbol).right === 'call' ? turn * ratio : 0), 0)
  const bends = [0, ...strikes.map(strike => strike * 1_000)]
  if (target === 'loss') return slope < 0 ? undefined : Math.max(0, -Math.min(...bends.map(at)))
  // Beyond the last strike it goes on by its slope.
  const far = 110_000 + (slope === 0 ? 0 : Math.max(0, -at(110_000) / slope))
  const roots = [...bends, far, far + 1].flatMap((from, index, all) => {
    const to = all[index + 1]
    if (at(from) === 0) return [from]
    return to === undefined || at(from) * at(to) >= 0 ? [] : [from + ((to - from) * at(from)) / (at(from) - at(to))]
  })
  return roots.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))[0]
}

const wantedOf = (target: Target, wanted: number): number =>
  target === 'breakEven' ? 80_000 + wanted * 200 : wanted * 50

function made({ mids, legs, side }: typeof cases extends fc.Arbitrary<infer Given> ? Given : never) {
  const market: Market = { side, mids: new Map(options.map((option, at) => [symbolOf(option), mids[at]?.mid])) }
  const quotes = new Map([
    quote('BTC-USD-PERPETUAL', '99990', '100010'),
    ...options.flatMap((option, at) => {
      const { mid, half } = mids[at] ?? { mid: undefined, half: 0 }
      return mid === undefined ? [] : [quote(symbolOf(option), String(mid - half), String(mid + half))]
    }),
  ])
  const drafted = legs.map(({ at, ratio }) => ({ symbol: symbolOf(options[at] as Option), ratio }))
  const inputs: SolveInputs = {
    legs: drafted,
    side,
    price: undefined,
    priceStep: dec('5'),
    listed,
    quotes,
    surface: surfaceOf(quotes),
    nowMs,
  }
  return { market, inputs, drafted }
}

describe('what is solved for', () => {
  test('no other listed strike or ratio comes nearer', () => {
    let answered = 0
    fc.assert(
      fc.property(cases, given => {
        const { market, inputs, drafted } = made(given)
        const wanted = wantedOf(given.target, given.wanted)
        const [leg] = drafted
        if (leg === undefined) return
        const vary: Vary = { what: given.what, symbol: leg.symbol }
        const others = drafted.slice(1)
        const all =
          given.what === 'ratio'
            ? Array.from({ length: 20 }, (_, at) => [{ ...leg, ratio: Math.sign(leg.ratio) * (at + 1) }, ...others])
            : options
                .filter(
                  each =>
                    each.right === optionOf(leg.symbol).right && !others.some(other => other.symbol === symbolOf(each)),
                )
                .map(each => [{ ...leg, symbol: symbolOf(each) }, ...others])
        const misses = all.flatMap(legs => {
          const value = figure(legs, market, given.target, wanted)
          return value === undefined ? [] : [Math.abs(value - wanted)]
        })
        const found = solveFor(inputs, vary, given.target, wanted)
        expect(found.ok).toBe(misses.length > 0)
        if (!found.ok) return
        answered += 1
        const nearest = misses.toSorted((a, b) => a - b).slice(0, 5)
        expect(found.solutions).toHaveLength(nearest.length)
        found.solutions.forEach((solution, at) => {
          expect(Math.abs(solution.missedBy)).toBeCloseTo(nearest[at] ?? Number.NaN, 5)
          expect(solution.value).toBeCloseTo(figure(solution.legs, market, given.target, wanted) ?? Number.NaN, 5)
        })
      }),
      { numRuns: 150 },
    )
    expect(answered).toBeGreaterThan(40)
  })

  test('a price for a loss is the nearest of all on its step', () => {
    let answered = 0
    fc.assert(
      fc.property(cases, given => {
        const { market, inputs, drafted } = made(given)
        const wanted = Math.abs(given.wanted) * 37
        const found = solveFor(inputs, { what: 'price' }, 'loss', wanted)
        const unlimited = figure(drafted, market, 'loss', 0, 0) === undefined
        expect(found.ok).toBe(!unlimited)
        if (!found.ok) return
        answered += 1
        const turn = given.side === 'buy' ? 1 : -1
        // So much is paid that all of it can be lost, but for what the legs bring at worst.
        const most = 10_000_000
        const worst = (figure(drafted, market, 'loss', 0, most) ?? 0) - most
        let nearest = Number.POSITIVE_INFINITY
        // No package of three each is worth more than this.
        for (let price = -1_500_000; price <= 1_500_000; price += 5)
          nearest = Math.min(nearest, Math.abs(Math.max(0, turn * price + worst) - wanted))
        expect(Math.abs(found.solutions[0]?.missedBy ?? Number.NaN)).toBeCloseTo(nearest, 6)
        for (const { price, value } of found.solutions)
          expect(value).toBeCloseTo(
            figure(drafted, market, 'loss', 0, turn * toNumber(price ?? dec('0'))) ?? Number.NaN,
            6,
          )
      }),
      { numRuns: 10 },
    )
    expect(answered).toBeGreaterThan(0)
  })
})
