/**
 * Whether a package closes what is held: every leg goes against a position. What it closes is judged by the book after it, and never as if
 * nothing were held.
 */
import { type Decimal, abs, dec, div, eq, gt, isZero, lt, mul, roundTo, sign } from '../decimal.ts'

export interface Closing {
  /** Packages that what is held makes, at most. */
  readonly held: Decimal
  /** More than is held: the rest of it would open the opposite. */
  readonly isBeyond: boolean
  /** Nothing of its instruments is left. */
  readonly isWhole: boolean
}

interface TradedLeg {
  readonly symbol: string
  /** Signed, as executed, of one package. */
  readonly ratio: number
}

const packagePlaces = 8

/** `held` are signed sizes by symbol. Undefined where a leg opens or adds, or nothing is traded. */
export function closingOf(legs: readonly TradedLeg[], quantity: Decimal, held: ReadonlyMap<string, Decimal>): Closing | undefined {
  let most: Decimal | undefined
  let [isBeyond, isWhole] = [false, true]
  for (const { symbol, ratio } of legs) {
    const size = held.get(symbol)
    if (ratio === 0 || size === undefined || isZero(size) || sign(size) === Math.sign(ratio)) return undefined
    const [has, each] = [abs(size), dec(String(Math.abs(ratio)))]
    const packages = roundTo(div(has, each), packagePlaces)
    if (most === undefined || lt(packages, most)) most = packages
    const traded = mul(quantity, each)
    if (gt(traded, has)) isBeyond = true
    if (!eq(traded, has)) isWhole = false
  }
  return most === undefined ? undefined : { held: most, isBeyond, isWhole }
}

export interface Roll {
  /** Positions that it closes, in whole or in part. */
  readonly closes: number
  readonly opens: readonly TradedLeg[]
}

/** A package that closes what is held and opens as many legs in its place; undefined of any other. */
export function rollOf(legs: readonly TradedLeg[], quantity: Decimal, held: ReadonlyMap<string, Decimal>): Roll | undefined {
  const opens = legs.filter(leg => closingOf([leg], quantity, held)?.isBeyond !== false)
  const closes = legs.length - opens.length
  return closes > 0 && closes === opens.length ? { closes, opens } : undefined
}
