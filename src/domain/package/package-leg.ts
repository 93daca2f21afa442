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

/** A leg of a package by name, in the buyer's form; drafts, links and texts hold these. */
export interface PackageLeg {
  readonly symbol: string
  /** Signed, as bought. */
  readonly ratio: number
}

/** Order of legs for reading: options by expiry, strike, call before put; then futures by expiry; then the rest by name. */
const rank = (name: InstrumentName | undefined): number => (name?.product === 'option' ? 0 : name?.product === 'future' ? 1 : 2)

/** Negative: `a` is read before `b`. */
export function compareForReading(a: string, b: string): number {
  const one = parseInstrumentName(a)
  const other = parseInstrumentName(b)
  if (one?.product === 'option' && other?.product === 'option') {
    return one.expiryMs - other.expiryMs || cmp(one.strike, other.strike) || one.right.localeCompare(other.right)
  }
  if (one?.product === 'future' && other?.product === 'future') return one.expiryMs - other.expiryMs
  return rank(one) - rank(other) || (a < b ? -1 : a > b ? 1 : 0)
}

/** What prices of a package are multiples of: the finest step of its legs, since the price of one leg may make up for another's. */

/** Undefined where no leg has a step. */
export function priceStepOf(instruments: readonly (Pick<Instrument, 'price_step'> | undefined)[]): Decimal | undefined {
  const steps = instruments.flatMap(one => (one === undefined || sign(one.price_step) <= 0 ? [] : [one.price_step]))
  return steps.length === 0 ? undefined : steps.reduce(min)
}

/** Quantities of a package that every leg admits: its step, the least and the most, from the legs' bounds; and the nearest to what was asked. */
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

/** Steps are tried up to so many times a leg's own. */
const mostMultiples = 5000

/** The smallest quantity of packages that is whole steps of every leg; undefined where none is near. */
function commonStep(legs: readonly SizedLeg[]): Decimal | undefined {
  const steps = legs.filter(leg => sign(leg.instrument.quantity_step) > 0)
  const [first] = steps
  if (first === undefined) return undefined
  // The first leg's own grid, in packages, where it can be written as a decimal.
  for (let multiple = 1; multiple <= mostMultiples; multiple++) {
    const quantity = divExact(mul(first.instrument.quantity_step, dec(multiple)), dec(Math.abs(first.ratio)))
    if (quantity === undefined) continue
    if (steps.every(leg => isMultipleOf(mul(quantity, dec(Math.abs(leg.ratio))), leg.instrument.quantity_step))) return quantity
  }
  return undefined
}

/** Undefined where no quantity will do. */
export function packageSize(legs: readonly SizedLeg[]): PackageSize | undefined {
  const step = legs.length === 0 ? undefined : commonStep(legs)
  if (step === undefined) return undefined
  const up = (value: Decimal): Decimal => roundToStep(value, step, 'up')
  const least = legs.map(leg => up(div(leg.instrument.minimum_quantity, dec(Math.abs(leg.ratio))))).reduce(max, step)
  const tops = legs
    .filter(leg => sign(leg.instrument.maximum_quantity) > 0)
    .map(leg => roundToStep(div(leg.instrument.maximum_quantity, dec(Math.abs(leg.ratio))), step, 'down'))
  const most = tops.reduce<Decimal | undefined>((least_, top) => (least_ === undefined ? top : min(least_, top)), undefined)
  return most === undefined || cmp(least, most) > 0 ? undefined : { step, least, most }
}

/** The admitted quantity nearest to `asked`; undefined when it is admitted as it is. */
export function nearestQuantity(asked: Decimal, size: PackageSize): Decimal | undefined {
  const onStep = roundToStep(abs(asked), size.step, 'nearest')
  const inside = lt(onStep, size.least) ? size.least : gt(onStep, size.most) ? size.most : onStep
  return cmp(inside, asked) === 0 ? undefined : inside
}

/** Prices on a step just below and above; the same twice when it is on it already. */
export function nearestPrices(price: Decimal, step: Decimal): readonly [Decimal, Decimal] {
  if (isZero(step)) return [price, price]
  const below = roundToStep(price, step, 'down')
  return [below, cmp(below, price) === 0 ? below : add(below, step)]
}
