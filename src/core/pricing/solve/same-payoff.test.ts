import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, cmp, dec, sub, zero } from '../../domain/decimal.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import {
  anyQuotes,
  cases,
  everywhere,
  future,
  marketOf,
  nameOf,
  parityQuotes,
  profit,
  type Quotes,
  strikes,
} from '../../../testing/quoted-chain.fixture.ts'
import { samePayoff, type SolveMarket } from './same-payoff.ts'
import { legsOf } from '../../../testing/legs-of.ts'

const legsOver = (count: number, most: number, largest = 1): fc.Arbitrary<readonly PackageLeg[]> =>
  fc.uniqueArray(
    fc.record({
      symbol: fc.constantFrom(
        future.symbol,
        ...strikes.slice(0, count).flatMap(strike => [nameOf(strike, 'C'), nameOf(strike, 'P')]),
      ),
      ratio: fc.integer({ min: -largest, max: largest }).filter(each => each !== 0),
    }),
    { minLength: 1, maxLength: most, selector: leg => leg.symbol },
  )

/** No cheapest package of four legs needs more calls at one strike. */
const reach = 4

/** Brute force: the least cost of all packages with this payoff, from `-reach` to `reach` calls per strike. */
function bruteForce(legs: readonly PackageLeg[], { quotes }: SolveMarket, count: number, isAny: boolean): number {
  const cost = (symbol: string, of: number): number => {
    const { best_bid: bid, best_ask: ask } = quotes.get(symbol) ?? {}
    const isCrossed = bid !== undefined && ask !== undefined && Number(ask) > 0 && Number(bid) > Number(ask)
    const end = of > 0 ? ask : bid
    if (of === 0) return 0
    return isCrossed || end === undefined || Number(end) <= 0 ? Infinity : of * Math.round(Number(end) * 10)
  }
  const ratioOf = (symbol: string): number => legs.find(leg => leg.symbol === symbol)?.ratio ?? 0
  const all = strikes.slice(0, count).map(strike => {
    const [call, put] = [nameOf(strike, 'C'), nameOf(strike, 'P')]
    const bend = ratioOf(call) + ratioOf(put)
    const counts = Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach)
    return counts
      .map(calls => ({
        calls,
        isOpen: calls !== 0 && calls !== bend,
        cost: cost(call, calls) + cost(put, bend - calls) - (bend - calls) * strike * 10,
      }))
      .filter(each => each.cost < Infinity)
  })
  const ofFuture = Array.from({ length: 8 * reach + 1 }, (_, at) => cost(future.symbol, at - 4 * reach))
  const slope = strikes
    .slice(0, count)
    .reduce((total, strike) => total + ratioOf(nameOf(strike, 'C')), ratioOf(future.symbol))
  let least = Infinity
  const attempt = (at: number, total: number, left: number, open: number): void => {
    const counts = all[at]
    if (counts === undefined) {
      const whole = total + (ofFuture[left + 4 * reach] ?? Infinity)
      if ((isAny || open + (left === 0 ? 0 : 1) <= 1) && whole < least) least = whole
      return
    }
    for (const each of counts) attempt(at + 1, total + each.cost, left - each.calls, each.isOpen ? open + 1 : open)
  }
  attempt(0, 0, slope, 0)
  return least
}

const ownCost = (legs: readonly PackageLeg[], market: SolveMarket): number =>
  -Math.round(Number(profit(legs, market, zero)) * 10)

function checkAgainstBruteForce(legs: readonly PackageLeg[], market: SolveMarket, count: number, isAny: boolean): void {
  const found = samePayoff(legs, market)
  if (found.kind === 'unknown') return
  const least = bruteForce(legs, market, count, isAny)
  const by = found.kind === 'cheapest' ? 0 : Math.round(Number(found.by) * 10)
  expect(by).toBe(ownCost(legs, market) - Math.min(least, ownCost(legs, market)))
  if (found.kind !== 'cheaper') return
  for (const at of everywhere) expect(sub(profit(found.legs, market, at), profit(legs, market, at))).toBe(found.by)
}

describe('the cheapest legs of the same payoff', () => {
  test('cost no more than any found by brute force, where calls, puts and the future keep parity', () => {
    fc.assert(
      fc.property(parityQuotes(3), legsOver(3, 4), (quotes, legs) =>
        checkAgainstBruteForce(legs, marketOf(quotes, 3), 3, true),
      ),
      { numRuns: cases },
    )
  })

  test('cost no more than any with one synthetic found by brute force, also where quotes are missing', () => {
    fc.assert(
      fc.property(anyQuotes(3), legsOver(3, 4), (quotes, legs) =>
        checkAgainstBruteForce(legs, marketOf(quotes, 3), 3, false),
      ),
      { numRuns: cases },
    )
  })

  test('make the same profit at every price, and more by what is stated; never more than ten legs', () => {
    fc.assert(
      fc.property(fc.oneof(parityQuotes(5), anyQuotes(5)), legsOver(5, 10, 3), (quotes, legs) => {
        const market = marketOf(quotes, 5)
        const found = samePayoff(legs, market)
        if (found.kind !== 'cheaper') return
        expect(cmp(found.by, zero)).toBe(1)
        expect(found.legs.length).toBeLessThanOrEqual(10)
        expect(new Set(found.legs.map(leg => leg.symbol)).size).toBe(found.legs.length)
        for (const at of everywhere)
          expect(profit(found.legs, market, at)).toBe(add(profit(legs, market, at), found.by))
      }),
      { numRuns: cases },
    )
  })
})

const spread = legsOf({ [nameOf(100, 'C')]: 1, [nameOf(110, 'C')]: -1 })
/** In tenths of USD. The put spread sold brings 55 and owes 100 minus the call spread: net cost 45, against 60. */
const cheaperPuts: Quotes = {
  [nameOf(100, 'C')]: [100, 120],
  [nameOf(110, 'C')]: [60, 80],
  [nameOf(100, 'P')]: [25, 35],
  [nameOf(110, 'P')]: [90, 100],
}

describe('a call spread with cheaper puts', () => {
  test('is sold as a put spread', () => {
    expect(samePayoff(spread, marketOf(cheaperPuts, 3))).toEqual({
      kind: 'cheaper',
      legs: legsOf({ [nameOf(100, 'P')]: 1, [nameOf(110, 'P')]: -1 }),
      by: '1.5',
    })
  })

  test('stays where the puts are not quoted for the size', () => {
    const sizes = new Map([[nameOf(110, 'P'), { bid: dec('0.4'), ask: dec('9') }]])
    expect(samePayoff(spread, marketOf(cheaperPuts, 3, { sizes, quantity: dec('0.5') }))).toEqual({ kind: 'cheapest' })
    expect(samePayoff(spread, marketOf(cheaperPuts, 3, { sizes, quantity: dec('0.4') })).kind).toBe('cheaper')
  })

  test('says which leg has no quote, and invents none', () => {
    const { [nameOf(110, 'C')]: _, ...rest } = cheaperPuts
    expect(samePayoff(spread, marketOf(rest, 3))).toEqual({ kind: 'unknown', symbol: nameOf(110, 'C'), lack: 'bid' })
  })

  test('keeps a perpetual as it is: it pays funding', () => {
    const hedged = [...spread, { symbol: 'BTC-USD-PERPETUAL', ratio: -1 }]
    const found = samePayoff(hedged, marketOf(cheaperPuts, 3))
    expect(found).toMatchObject({ kind: 'cheaper', by: '1.5' })
    expect(found.kind === 'cheaper' && found.legs).toContainEqual({ symbol: 'BTC-USD-PERPETUAL', ratio: -1 })
  })
})

test('a box pays the same at every price: no legs are better', () => {
  const box = legsOf({ [nameOf(100, 'C')]: 1, [nameOf(110, 'C')]: -1, [nameOf(110, 'P')]: 1, [nameOf(100, 'P')]: -1 })
  // It costs 6 + 7.5 and pays 10.
  expect(samePayoff(box, marketOf(cheaperPuts, 3))).toEqual({ kind: 'constant', by: '3.5' })
})
