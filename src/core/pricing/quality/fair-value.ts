/** Fair value at a reference point, computed on demand from its raw figures. Missing figures give no value. */
import { type Decimal, dec, mul, sum, toNumber } from '../../domain/decimal.ts'
import type { FillReference } from '../../domain/explain.ts'
import type { Fill, FilledOrder } from '../../domain/fill.ts'
import { parseInstrumentName } from '../../domain/instrument.ts'
import type { JournalOrder } from '../../domain/journal-order.ts'
import { forwardKey, type LegFigures, legsOfPoint, type MarketFigures, takeOf } from '../../domain/reference-point.ts'
import { yearMs } from '../../domain/time.ts'
import { blackGreeks } from '../black.ts'
import { impliedVolatility } from '../implied-volatility.ts'
import { legQuote } from '../market/leg-quotes.ts'

type RatioLeg = { readonly symbol: string; readonly ratio: number }

export const fairLeg = (figures: LegFigures | undefined): Decimal | undefined => {
  const [bid, ask] = figures ?? []
  return legQuote({ best_bid: bid ?? undefined, best_ask: ask ?? undefined, last_price: undefined }).mid
}

/** Per package, signed as bought. Undefined if a leg has no two-sided quote. */
export function fairPrice(legs: readonly RatioLeg[], market: MarketFigures | undefined): Decimal | undefined {
  const mids = legs.map((_, index) => fairLeg(market?.legs[index]))
  const known = mids.flatMap((mid, index) => (mid === undefined ? [] : [mul(mid, dec(legs[index]?.ratio ?? 0))]))
  return legs.length > 0 && known.length === legs.length ? sum(known) : undefined
}

/** The market of a fill as its order recorded it. The fill's edge then equals its order's cost, leg by leg. */
export function fillReference(
  order: (Pick<FilledOrder, 'symbol' | 'legs'> & Pick<JournalOrder, 'points'>) | undefined,
  { trade, symbol }: Pick<Fill, 'trade' | 'symbol'>,
): FillReference | undefined {
  if (order === undefined) return undefined
  const [legs, market] = [legsOfPoint(order), takeOf(order.points, trade)?.market]
  const mark = fairLeg(market?.legs[legs.findIndex(leg => leg.symbol === symbol)])
  if (mark === undefined || fairPrice(legs, market) === undefined) return undefined
  return { mark, index: market?.indexes[parseInstrumentName(symbol)?.base ?? ''] }
}

/** Below this share of its legs' vegas a package's net vega is too small to divide by. */
const leastShareOfVega = 0.1

/** Change of a package's value per volatility point, unsigned. Undefined if unknown or close to zero. */
export function packageVega(
  legs: readonly RatioLeg[],
  market: MarketFigures | undefined,
  atMs: number,
): number | undefined {
  let [net, gross] = [0, 0]
  for (const [index, { symbol, ratio }] of legs.entries()) {
    const name = parseInstrumentName(symbol)
    if (name === undefined) return undefined
    if (name.product !== 'option') continue
    const [mid, forward] = [fairLeg(market?.legs[index]), market?.forwards[forwardKey(name.base, name.expiryMs)]]
    if (mid === undefined || forward === undefined) return undefined
    const terms = {
      forward: toNumber(forward),
      strike: toNumber(name.strike),
      right: name.right,
      years: (name.expiryMs - atMs) / yearMs,
    }
    const implied = impliedVolatility({ ...terms, price: toNumber(mid) })
    if (!implied.ok) return undefined
    const vega = ratio * blackGreeks({ ...terms, volatility: implied.volatility }).vegaPerVolPoint
    net += vega
    gross += Math.abs(vega)
  }
  return gross > 0 && Math.abs(net) >= gross * leastShareOfVega ? Math.abs(net) : undefined
}
