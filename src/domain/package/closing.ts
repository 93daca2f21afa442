/**
 * Whether a package closes what is held: every leg goes against a position. What it closes is judged by the book after it, and never as if
 * nothing were held.
 */
import { type Position, signedSize } from '../account.ts'
import { abs, add, canonical, dec, type Decimal, div, eq, gt, isZero, lt, min, mul, neg, roundToStep, sign, sub } from '../decimal.ts'
import { type Instrument, valuedProduct } from '../instrument.ts'
import { packagePrice } from '../normalise.ts'
import { type Side, sideSign } from '../order.ts'
import { type PackageLeg, packageSize } from './package-leg.ts'

export interface Closing {
  /** Packages that what is held makes, at most. */
  readonly held: Decimal
  /** More than is held: the rest of it would open the opposite. */
  readonly isBeyond: boolean
  /** Nothing of its instruments is left. */
  readonly isWhole: boolean
}

const finestPackage = dec('0.00000001')

/** `legs` as executed; `held` are signed sizes by symbol. Undefined where a leg opens or adds, or nothing is traded. */
export function closingOf(legs: readonly PackageLeg[], quantity: Decimal, held: ReadonlyMap<string, Decimal>): Closing | undefined {
  let most: Decimal | undefined
  let [isBeyond, isWhole] = [false, true]
  for (const { symbol, ratio } of legs) {
    const size = held.get(symbol)
    if (ratio === 0 || size === undefined || isZero(size) || sign(size) === Math.sign(ratio)) return undefined
    const [has, each] = [abs(size), dec(String(Math.abs(ratio)))]
    const packages = roundToStep(div(has, each), finestPackage, 'down')
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
  readonly opens: readonly PackageLeg[]
}

/** A package that closes what is held and opens as many legs in its place; undefined of any other. */
export function rollOf(legs: readonly PackageLeg[], quantity: Decimal, held: ReadonlyMap<string, Decimal>): Roll | undefined {
  const opens = legs.filter(leg => closingOf([leg], quantity, held)?.isBeyond !== false)
  const closes = legs.length - opens.length
  return closes > 0 && closes === opens.length ? { closes, opens } : undefined
}

/**
 * How a package is closed: named as it is held, so that a long straddle is sold and never "a short straddle bought"; at
 * which price, from the mid of its legs to what they give at once; and what closing it realises.
 */
export interface CloseTerms {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly quantity: Decimal
}

/** What an order closes of these positions; undefined where a leg opens or adds. */
export const closingOfOrder = ({ legs, side, quantity }: CloseTerms, positions: readonly Position[]): Closing | undefined =>
  closingOf(
    legs.map(leg => ({ ...leg, ratio: leg.ratio * sideSign(side) })),
    quantity,
    new Map(positions.map(position => [position.symbol, signedSize(position)])),
  )

/**
 * `legs` in the buyer's form of the closing order. A single leg is traded on its own side; a package with only bought
 * legs is bought.
 */
export function closeTerms({ legs, quantity }: { readonly legs: readonly PackageLeg[]; readonly quantity: Decimal }): CloseTerms {
  const [only, ...more] = legs
  if (only !== undefined && more.length === 0) {
    const total = mul(quantity, dec(Math.abs(only.ratio)))
    return { legs: [{ symbol: only.symbol, ratio: 1 }], side: only.ratio > 0 ? 'buy' : 'sell', quantity: total }
  }
  if (legs.every(leg => leg.ratio > 0)) return { legs, side: 'buy', quantity }
  return { legs: legs.map(leg => ({ ...leg, ratio: -leg.ratio })), side: 'sell', quantity }
}

/**
 * The size that a closing order is prefilled with: as much as was asked for and is held, rounded down to what every leg admits, so that it can be sent.
 * Undefined if that is less than the least. `instruments` are of the legs in order.
 */
export function closingSize(
  { legs, quantity }: CloseTerms,
  closing: Closing | undefined,
  instruments: readonly (Instrument | undefined)[],
): Decimal | undefined {
  const wanted = canonical(closing === undefined ? quantity : min(quantity, closing.held))
  const sized = legs.flatMap(({ ratio }, at) => {
    const instrument = instruments[at]
    return instrument === undefined ? [] : [{ ratio, instrument }]
  })
  const size = sized.length < legs.length ? undefined : packageSize(sized)
  if (size === undefined) return wanted
  const admitted = min(roundToStep(wanted, size.step, 'down'), size.most)
  return lt(admitted, size.least) ? undefined : canonical(admitted)
}

/** Parts of the way from mid to natural that a price can be put at. */
export const closeSteps = 4

export interface ClosePrices {
  readonly mid: Decimal | undefined
  /** What buying, or selling, costs at once. */
  readonly natural: Decimal | undefined
}

/** The price `part` quarters of the way from the mid to the natural price, on the step nearer to a fill; undefined while one is not known. */
export function closePrice({ mid, natural }: ClosePrices, part: number, side: Side, step: Decimal): Decimal | undefined {
  if (natural === undefined || mid === undefined) return undefined
  const way = mul(sub(natural, mid), dec(part / closeSteps))
  return canonical(roundToStep(add(mid, way), step, side === 'buy' ? 'up' : 'down'))
}

/** Entry by symbol, of positions whose worth is known. */
export function entriesOf(
  positions: readonly Position[],
  find?: (symbol: string) => Pick<Instrument, 'tags' | 'quote_asset'> | undefined,
): (symbol: string) => Decimal | undefined {
  const known = positions.filter(({ symbol, product_type }) => valuedProduct(symbol, find?.(symbol), product_type) !== undefined)
  const entries = new Map(known.map(position => [position.symbol, position.average_entry_price]))
  return symbol => entries.get(symbol)
}

/** Cash of trading `quantity` at `price` less what the same was entered at; undefined where an entry is not known. */
export function realisedBy(
  { legs, side, quantity }: CloseTerms,
  price: Decimal,
  entryOf: (symbol: string) => Decimal | undefined,
): Decimal | undefined {
  const entries = legs.flatMap(({ symbol, ratio }) => {
    const entry = entryOf(symbol)
    return entry === undefined ? [] : [{ ratio, price: entry }]
  })
  if (entries.length !== legs.length) return undefined
  const gained = mul(sub(price, packagePrice(entries)), quantity)
  return canonical(sideSign(side) === 1 ? neg(gained) : gained)
}
