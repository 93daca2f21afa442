/**
 * Portfolios for tests of risk functions: two bases, options at two expiries, a future, a perpetual, and lines that
 * cannot be priced.
 */
import fc from 'fast-check'
import { toNumber } from '../core/domain/decimal.ts'
import { parseInstrumentName, shortName } from '../core/domain/instrument.ts'
import { yearMs } from '../core/domain/time.ts'
import type { PortfolioLine, UnderlyingPrice } from '../core/pricing/portfolio/net-greeks.ts'
import { positionGreeks } from '../core/pricing/portfolio/unit-greeks.ts'
import { nowMs } from './universe.fixture.ts'

const prices: Readonly<Record<string, UnderlyingPrice>> = {
  BTC: { price: 100_000, source: 'index' },
  ETH: { price: 4_000, source: 'index' },
}
export const underlyingOf = (base: string): UnderlyingPrice | undefined => prices[base]

/** One unit of a future on BTC, entered at its mark of 1, without greeks. */
export const portfolioLine = (symbol: string, more: Partial<PortfolioLine> = {}): PortfolioLine => ({
  symbol,
  name: symbol,
  base: 'BTC',
  kind: 'linear',
  strike: undefined,
  expiryMs: undefined,
  size: 1,
  mark: 1,
  entry: more.mark ?? 1,
  greeks: undefined,
  priced: undefined,
  ...more,
})

export function lineOf(symbol: string, size: number, isPriced = true): PortfolioLine {
  const name = parseInstrumentName(symbol)
  if (name === undefined) throw new Error(symbol)
  const option = name.product === 'option' ? name : undefined
  const expiryMs = 'expiryMs' in name ? name.expiryMs : undefined
  const forward =
    (underlyingOf(name.base)?.price ?? 1_000) * (expiryMs === undefined ? 1 : 1 + (0.05 * (expiryMs - nowMs)) / yearMs)
  const leg =
    option === undefined
      ? ({ kind: 'linear', ratio: size } as const)
      : ({
          kind: option.right,
          strike: toNumber(option.strike),
          ratio: size,
          expiryMs: option.expiryMs,
          volatility: 0.6,
        } as const)
  const { value, ...greeks } = positionGreeks([leg], forward, { atMs: nowMs, volatilityShift: 0 })
  const mark = size === 0 ? 0 : value / size
  return {
    symbol,
    name: shortName(symbol),
    base: name.base,
    kind: option?.right ?? 'linear',
    strike: option === undefined ? undefined : toNumber(option.strike),
    expiryMs,
    size,
    mark,
    entry: mark * 0.9,
    greeks: isPriced ? greeks : undefined,
    priced: isPriced && option !== undefined ? { forward, volatility: 0.6 } : undefined,
  }
}

const symbols = [
  'BTC-20261225-90000P',
  'BTC-20261225-100000C',
  'BTC-20261225-110000C',
  'BTC-20270326-100000P',
  'BTC-20261225',
  'BTC-USD-PERPETUAL',
  'ETH-20261225-4000C',
  'ETH-20270326-3500P',
  'ETH-USD-PERPETUAL',
  'SOL-20261225-200C',
]

/** A random portfolio: sizes in tenths, some options without volatility; SOL has no underlying price. */
export const anyBook = fc.array(
  fc
    .tuple(
      fc.constantFrom(...symbols),
      fc.integer({ min: -500, max: 500 }).filter(tenths => tenths !== 0),
      fc.boolean(),
    )
    .map(([symbol, tenths, isPriced]) => lineOf(symbol, tenths / 10, isPriced || !/[CP]$/.test(symbol))),
  { maxLength: 25 },
)
