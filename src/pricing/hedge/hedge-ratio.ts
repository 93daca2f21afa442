import { dec, type Decimal, mul, sub } from '../../domain/decimal.ts'
import { isOption } from '../../domain/instrument.ts'
import { type LegQuote, type NetPrices, netPrices } from '../market/leg-quotes.ts'

/**
 * Whole ratios that take the delta out of a package: the package so many times with so many of a linear instrument of delta one. The fewest
 * repeats that come within the tolerance are taken, else the best within the bound.
 */
export interface HedgeRatio {
  /** Repeats of the package. */
  readonly times: number
  /** Of the hedge, signed. */
  readonly hedge: number
  /** Delta left, per package. */
  readonly left: number
}

const mostTimes = 20
/** Delta per package that is taken for none. */
const tolerance = 0.01

/** Ratios that leave less and less, the largest size last; at most so many. None where the delta is nothing already. */
export function hedgeRatios(deltaPerPackage: number, most = 3): readonly HedgeRatio[] {
  if (!Number.isFinite(deltaPerPackage) || Math.abs(deltaPerPackage) <= tolerance) return []
  const found: HedgeRatio[] = []
  for (let times = 1; times <= mostTimes; times++) {
    const hedge = -Math.round(deltaPerPackage * times)
    const left = deltaPerPackage + hedge / times
    const least = Math.abs(found.at(-1)?.left ?? Number.POSITIVE_INFINITY)
    // Twice as near, so that a larger size is worth it.
    if (hedge !== 0 && Math.abs(left) < least / 2 && Math.abs(left) < Math.abs(deltaPerPackage)) found.push({ times, hedge, left })
  }
  return found.slice(-most)
}

/** Undefined where the delta is nothing already. */
export function hedgeRatio(deltaPerPackage: number): HedgeRatio | undefined {
  if (!Number.isFinite(deltaPerPackage) || Math.abs(deltaPerPackage) <= tolerance) return undefined
  let best: HedgeRatio | undefined
  for (let times = 1; times <= mostTimes; times++) {
    const hedge = -Math.round(deltaPerPackage * times)
    const left = deltaPerPackage + hedge / times
    if (hedge !== 0 && (best === undefined || Math.abs(left) < Math.abs(best.left))) best = { times, hedge, left }
    if (best !== undefined && Math.abs(best.left) <= tolerance) return best
  }
  return best
}

/**
 * A hedged package as desks quote it: the net premium of only its options, and beside it what it trades of the
 * underlying and at which reference price. The two are never added: a perpetual costs no premium. On the wire the
 * package has one price, which holds the hedge at its reference.
 */
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

/** Undefined for a package of only options, or without options. */
export function packagePremium(legs: readonly QuotedLeg[]): PackagePremium | undefined {
  const options = legs.filter(leg => isOption(leg.symbol))
  const others = legs.filter(leg => !isOption(leg.symbol))
  if (options.length === 0 || others.length === 0) return undefined
  const hedge = others.map(({ symbol, ratio, quote }) => ({ symbol, ratio, reference: quote.reference?.price }))
  const premiumOf = (price: Decimal): Decimal | undefined =>
    hedge.reduce<Decimal | undefined>(
      (left, { ratio, reference }) => (left === undefined || reference === undefined ? undefined : sub(left, mul(dec(ratio), reference))),
      price,
    )
  return { net: netPrices(options), hedge, premiumOf }
}
