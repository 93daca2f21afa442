/**
 * The smile of one expiry: what each quoted strike says of volatility, beside the fitted curve. One option a strike, the one
 * out of the money, as in the fit. Volatilities are fractions a year; what a quote does not say is undefined.
 */
import { toNumber } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/instrument-index.ts'
import type { Right } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { legQuote } from '../market/leg-quotes.ts'
import { sliceVariance, type SsviSlice, surfaceVolatility } from '../surface.ts'

export interface SmileQuote {
  readonly symbol: string
  readonly strike: number
  readonly right: Right
  /** Prices; undefined where nobody quotes that side. */
  readonly bidPrice: number | undefined
  readonly askPrice: number | undefined
  /** Volatilities of bid, ask and the middle of both prices. */
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly mid: number | undefined
  readonly fitted: number | undefined
  /** Where the fitted curve passes outside bid and ask: the quote lies `above` the curve, or `below` it. */
  readonly outside: 'above' | 'below' | undefined
}

/** The curve leaves the band by less than this share of itself through rounding. */
const tolerance = 1e-9

export function outsideOf({ bid, ask, fitted }: Pick<SmileQuote, 'bid' | 'ask' | 'fitted'>): SmileQuote['outside'] {
  if (fitted === undefined) return undefined
  if (bid !== undefined && bid > fitted * (1 + tolerance)) return 'above'
  return ask !== undefined && ask < fitted * (1 - tolerance) ? 'below' : undefined
}

const numberOf = (price: Parameters<typeof toNumber>[0] | undefined): number | undefined =>
  price === undefined ? undefined : toNumber(price)

/** By rising strike; empty while the expiry has no forward. */
export function smileQuotes(
  universe: ListedUniverse,
  surface: BaseSurface,
  expiryMs: number,
  quotes: ReadonlyMap<string, MarketSummary>,
): readonly SmileQuote[] {
  const expiry = surface.expiries.get(expiryMs)
  const forward = expiry?.forward?.price
  if (expiry === undefined || forward === undefined) return []
  return universe.chain(surface.base, expiryMs).flatMap((row): SmileQuote[] => {
    const strike = toNumber(row.strike)
    const right = strike >= forward ? 'call' : 'put'
    const option = row[right]
    if (option === undefined) return []
    const quote = legQuote(quotes.get(option.symbol))
    const mark = expiry.marks.get(option.symbol)
    const sides = {
      bid: mark?.bid,
      ask: mark?.ask,
      fitted: surfaceVolatility(surface.slices, forward, strike, expiry.years),
    }
    return [
      {
        symbol: option.symbol,
        strike,
        right,
        bidPrice: numberOf(quote.bid),
        askPrice: numberOf(quote.ask),
        ...sides,
        mid: mark?.source === 'mid' ? mark.volatility : undefined,
        outside: outsideOf(sides),
      },
    ]
  })
}

/** The fitted curve at these strikes: [strike, volatility]. */
export const smileCurve = (slice: SsviSlice, forward: number, strikes: readonly number[]): readonly (readonly [number, number])[] =>
  strikes.map(strike => [strike, Math.sqrt(sliceVariance(slice, Math.log(strike / forward)) / slice.years)])
