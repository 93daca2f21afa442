/**
 * A hedged package as desks quote it: the net premium of its options alone, and beside it what it trades of the underlying and at which reference price. The
 * two are never added: a perpetual costs no premium. On the wire the package has one price, which holds the hedge at its reference.
 */
import { type Decimal, dec, mul, sub } from '../../domain/decimal.ts'
import { parseInstrumentName } from '../../domain/instrument.ts'
import { type LegQuote, type NetPrices, netPrices } from '../market/leg-quotes.ts'

interface QuotedLeg {
  readonly symbol: string
  readonly ratio: number
  readonly quote: LegQuote
}

export interface HedgeLeg {
  readonly symbol: string
  /** Signed, as bought. */
  readonly ratio: number
  readonly reference: Decimal | undefined
}

export interface PackagePremium {
  /** Of the options. */
  readonly net: NetPrices
  readonly hedge: readonly HedgeLeg[]
  /** Of a price of the whole package, what is left for the options at the reference prices; undefined where a reference is missing. */
  readonly premiumOf: (price: Decimal) => Decimal | undefined
}

const isOption = ({ symbol }: QuotedLeg): boolean => parseInstrumentName(symbol)?.product === 'option'

/** Undefined for a package of options alone, or of none. */
export function packagePremium(legs: readonly QuotedLeg[]): PackagePremium | undefined {
  const options = legs.filter(isOption)
  const others = legs.filter(leg => !isOption(leg))
  if (options.length === 0 || others.length === 0) return undefined
  const hedge = others.map(({ symbol, ratio, quote }) => ({ symbol, ratio, reference: quote.reference?.price }))
  const premiumOf = (price: Decimal): Decimal | undefined =>
    hedge.reduce<Decimal | undefined>(
      (left, { ratio, reference }) => (left === undefined || reference === undefined ? undefined : sub(left, mul(dec(ratio), reference))),
      price,
    )
  return { net: netPrices(options), hedge, premiumOf }
}
