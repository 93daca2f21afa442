import { dec, type Decimal, mul, sub } from '../../domain/decimal.ts'
import { isOption } from '../../domain/instrument.ts'
import { type LegQuote, type NetPrices, netPrices } from '../market/leg-quotes.ts'

/**
 * Whole-number ratios that neutralise a package's delta: `times` packages with `hedge` units of a linear instrument of
 * delta one. The fewest packages within the tolerance win, else the best within the bound.
 */
export interface HedgeRatio {
  readonly times: number
  /** Signed units of the hedge. */
  readonly hedge: number
  readonly left: number
}

const mostTimes = 20
/** Delta per package that counts as zero. */
const tolerance = 0.01

export function hedgeRatios(deltaPerPackage: number, most = 3): readonly HedgeRatio[] {
  if (!Number.isFinite(deltaPerPackage) || Math.abs(deltaPerPackage) <= tolerance) return []
  const found: HedgeRatio[] = []
  for (let times = 1; times <= mostTimes; times++) {
    const hedge = -Math.round(deltaPerPackage * times)
    const left = deltaPerPackage + hedge / times
    const least = Math.abs(found.at(-1)?.left ?? Number.POSITIVE_INFINITY)
    // A larger size must halve the remaining delta to be worth offering.
    if (hedge !== 0 && Math.abs(left) < least / 2 && Math.abs(left) < Math.abs(deltaPerPackage))
      found.push({ times, hedge, left })
  }
  return found.slice(-most)
}

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
 * A hedged package as desks quote it: the net premium of its options, and beside it the hedge's size and reference
 * price. The two are never added, because a perpetual costs no premium. On the wire the package has one price, which
 * includes the hedge at its reference.
 */
interface QuotedLeg {
  readonly symbol: string
  readonly ratio: number
  readonly quote: LegQuote
}

export interface HedgeLeg {
  readonly symbol: string
  readonly ratio: number
  readonly reference: Decimal | undefined
}

export interface PackagePremium {
  readonly net: NetPrices
  readonly hedge: readonly HedgeLeg[]
  /** The options' share of a package price, at the reference prices. Undefined if a reference is missing. */
  readonly premiumOf: (price: Decimal) => Decimal | undefined
}

export function packagePremium(legs: readonly QuotedLeg[]): PackagePremium | undefined {
  const options = legs.filter(leg => isOption(leg.symbol))
  const others = legs.filter(leg => !isOption(leg.symbol))
  if (options.length === 0 || others.length === 0) return undefined
  const hedge = others.map(({ symbol, ratio, quote }) => ({ symbol, ratio, reference: quote.reference?.price }))
  const premiumOf = (price: Decimal): Decimal | undefined =>
    hedge.reduce<Decimal | undefined>(
      (left, { ratio, reference }) =>
        left === undefined || reference === undefined ? undefined : sub(left, mul(dec(ratio), reference)),
      price,
    )
  return { net: netPrices(options), hedge, premiumOf }
}
