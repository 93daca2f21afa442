import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, cmp, dec, type Decimal, max, mul, sub, sum, zero } from '../../domain/decimal.ts'
import type { ChainStrike } from '../../domain/instrument-index.ts'
import { type Instrument, parseInstrumentName } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { must } from '../../domain/must.ts'
import type { PackageLeg } from '../../domain/package/package-leg.ts'
import { listedInstrument } from '../../testing/listed-instrument.ts'
import { samePayoff, type SolveMarket } from './same-payoff.ts'

const cases = Number.parseInt(process.env['SOLVE_CASES'] ?? '600', 10)

const expiryMs = Date.UTC(2026, 11, 25, 8)
const future = listedInstrument('BTC-20261225', 1)
const strikes = [90, 100, 110, 120, 130]
const rows: readonly ChainStrike[] = strikes.map((strike, at) => ({
  strike: dec(strike),
  call: listedInstrument(`BTC-20261225-${strike}C`, 10 + at),
  put: listedInstrument(`BTC-20261225-${strike}P`, 20 + at),
}))
const nameOf = (strike: number, right: 'C' | 'P'): string => `BTC-20261225-${strike}${right}`

type Quote = readonly [bid: number | undefined, ask: number | undefined]
type Quotes = Readonly<Record<string, Quote>>

function marketOf(quotes: Quotes, count: number, more: Partial<SolveMarket> = {}): SolveMarket {
  const all = [future, ...rows.flatMap(row => [row.call, row.put])].flatMap(one => one ?? [])
  const summary = (one: Instrument): [string, MarketSummary] => {
    const [bid, ask] = (quotes[one.symbol] ?? []).map(price => (price === undefined ? undefined : dec(price / 10)))
    return [one.symbol, { id: one.tradeable_entity_id, symbol: one.symbol, product_type: '', best_bid: bid, best_ask: ask }]
  }
  return {
    listed: { chain: (_base, at) => (at === expiryMs ? rows.slice(0, count) : []), futures: () => [future] },
    quotes: new Map(all.map(summary)),
    sizes: new Map(),
    quantity: undefined,
    ...more,
  }
}

/** Tenths: mids that keep parity with a future at `forward`, and half spreads. */
const parityQuotes = (count: number): fc.Arbitrary<Quotes> =>
  fc
    .record({
      forward: fc.integer({ min: 850, max: 1350 }),
      values: fc.array(fc.integer({ min: 60, max: 300 }), { minLength: count, maxLength: count }),
      spreads: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 2 * count + 1, maxLength: 2 * count + 1 }),
    })
    .map(({ forward, values, spreads }) => {
      const around = (mid: number, at: number): Quote => [mid - must(spreads[at], 'a spread'), mid + must(spreads[at], 'a spread')]
      const quotes: Record<string, Quote> = { [future.symbol]: around(forward, 2 * count) }
      for (const [at, strike] of strikes.slice(0, count).entries()) {
        const call = Math.max(0, forward - strike * 10) + must(values[at], 'a value')
        quotes[nameOf(strike, 'C')] = around(call, 2 * at)
        quotes[nameOf(strike, 'P')] = around(call - forward + strike * 10, 2 * at + 1)
      }
      return quotes
    })

const price = fc.option(fc.integer({ min: -20, max: 400 }), { nil: undefined })
/** Quotes that keep no parity, are crossed, below zero or missing. */
const anyQuotes = (count: number): fc.Arbitrary<Quotes> =>
  fc
    .array(fc.tuple(price, price), { minLength: 2 * count + 1, maxLength: 2 * count + 1 })
    .map(all =>
      Object.fromEntries(
        [future.symbol, ...strikes.slice(0, count).flatMap(strike => [nameOf(strike, 'C'), nameOf(strike, 'P')])].map((symbol, at) => [
          symbol,
          all[at] ?? [undefined, undefined],
        ]),
      ),
    )

const legsOver = (count: number, most: number, largest = 1): fc.Arbitrary<readonly PackageLeg[]> =>
  fc.uniqueArray(
    fc.record({
      symbol: fc.constantFrom(future.symbol, ...strikes.slice(0, count).flatMap(strike => [nameOf(strike, 'C'), nameOf(strike, 'P')])),
      ratio: fc.integer({ min: -largest, max: largest }).filter(each => each !== 0),
    }),
    { minLength: 1, maxLength: most, selector: leg => leg.symbol },
  )

function worth(symbol: string, at: Decimal): Decimal {
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return at
  return max(zero, name.right === 'call' ? sub(at, name.strike) : sub(name.strike, at))
}

/** Profit of the legs at an expiry price, bought at the ask and sold at the bid. */
function profit(legs: readonly PackageLeg[], { quotes }: SolveMarket, at: Decimal): Decimal {
  return sum(
    legs.map(leg => {
      const quote = quotes.get(leg.symbol)
      const paid = must(leg.ratio > 0 ? quote?.best_ask : quote?.best_bid, `a quote of ${leg.symbol}`)
      return mul(dec(leg.ratio), sub(worth(leg.symbol, at), paid))
    }),
  )
}

/** A payoff is a line between strikes and beyond them. */
const everywhere = ['0', '1', ...strikes.map(String), '131', '4000'].map(dec)

/** More calls at one strike than any cheapest package of four legs takes. */
const reach = 4

/** The least cost of all packages with the payoff, each strike from `-reach` to `reach` calls; by trying them. */
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
  const slope = strikes.slice(0, count).reduce((total, strike) => total + ratioOf(nameOf(strike, 'C')), ratioOf(future.symbol))
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

const ownCost = (legs: readonly PackageLeg[], market: SolveMarket): number => -Math.round(Number(profit(legs, market, zero)) * 10)

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
      fc.property(parityQuotes(3), legsOver(3, 4), (quotes, legs) => checkAgainstBruteForce(legs, marketOf(quotes, 3), 3, true)),
      { numRuns: cases },
    )
  })

  test('cost no more than any with one synthetic found by brute force, also where quotes are missing', () => {
    fc.assert(
      fc.property(anyQuotes(3), legsOver(3, 4), (quotes, legs) => checkAgainstBruteForce(legs, marketOf(quotes, 3), 3, false)),
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
        for (const at of everywhere) expect(profit(found.legs, market, at)).toBe(add(profit(legs, market, at), found.by))
      }),
      { numRuns: cases },
    )
  })
})

const spread = [
  { symbol: nameOf(100, 'C'), ratio: 1 },
  { symbol: nameOf(110, 'C'), ratio: -1 },
]
/** Tenths of USD. The put spread sold brings 55 and owes 100 less the call spread: 45 paid for it, against 60. */
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
      legs: [
        { symbol: nameOf(100, 'P'), ratio: 1 },
        { symbol: nameOf(110, 'P'), ratio: -1 },
      ],
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
  const box = [
    { symbol: nameOf(100, 'C'), ratio: 1 },
    { symbol: nameOf(110, 'C'), ratio: -1 },
    { symbol: nameOf(110, 'P'), ratio: 1 },
    { symbol: nameOf(100, 'P'), ratio: -1 },
  ]
  // It costs 6 + 7.5 and pays 10.
  expect(samePayoff(box, marketOf(cheaperPuts, 3))).toEqual({ kind: 'constant', by: '3.5' })
})
