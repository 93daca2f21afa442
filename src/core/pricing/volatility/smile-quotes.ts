/**
 * Smile of one expiry: the volatility quoted at each strike, beside the fitted curve. One option per strike, the
 * out-of-the-money one, as in the fit. Volatilities are fractions a year, undefined if not quoted.
 */
import { toNumber } from '../../domain/decimal.ts'
import type { ListedUniverse } from '../../domain/instrument-index.ts'
import type { Right } from '../../domain/instrument.ts'
import type { Quotes } from '../../domain/market-data.ts'
import type { BaseSurface } from '../market/base-surface.ts'
import { legQuote } from '../market/leg-quotes.ts'
import { sliceVariance, type SsviSlice, surfaceVolatility } from '../surface.ts'

export interface SmileQuote {
  readonly symbol: string
  readonly strike: number
  readonly right: Right
  readonly bidPrice: number | undefined
  readonly askPrice: number | undefined
  readonly bid: number | undefined
  readonly ask: number | undefined
  readonly mid: number | undefined
  readonly fitted: number | undefined
  /** Set if the fitted curve is outside bid and ask: the quote is `above` or `below` the curve. */
  readonly outside: 'above' | 'below' | undefined
}

/** Rounding tolerance, as a share of the curve. */
const tolerance = 1e-9

export function outsideOf({ bid, ask, fitted }: Pick<SmileQuote, 'bid' | 'ask' | 'fitted'>): SmileQuote['outside'] {
  if (fitted === undefined) return undefined
  if (bid !== undefined && bid > fitted * (1 + tolerance)) return 'above'
  return ask !== undefined && ask < fitted * (1 - tolerance) ? 'below' : undefined
}

const numberOf = (price: Parameters<typeof toNumber>[0] | undefined): number | undefined =>
  price === undefined ? undefined : toNumber(price)

export function smileQuotes(
  universe: ListedUniverse,
  surface: BaseSurface,
  expiryMs: number,
  quotes: Quotes,
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

export const smileCurve = (
  slice: SsviSlice,
  forward: number,
  strikes: readonly number[],
): readonly (readonly [number, number])[] =>
  strikes.map(strike => [strike, Math.sqrt(sliceVariance(slice, Math.log(strike / forward)) / slice.years)])
