/**
 * Splits a package's net price among its legs. Each leg gets its fair value; one takes the difference (smallest ratio,
 * then the dearest). Invariant: the sum of ratio × leg price is exactly the package price. Leg prices may be off the
 * price step or negative: they are bookings, not quotes.
 */
import {
  abs,
  add,
  dec,
  type Decimal,
  div,
  gt,
  isZero,
  max,
  mul,
  places,
  roundTo,
  roundToStep,
  sub,
  sum,
  zero,
} from './decimal.ts'
import { must } from './must.ts'

export interface PricedLeg {
  readonly ratio: number
  readonly mark: Decimal
}

/** One price per leg, in order. Ratios must have no common factor. */
export function legPrices(legs: readonly PricedLeg[], price: Decimal): Decimal[] {
  if (legs.length === 0) return []
  const bearer = bearerOf(legs)
  const ratio = dec(must(legs[bearer], 'a leg of the package').ratio)
  const gap = sub(price, sum(legs.map(leg => mul(dec(leg.ratio), leg.mark))))
  const tick = tickOf([price, ...legs.map(leg => leg.mark)])
  const share = roundToStep(div(gap, ratio), tick, 'down')
  // A ratio of ±1 absorbs any difference. Otherwise the legs share the remaining ticks.
  const left = sub(gap, mul(ratio, share))
  const spread = isZero(left) ? undefined : bezout(legs.map(leg => leg.ratio))
  return legs.map((leg, index) => {
    const own = index === bearer ? add(leg.mark, share) : leg.mark
    return spread === undefined ? own : add(own, mul(left, dec(must(spread[index], 'a share of each leg'))))
  })
}

const markPlaces = 4

export function markedLegs(
  legs: readonly { readonly symbol: string; readonly ratio: number }[],
  price: Decimal,
  markOf: (symbol: string) => Decimal | undefined,
): PricedLeg[] | undefined {
  const marks = legs.map(leg => markOf(leg.symbol))
  const known = legs.flatMap(({ ratio }, index) => {
    const mark = marks[index]
    return mark === undefined ? [] : [mul(mark, dec(ratio))]
  })
  if (legs.length - known.length > 1) return undefined
  return legs.map(({ ratio }, index) => {
    const left = (): Decimal => max(zero, roundTo(div(sub(price, sum(known)), dec(ratio)), markPlaces))
    return { ratio, mark: marks[index] ?? left() }
  })
}

function bearerOf(legs: readonly PricedLeg[]): number {
  let best = 0
  for (const [index, leg] of legs.entries()) {
    const bearer = legs[best]
    if (bearer === undefined) continue
    const smaller = Math.abs(leg.ratio) - Math.abs(bearer.ratio)
    if (smaller < 0 || (smaller === 0 && gt(abs(leg.mark), abs(bearer.mark)))) best = index
  }
  return best
}

function tickOf(values: readonly Decimal[]): Decimal {
  const finest = Math.max(...values.map(places))
  return finest === 0 ? dec('1') : dec(`0.${'0'.repeat(finest - 1)}1`)
}

/** Whole numbers x with Σ ratio × x = 1, for ratios without a common factor (extended Euclid). */
export function bezout(ratios: readonly number[]): number[] {
  const found: number[] = []
  let divisor = 0
  for (const ratio of ratios) {
    const [common, x, y] = extendedGcd(divisor, ratio)
    for (const index of found.keys()) found[index] = must(found[index], 'a factor of each ratio') * x
    found.push(y)
    divisor = common
  }
  return found
}

/** [g, x, y] with a·x + b·y = g, the positive greatest common divisor. */
function extendedGcd(a: number, b: number): [number, number, number] {
  let [oldRest, rest] = [a, b]
  let [oldX, x] = [1, 0]
  let [oldY, y] = [0, 1]
  while (rest !== 0) {
    const quotient = Math.trunc(oldRest / rest)
    ;[oldRest, rest] = [rest, oldRest - quotient * rest]
    ;[oldX, x] = [x, oldX - quotient * x]
    ;[oldY, y] = [y, oldY - quotient * y]
  }
  return oldRest < 0 ? [-oldRest, -oldX, -oldY] : [oldRest, oldX, oldY]
}
