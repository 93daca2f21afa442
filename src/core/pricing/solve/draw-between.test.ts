import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dec, toNumber } from '../../domain/decimal.ts'
import { must } from '../../domain/must.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import {
  cases,
  expiryMs,
  marketOf,
  nameOf,
  parityQuotes,
  type Quotes,
  strikes,
  tenths,
} from '../../../testing/quoted-chain.fixture.ts'
import { type PriceBand, legsBetween } from './draw-between.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const count = 4

const spreads = (
  sign: 1 | -1,
): readonly { readonly at: readonly [number, number]; readonly legs: readonly PackageLeg[] }[] =>
  strikes.slice(0, count).flatMap((low, index) =>
    strikes.slice(index + 1, count).flatMap(high =>
      (['C', 'P'] as const).map(right => ({
        at: [low, high] as const,
        legs: legsOf({ [nameOf(low, right)]: sign, [nameOf(high, right)]: -sign }),
      })),
    ),
  )

const all: readonly (readonly PackageLeg[])[] = [
  ...spreads(1).map(each => each.legs),
  ...spreads(-1).map(each => each.legs),
  ...spreads(1).flatMap(up =>
    spreads(-1).flatMap(down => (down.at[0] >= up.at[1] ? [[...up.legs, ...down.legs]] : [])),
  ),
]

const ends = [0, ...strikes, 4000]

const least = (legs: readonly PackageLeg[], quotes: Quotes, prices: readonly number[]): number =>
  Math.min(...prices.map(price => tenths(legs, quotes, price))) / 10

const between = fc
  .record({
    from: fc.integer({ min: 85, max: 125 }),
    width: fc.integer({ min: 1, max: 20 }),
    loss: fc.integer({ min: 1, max: 20 }),
  })
  .map(
    ({ from, width, loss }): PriceBand => ({
      base: 'BTC',
      expiryMs,
      from: dec(from),
      to: dec(from + width),
      loss: dec(loss),
    }),
  )

test('earns at every price between, loses no more than allowed anywhere, and no two spreads earn more at worst', () => {
  fc.assert(
    fc.property(parityQuotes(count), between, (quotes, wish) => {
      const [from, to] = [wish.from, wish.to].map(price => toNumber(must(price, 'a price'))) as [number, number]
      const inside = [from, ...strikes.filter(strike => strike > from && strike < to), to]
      const allowed = all.filter(legs => least(legs, quotes, ends) >= -toNumber(wish.loss))
      const best = Math.max(...allowed.map(legs => least(legs, quotes, inside)))
      const found = legsBetween(wish, marketOf(quotes, count))
      if (!found.ok) {
        expect(best).toBeLessThanOrEqual(0)
        return
      }
      expect(least(found.legs, quotes, inside)).toBeCloseTo(toNumber(found.earns), 9)
      expect(Math.max(0, -least(found.legs, quotes, ends))).toBeCloseTo(toNumber(found.loses), 9)
      expect(toNumber(found.earns)).toBeGreaterThanOrEqual(Math.max(best - 1e-9, 1e-9))
      expect(toNumber(found.loses)).toBeLessThanOrEqual(toNumber(wish.loss))
    }),
    { numRuns: cases },
  )
})

const quotes: Quotes = Object.fromEntries(
  strikes.flatMap((strike): [string, [number, number]][] => [
    [nameOf(strike, 'C'), [100 + Math.max(0, 1100 - strike * 10), 110 + Math.max(0, 1100 - strike * 10)]],
    [nameOf(strike, 'P'), [100 + Math.max(0, strike * 10 - 1100), 110 + Math.max(0, strike * 10 - 1100)]],
  ]),
)

test.each([
  ['bounds that contradict', { from: dec('110'), to: dec('100') }, 'The lower price is not below the upper one.'],
  ['no loss at all', { loss: dec('0') }, 'A loss is a number above zero.'],
  ['a loss that nothing keeps', { loss: dec('0.1') }, 'The least loss of any quoted spreads is 1.'],
  ['an expiry without options', { expiryMs: Date.UTC(2027, 0, 29, 8) }, 'No options on BTC are listed at 29JAN27.'],
])('%s is said in a sentence', (_, more, sentence) => {
  const wish = { base: 'BTC', expiryMs, from: dec('100'), to: dec('110'), loss: dec('20'), ...more }
  expect(legsBetween(wish, marketOf(quotes, 5))).toEqual({ ok: false, why: sentence })
})

test('without quotes there are no legs', () => {
  const wish = { base: 'BTC', expiryMs, from: dec('100'), to: undefined, loss: dec('20') }
  expect(legsBetween(wish, marketOf({}, 5))).toEqual({ ok: false, why: 'No two strikes are quoted.' })
})
