/** Bids and asks of a base's options and forwards, as `arbitrage.ts` needs them. */
import { toNumber } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/instrument-index.ts'
import type { MarketSummary, Quotes } from '../../domain/market-data.ts'
import { type BaseSurface, futureOf } from '../market/base-surface.ts'
import type { ExecutableExpiry, ExecutableOption } from './arbitrage.ts'

interface Sides {
  readonly bid: number | undefined
  readonly ask: number | undefined
}

const above = (price: MarketSummary['best_bid']): number | undefined => {
  const value = price === undefined ? 0 : toNumber(price)
  return value > 0 ? value : undefined
}

const sidesOf = (summary: MarketSummary | undefined): Sides => ({
  bid: above(summary?.best_bid),
  ask: above(summary?.best_ask),
})

const rangeOf = (low: number | undefined, high: number | undefined): ExecutableExpiry['forward'] =>
  low === undefined || high === undefined || !(low > 0 && low <= high) ? undefined : { low, high }

/** Buying a call and selling a put at one strike buys the forward. */
function parityRange(options: readonly ExecutableOption[]): ExecutableExpiry['forward'] {
  const puts = new Map(options.filter(({ right }) => right === 'put').map(put => [put.strike, put]))
  const [lows, highs]: [number[], number[]] = [[], []]
  for (const { right, strike, bid, ask } of options) {
    const put = right === 'call' ? puts.get(strike) : undefined
    if (ask !== undefined && put?.bid !== undefined) highs.push(strike + ask - put.bid)
    if (bid !== undefined && put?.ask !== undefined) lows.push(strike + bid - put.ask)
  }
  return lows.length === 0 || highs.length === 0 ? undefined : rangeOf(Math.max(...lows), Math.min(...highs))
}

export const executableExpiries = (
  universe: ListedUniverse,
  { base, expiries }: BaseSurface,
  quotes: Quotes,
): readonly ExecutableExpiry[] =>
  [...expiries.keys()].map(expiryMs => {
    const options = universe.chain(base, expiryMs).flatMap(row =>
      (['call', 'put'] as const).flatMap((right): ExecutableOption[] => {
        const symbol = row[right]?.symbol
        return symbol === undefined
          ? []
          : [{ symbol, strike: toNumber(row.strike), right, ...sidesOf(quotes.get(symbol)) }]
      }),
    )
    const future = futureOf(universe, base, expiryMs)
    const { bid, ask } = sidesOf(future === undefined ? undefined : quotes.get(future.symbol))
    return { expiryMs, options, forward: rangeOf(bid, ask) ?? parityRange(options) }
  })
