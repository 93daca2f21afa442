/** Where the price of an underlying comes from. */
import { type Decimal, gt, zero } from '../../domain/decimal.ts'
import type { Instrument } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import type { Override } from './typed-inputs.ts'

/**
 * Forward of an expiry, and where it comes from: its listed future, else put-call parity over the chain, else the underlying's own price.
 * Rates are zero (conventions 5), so a call less a put at one strike is worth the forward less the strike. Units: the quote asset.
 */
export type ForwardSource =
  | { readonly kind: 'future'; readonly symbol: string }
  /** Median over so many pairs of call and put. */
  | { readonly kind: 'parity'; readonly pairs: number }
  | { readonly kind: 'underlying' }
  /** By hand, at that time, in the place of the market's. */
  | { readonly kind: 'typed'; readonly atMs: number; readonly market: Forward | undefined }
  /** The market's, moved by as much as the price of the underlying was typed away from its own. */
  | { readonly kind: 'moved'; readonly market: Forward }

export interface Forward {
  readonly price: number
  readonly source: ForwardSource
}

/** Mid prices of call and put at one strike of one expiry. */
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

/** Pairs nearest to the money are quoted tightest: so many are asked. */
const mostPairs = 7

/** Median of strike + call - put over the pairs nearest to the money; undefined without any. */
export function parityForward(pairs: readonly ParityPair[]): Forward | undefined {
  const nearest = pairs.toSorted((a, b) => Math.abs(a.call - a.put) - Math.abs(b.call - b.put)).slice(0, mostPairs)
  const forwards = nearest.map(({ strike, call, put }) => strike + call - put).sort((a, b) => a - b)
  const [low, high] = [forwards[(forwards.length - 1) >> 1], forwards[forwards.length >> 1]]
  if (low === undefined || high === undefined) return undefined
  const price = (low + high) / 2
  return price > 0 ? { price, source: { kind: 'parity', pairs: nearest.length } } : undefined
}

/** The best forward there is; undefined where nothing is known. */
export function forwardOf({ future, pairs, underlying }: ForwardInputs): Forward | undefined {
  if (future !== undefined && future.price > 0) return { price: future.price, source: { kind: 'future', symbol: future.symbol } }
  const byParity = parityForward(pairs)
  if (byParity !== undefined) return byParity
  return underlying === undefined || !(underlying > 0) ? undefined : { price: underlying, source: { kind: 'underlying' } }
}

export interface ReferencePrice {
  readonly price: Decimal
  /** "index", "mid of BTC-USD-PERPETUAL", "typed", … */
  readonly source: string
  readonly typed?: Override<ReferencePrice> | undefined
}

function indexAmong(instruments: readonly (Instrument | undefined)[], quotes: ReadonlyMap<string, MarketSummary>): Decimal | undefined {
  for (const instrument of instruments) {
    const index = instrument === undefined ? undefined : quotes.get(instrument.symbol)?.index_price
    if (index !== undefined && gt(index, zero)) return index
  }
  return undefined
}

/**
 * Price of the underlying: the venue's index where it gives one, else a mid or last trade of spot, perpetual or the
 * nearest future. `options` are read only if nothing linear has an index.
 */
export function referencePrice(
  linear: readonly (Instrument | undefined)[],
  options: () => readonly (Instrument | undefined)[],
  quotes: ReadonlyMap<string, MarketSummary>,
  midOf: (summary: MarketSummary) => { price: Decimal; source: string } | undefined,
): ReferencePrice | undefined {
  const index = indexAmong(linear, quotes) ?? indexAmong(options(), quotes)
  if (index !== undefined) return { price: index, source: 'index' }
  for (const instrument of linear) {
    const summary = instrument === undefined ? undefined : quotes.get(instrument.symbol)
    const found = summary === undefined ? undefined : midOf(summary)
    if (found !== undefined && instrument !== undefined) return { price: found.price, source: `${found.source} of ${instrument.symbol}` }
  }
  return undefined
}
