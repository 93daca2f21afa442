/** Random quotes of a small chain, and the profit of legs on it. */
import fc from 'fast-check'
import { dec, type Decimal, max, mul, sub, sum, zero } from '../core/domain/decimal.ts'
import type { ChainStrike } from '../core/domain/instrument-index.ts'
import { type Instrument, parseInstrumentName } from '../core/domain/instrument.ts'
import type { MarketSummary } from '../core/domain/market-data.ts'
import { must } from '../core/domain/must.ts'
import type { PackageLeg } from '../core/domain/package/package-leg.ts'
import { listedInstrument } from './listed-instrument.ts'
import type { SolveMarket } from '../core/pricing/solve/same-payoff.ts'

export const cases = Number.parseInt(process.env['SOLVE_CASES'] ?? '200', 10)

export const expiryMs = Date.UTC(2026, 11, 25, 8)
export const future = listedInstrument('BTC-20261225', 1)
export const strikes = [90, 100, 110, 120, 130]
export const rows: readonly ChainStrike[] = strikes.map((strike, at) => ({
  strike: dec(strike),
  call: listedInstrument(`BTC-20261225-${strike}C`, 10 + at),
  put: listedInstrument(`BTC-20261225-${strike}P`, 20 + at),
}))
export const nameOf = (strike: number, right: 'C' | 'P'): string => `BTC-20261225-${strike}${right}`

type Quote = readonly [bid: number | undefined, ask: number | undefined]
export type Quotes = Readonly<Record<string, Quote>>

export function marketOf(quotes: Quotes, count: number, more: Partial<SolveMarket> = {}): SolveMarket {
  const all = [future, ...rows.flatMap(row => [row.call, row.put])].flatMap(one => one ?? [])
  const summary = (one: Instrument): [string, MarketSummary] => {
    const [bid, ask] = (quotes[one.symbol] ?? []).map(price => (price === undefined ? undefined : dec(price / 10)))
    return [
      one.symbol,
      { id: one.tradeable_entity_id, symbol: one.symbol, product_type: '', best_bid: bid, best_ask: ask },
    ]
  }
  return {
    listed: { chain: (_base, at) => (at === expiryMs ? rows.slice(0, count) : []), futures: () => [future] },
    quotes: new Map(all.map(summary)),
    sizes: new Map(),
    quantity: undefined,
    ...more,
  }
}

/** In tenths: mids in parity with a future at `forward`, and half spreads. */
export const parityQuotes = (count: number): fc.Arbitrary<Quotes> =>
  fc
    .record({
      forward: fc.integer({ min: 850, max: 1350 }),
      values: fc.array(fc.integer({ min: 60, max: 300 }), { minLength: count, maxLength: count }),
      spreads: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 2 * count + 1, maxLength: 2 * count + 1 }),
    })
    .map(({ forward, values, spreads }) => {
      const around = (mid: number, at: number): Quote => [
        mid - must(spreads[at], 'a spread'),
        mid + must(spreads[at], 'a spread'),
      ]
      const quotes: Record<string, Quote> = { [future.symbol]: around(forward, 2 * count) }
      for (const [at, strike] of strikes.slice(0, count).entries()) {
        const call = Math.max(0, forward - strike * 10) + must(values[at], 'a value')
        quotes[nameOf(strike, 'C')] = around(call, 2 * at)
        quotes[nameOf(strike, 'P')] = around(call - forward + strike * 10, 2 * at + 1)
      }
      return quotes
    })

const price = fc.option(fc.integer({ min: -20, max: 400 }), { nil: undefined })
export const anyQuotes = (count: number): fc.Arbitrary<Quotes> =>
  fc
    .array(fc.tuple(price, price), { minLength: 2 * count + 1, maxLength: 2 * count + 1 })
    .map(all =>
      Object.fromEntries(
        [future.symbol, ...strikes.slice(0, count).flatMap(strike => [nameOf(strike, 'C'), nameOf(strike, 'P')])].map(
          (symbol, at) => [symbol, all[at] ?? [undefined, undefined]],
        ),
      ),
    )

function worth(symbol: string, at: Decimal): Decimal {
  const name = parseInstrumentName(symbol)
  if (name?.product !== 'option') return at
  return max(zero, name.right === 'call' ? sub(at, name.strike) : sub(name.strike, at))
}

export function profit(legs: readonly PackageLeg[], { quotes }: SolveMarket, at: Decimal): Decimal {
  return sum(
    legs.map(leg => {
      const quote = quotes.get(leg.symbol)
      const paid = must(leg.ratio > 0 ? quote?.best_ask : quote?.best_bid, `a quote of ${leg.symbol}`)
      return mul(dec(leg.ratio), sub(worth(leg.symbol, at), paid))
    }),
  )
}

export const everywhere = ['0', '1', ...strikes.map(String), '131', '4000'].map(dec)

/** Profit in tenths at an integer price; fast. */
export function tenths(legs: readonly PackageLeg[], quotes: Quotes, price: number): number {
  let total = 0
  for (const { symbol, ratio } of legs) {
    const strike = Number.parseInt(symbol.slice(13), 10)
    const worthOf = symbol.endsWith('C')
      ? Math.max(0, price - strike)
      : symbol.endsWith('P')
        ? Math.max(0, strike - price)
        : price
    total += ratio * (worthOf * 10 - must(quotes[symbol]?.[ratio > 0 ? 1 : 0], `a quote of ${symbol}`))
  }
  return total
}
