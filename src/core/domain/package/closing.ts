/**
 * Decides if a package closes positions: each leg must reduce a position. The result is compared with the actual
 * positions.
 */
import { type Position, signedSize } from '../account.ts'
import {
  abs,
  add,
  canonical,
  dec,
  type Decimal,
  div,
  eq,
  gt,
  isZero,
  lt,
  min,
  mul,
  neg,
  roundToStep,
  sign,
  sub,
} from '../decimal.ts'
import { type Instrument, parseInstrumentName, valuedProduct } from '../instrument.ts'
import { packagePrice } from '../normalise.ts'
import { type Side, sideSign } from '../order.ts'
import { type PackageLeg, packageSize } from './package-leg.ts'

export interface ClosingSize {
  /** Largest number of packages that the positions contain. */
  readonly held: Decimal
  readonly isBeyond: boolean
  readonly isWhole: boolean
}

const finestPackage = dec('0.00000001')

/** `legs` as executed; `held`: signed sizes by symbol. Undefined if a leg opens or adds, or nothing is traded. */
export function closingOf(
  legs: readonly PackageLeg[],
  quantity: Decimal,
  held: ReadonlyMap<string, Decimal>,
): ClosingSize | undefined {
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
  /** Number of positions closed in whole or part. */
  readonly closes: number
  readonly opens: readonly PackageLeg[]
}

/** Call, put or linear. */
function kindOf(symbol: string): string {
  const name = parseInstrumentName(symbol)
  if (name === undefined) return symbol
  return name.product === 'option' ? name.right : 'linear'
}

const kindsOf = (legs: readonly PackageLeg[], turn: 1 | -1): string =>
  legs
    .map(leg => `${kindOf(leg.symbol)} ${Math.sign(leg.ratio) * turn}`)
    .sort()
    .join('/')

/** True if each closed leg has an opened leg of its kind, on the side on which it was held. */
export const isReplacedBy = (out: readonly PackageLeg[], into: readonly PackageLeg[]): boolean =>
  kindsOf(out, -1) === kindsOf(into, 1)

/** A package that closes positions and opens as many of their kinds in their place, in the direction that was held. */
export function rollOf(
  legs: readonly PackageLeg[],
  quantity: Decimal,
  held: ReadonlyMap<string, Decimal>,
): Roll | undefined {
  const opens = legs.filter(leg => closingOf([leg], quantity, held)?.isBeyond !== false)
  const closed = legs.filter(leg => !opens.includes(leg))
  return closed.length > 0 && isReplacedBy(closed, opens) ? { closes: closed.length, opens } : undefined
}

/**
 * Terms of closing a package, named by the position: a long straddle is sold, not "a short straddle bought". Includes
 * prices from mid to natural, and the realised result.
 */
export interface CloseTerms {
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  readonly quantity: Decimal
}

export const closingOfOrder = (
  { legs, side, quantity }: CloseTerms,
  positions: readonly Position[],
): ClosingSize | undefined =>
  closingOf(
    legs.map(leg => ({ ...leg, ratio: leg.ratio * sideSign(side) })),
    quantity,
    new Map(positions.map(position => [position.symbol, signedSize(position)])),
  )

/**
 * `legs` in the buyer's form of the closing order. A single leg trades on its own side; a package of bought legs is
 * bought.
 */
export function closeTerms({
  legs,
  quantity,
}: {
  readonly legs: readonly PackageLeg[]
  readonly quantity: Decimal
}): CloseTerms {
  const [only, ...more] = legs
  if (only !== undefined && more.length === 0) {
    const total = mul(quantity, dec(Math.abs(only.ratio)))
    return { legs: [{ symbol: only.symbol, ratio: 1 }], side: only.ratio > 0 ? 'buy' : 'sell', quantity: total }
  }
  if (legs.every(leg => leg.ratio > 0)) return { legs, side: 'buy', quantity }
  return { legs: legs.map(leg => ({ ...leg, ratio: -leg.ratio })), side: 'sell', quantity }
}

/**
 * Prefilled size of a closing order: the requested size within the position, rounded down to an admitted quantity.
 * Undefined if below the minimum. `instruments` match the legs in order.
 */
export function closingSize(
  { legs, quantity }: CloseTerms,
  closing: ClosingSize | undefined,
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

export const closeSteps = 4

export interface ClosePrices {
  readonly mid: Decimal | undefined
  readonly natural: Decimal | undefined
}

/** Price `part` quarters of the way from mid to natural, rounded towards a fill. Undefined if either is unknown. */
export function closePrice(
  { mid, natural }: ClosePrices,
  part: number,
  side: Side,
  step: Decimal,
): Decimal | undefined {
  if (natural === undefined || mid === undefined) return undefined
  const way = mul(sub(natural, mid), dec(part / closeSteps))
  return canonical(roundToStep(add(mid, way), step, side === 'buy' ? 'up' : 'down'))
}

export function entriesOf(
  positions: readonly Position[],
  find?: (symbol: string) => Pick<Instrument, 'tags' | 'quote_asset'> | undefined,
): (symbol: string) => Decimal | undefined {
  const known = positions.filter(
    ({ symbol, product_type }) => valuedProduct(symbol, find?.(symbol), product_type) !== undefined,
  )
  const entries = new Map(known.map(position => [position.symbol, position.average_entry_price]))
  return symbol => entries.get(symbol)
}

/** Cash of trading `quantity` at `price` minus its entry cost. Undefined if an entry is unknown. */
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
