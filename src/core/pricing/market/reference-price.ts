/** The source of an underlying's price. */
import { type Decimal, gt, zero } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { MarketSummary, Quotes } from '../../domain/market-data.ts'
import type { Override } from './overrides.ts'

/**
 * Forward of an expiry with its source: the listed future, else put-call parity over the chain, else the underlying's
 * price. Rates are zero (conventions 5), so call minus put at one strike is worth forward minus strike. In the quote
 * asset.
 */
export type ForwardSource =
  | { readonly kind: 'future'; readonly symbol: string }
  | { readonly kind: 'parity'; readonly pairs: number }
  | { readonly kind: 'underlying' }
  | { readonly kind: 'typed'; readonly atMs: number; readonly market: Forward | undefined }
  /** The market's, scaled by the ratio of the typed underlying price to the market's. */
  | { readonly kind: 'moved'; readonly market: Forward }

export interface Forward {
  readonly price: number
  readonly source: ForwardSource
}

export interface ParityPair {
  readonly strike: number
  readonly call: number
  readonly put: number
}

export interface ForwardInputs {
  readonly future: { readonly symbol: string; readonly price: number } | undefined
  readonly pairs: readonly ParityPair[]
  readonly underlying: number | undefined
}

/** Number of pairs to use: those nearest the money have the tightest quotes. */
const mostPairs = 7

export function parityForward(pairs: readonly ParityPair[]): Forward | undefined {
  const nearest = pairs.toSorted((a, b) => Math.abs(a.call - a.put) - Math.abs(b.call - b.put)).slice(0, mostPairs)
  const forwards = nearest.map(({ strike, call, put }) => strike + call - put).sort((a, b) => a - b)
  const [low, high] = [forwards[(forwards.length - 1) >> 1], forwards[forwards.length >> 1]]
  if (low === undefined || high === undefined) return undefined
  const price = (low + high) / 2
  return price > 0 ? { price, source: { kind: 'parity', pairs: nearest.length } } : undefined
}

export function forwardOf({ future, pairs, underlying }: ForwardInputs): Forward | undefined {
  if (future !== undefined && future.price > 0)
    return { price: future.price, source: { kind: 'future', symbol: future.symbol } }
  const byParity = parityForward(pairs)
  if (byParity !== undefined) return byParity
  return underlying === undefined || !(underlying > 0)
    ? undefined
    : { price: underlying, source: { kind: 'underlying' } }
}

export interface ReferencePrice {
  readonly price: Decimal
  readonly source: string
  readonly typed?: Override<ReferencePrice> | undefined
}

function indexAmong(instruments: readonly (Instrument | undefined)[], quotes: Quotes): Decimal | undefined {
  for (const instrument of instruments) {
    const index = instrument === undefined ? undefined : quotes.get(instrument.symbol)?.index_price
    if (index !== undefined && gt(index, zero)) return index
  }
  return undefined
}

/**
 * Price of the underlying: the venue's index if there is one, else the mid or last trade of spot, perpetual or nearest
 * future. `options` are read only if no linear instrument has an index.
 */
export function referencePrice(
  linear: readonly (Instrument | undefined)[],
  options: () => readonly (Instrument | undefined)[],
  quotes: Quotes,
  midOf: (summary: MarketSummary) => { price: Decimal; source: string } | undefined,
): ReferencePrice | undefined {
  const index = indexAmong(linear, quotes) ?? indexAmong(options(), quotes)
  if (index !== undefined) return { price: index, source: 'index' }
  for (const instrument of linear) {
    const summary = instrument === undefined ? undefined : quotes.get(instrument.symbol)
    const found = summary === undefined ? undefined : midOf(summary)
    if (found !== undefined && instrument !== undefined)
      return { price: found.price, source: `${found.source} of ${instrument.symbol}` }
  }
  return undefined
}
