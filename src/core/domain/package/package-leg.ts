import {
  abs,
  add,
  cmp,
  dec,
  type Decimal,
  div,
  divExact,
  gt,
  isMultipleOf,
  isZero,
  lt,
  max,
  min,
  mul,
  roundToStep,
  sign,
} from '../decimal.ts'
import { type Instrument, type InstrumentName, parseInstrumentName } from '../instrument.ts'

/** A leg by name, in the buyer's form; used in drafts, links and texts. */
export interface PackageLeg {
  readonly symbol: string
  /** Signed, as bought. */
  readonly ratio: number
}

/** Reading order: options by expiry, strike, call before put; then futures by expiry; then others by name. */
const rank = (name: InstrumentName | undefined): number =>
  name?.product === 'option' ? 0 : name?.product === 'future' ? 1 : 2

/** Negative if `a` is read before `b`. */
export function compareForReading(a: string, b: string): number {
  const one = parseInstrumentName(a)
  const other = parseInstrumentName(b)
  if (one?.product === 'option' && other?.product === 'option') {
    return one.expiryMs - other.expiryMs || cmp(one.strike, other.strike) || one.right.localeCompare(other.right)
  }
  if (one?.product === 'future' && other?.product === 'future') return one.expiryMs - other.expiryMs
  return rank(one) - rank(other) || (a < b ? -1 : a > b ? 1 : 0)
}

/** Package prices are multiples of the finest step of the legs, since leg prices may compensate each other. */

export function priceStepOf(instruments: readonly (Pick<Instrument, 'price_step'> | undefined)[]): Decimal | undefined {
  const steps = instruments.flatMap(one => (one === undefined || sign(one.price_step) <= 0 ? [] : [one.price_step]))
  return steps.length === 0 ? undefined : steps.reduce(min)
}

/** Admitted package quantities from the legs' bounds: step, minimum, maximum, and the one nearest to a request. */
type Bounds = Pick<Instrument, 'minimum_quantity' | 'maximum_quantity' | 'quantity_step'>

export interface SizedLeg {
  readonly ratio: number
  readonly instrument: Bounds
}

export interface PackageSize {
  readonly step: Decimal
  readonly least: Decimal
  readonly most: Decimal
}

const mostMultiples = 5000

/** Smallest package quantity that is a whole number of steps for every leg. Undefined if none is found. */
function commonStep(legs: readonly SizedLeg[]): Decimal | undefined {
  const steps = legs.filter(leg => sign(leg.instrument.quantity_step) > 0)
  const [first] = steps
  if (first === undefined) return undefined
  // Step of the first leg in packages, if it is a finite decimal.
  for (let multiple = 1; multiple <= mostMultiples; multiple++) {
    const quantity = divExact(mul(first.instrument.quantity_step, dec(multiple)), dec(Math.abs(first.ratio)))
    if (quantity === undefined) continue
    if (steps.every(leg => isMultipleOf(mul(quantity, dec(Math.abs(leg.ratio))), leg.instrument.quantity_step)))
      return quantity
  }
  return undefined
}

export function packageSize(legs: readonly SizedLeg[]): PackageSize | undefined {
  const step = legs.length === 0 ? undefined : commonStep(legs)
  if (step === undefined) return undefined
  const up = (value: Decimal): Decimal => roundToStep(value, step, 'up')
  const least = legs.map(leg => up(div(leg.instrument.minimum_quantity, dec(Math.abs(leg.ratio))))).reduce(max, step)
  const tops = legs
    .filter(leg => sign(leg.instrument.maximum_quantity) > 0)
    .map(leg => roundToStep(div(leg.instrument.maximum_quantity, dec(Math.abs(leg.ratio))), step, 'down'))
  const most = tops.reduce<Decimal | undefined>(
    (least_, top) => (least_ === undefined ? top : min(least_, top)),
    undefined,
  )
  return most === undefined || cmp(least, most) > 0 ? undefined : { step, least, most }
}

/** Nearest admitted quantity. Undefined if `asked` is already admitted. */
export function nearestQuantity(asked: Decimal, size: PackageSize): Decimal | undefined {
  const onStep = roundToStep(abs(asked), size.step, 'nearest')
  const inside = lt(onStep, size.least) ? size.least : gt(onStep, size.most) ? size.most : onStep
  return cmp(inside, asked) === 0 ? undefined : inside
}

export function nearestPrices(price: Decimal, step: Decimal): readonly [Decimal, Decimal] {
  if (isZero(step)) return [price, price]
  const below = roundToStep(price, step, 'down')
  return [below, cmp(below, price) === 0 ? below : add(below, step)]
}
