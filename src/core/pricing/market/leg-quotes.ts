/**
 * Prices of legs and of their package, each with its source. A price exists only if all its inputs do: a package with a
 * leg without a bid has no natural price to sell at. Mid always means (bid + ask) / 2.
 */
import { add, canonical, dec, type Decimal, div, gt, lt, sign, toNumber } from '../../domain/decimal.ts'
import { isOption } from '../../domain/instrument.ts'
import type { MarketSummary } from '../../domain/market-data.ts'
import { packagePrice } from '../../domain/normalise.ts'
import type { Side } from '../../domain/order.ts'

export interface LegQuote {
  readonly bid?: Decimal | undefined
  readonly ask?: Decimal | undefined
  readonly mid?: Decimal | undefined
  /**
   * Mid if both sides are quoted, else the last trade if it is within the quotes. Never the last trade of an option: it
   * has no timestamp and may be days old. `optionPrice` uses the surface instead.
   */
  readonly reference?: { readonly price: Decimal; readonly source: 'mid' | 'last' } | undefined
}

const positive = (value: Decimal | undefined): Decimal | undefined =>
  value !== undefined && sign(value) > 0 ? value : undefined

type Summary = Pick<MarketSummary, 'best_bid' | 'best_ask' | 'last_price'> & Partial<Pick<MarketSummary, 'symbol'>>

export function legQuote(summary: Summary | undefined): LegQuote {
  const bid = positive(summary?.best_bid)
  const ask = positive(summary?.best_ask)
  const last = positive(summary?.last_price)
  const mid =
    bid !== undefined && ask !== undefined && !gt(bid, ask) ? canonical(div(add(bid, ask), dec('2'))) : undefined
  const reference =
    mid !== undefined
      ? ({ price: mid, source: 'mid' } as const)
      : last !== undefined && !isOption(summary?.symbol ?? '') && isWithin(last, bid, ask)
        ? ({ price: last, source: 'last' } as const)
        : undefined
  return { bid, ask, mid, reference }
}

const isWithin = (price: Decimal, bid: Decimal | undefined, ask: Decimal | undefined): boolean =>
  !(bid !== undefined && lt(price, bid)) && !(ask !== undefined && gt(price, ask))

export function withinQuotes(price: number, { bid, ask }: LegQuote): number {
  const least = bid === undefined ? price : Math.max(price, toNumber(bid))
  return ask === undefined ? least : Math.min(least, toNumber(ask))
}

export interface NetPrice {
  /** Per package, signed as bought. */
  readonly price: Decimal
  /** "mids", "3 mids, 1 last trade", "natural: buys at ask, sells at bid". */
  readonly source: string
}

export interface NetPrices {
  /** Cost of buying the package as listed at the quotes: positive ratios at the ask, negative at the bid. */
  readonly buyNatural?: NetPrice | undefined
  readonly sellNatural?: NetPrice | undefined
  readonly mid?: NetPrice | undefined
}

export const naturalOf = ({ buyNatural, sellNatural }: NetPrices, side: Side | undefined): NetPrice | undefined =>
  side === 'buy' ? buyNatural : sellNatural

interface QuotedLeg {
  readonly ratio: number
  readonly quote: LegQuote
}

function net(legs: readonly QuotedLeg[], priceOf: (leg: QuotedLeg) => Decimal | undefined): Decimal | undefined {
  const priced = legs.flatMap(leg => {
    const price = priceOf(leg)
    return price === undefined ? [] : [{ ratio: leg.ratio, price }]
  })
  return legs.length > 0 && priced.length === legs.length ? packagePrice(priced) : undefined
}

function referenceSource(legs: readonly QuotedLeg[]): string {
  const lasts = legs.filter(leg => leg.quote.reference?.source === 'last').length
  const mids = legs.length - lasts
  const said = [
    mids > 0 ? `${mids} mid${mids === 1 ? '' : 's'}` : '',
    lasts > 0 ? `${lasts} last trade${lasts === 1 ? '' : 's'}` : '',
  ]
  return said.filter(part => part !== '').join(', ')
}

const natural = (price: Decimal | undefined): NetPrice | undefined =>
  price === undefined ? undefined : { price, source: 'natural: buys at ask, sells at bid' }

export const midOf = (legs: readonly QuotedLeg[]): Decimal | undefined => net(legs, leg => leg.quote.reference?.price)

export function netPrices(legs: readonly QuotedLeg[]): NetPrices {
  const mid = midOf(legs)
  return {
    buyNatural: natural(net(legs, leg => (leg.ratio > 0 ? leg.quote.ask : leg.quote.bid))),
    sellNatural: natural(net(legs, leg => (leg.ratio > 0 ? leg.quote.bid : leg.quote.ask))),
    mid: mid === undefined ? undefined : { price: mid, source: referenceSource(legs) },
  }
}
