/**
 * Payoff of the draft as its side executes it, per package, in the quote asset. With all options expiring together it is exact: kinks, break-evens
 * and extremes come from the legs. With several expiries it is the value at the first of them by Black-76, each later leg at the
 * volatility its quote implies now, and it says so.
 */
import { type Decimal, toNumber } from '../../domain/decimal.ts'
import { shortExpiry } from '../../domain/instrument.ts'
import { type Side, sideSign } from '../../domain/order.ts'
import { millisPerYear } from '../../pricing/black.ts'
import { impliedVolatility } from '../../pricing/implied-volatility.ts'
import { type DatedLeg, expiryLegs, packageShape } from '../../pricing/package-legs.ts'
import { type ModelLeg, payoffBefore } from '../../pricing/payoff-before.ts'
import { type Payoff, expiryPayoff, payoffAt } from '../../pricing/payoff.ts'
import type { LegView } from './draft-summary.ts'

export interface PayoffInputs {
  readonly legs: readonly LegView[]
  readonly side: Side
  /** Net price per package as bought, and where it comes from. */
  readonly price: Decimal | undefined
  /** Of the underlying. */
  readonly reference: Decimal | undefined
  readonly nowMs: number
}

export interface Curve {
  readonly id: string
  readonly label: string
  readonly kind: 'expiry' | 'today' | 'date'
  readonly xs: Float64Array
  readonly ys: Float64Array
}

export type PayoffModel =
  /** Nothing to draw, and why. */
  | { readonly kind: 'none'; readonly why: string }
  | {
      readonly kind: 'exact'
      readonly payoff: Payoff
      readonly curves: readonly Curve[]
      readonly breakEvens: readonly number[]
      readonly note: string | undefined
    }
  | {
      readonly kind: 'model'
      readonly curves: readonly Curve[]
      readonly breakEvens: readonly number[]
      /** Over the range drawn, not over all prices. */
      readonly greatest: number
      readonly least: number
      readonly note: string
    }

const steps = 240

export function payoffModel(inputs: PayoffInputs): PayoffModel {
  const { legs, side, price } = inputs
  if (legs.length === 0) return { kind: 'none', why: 'Add legs from the chain to see their payoff.' }
  const sign = sideSign(side)
  const shape = packageShape(legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign })))
  if (shape.kind === 'several_bases')
    return { kind: 'none', why: `Legs on ${shape.bases.join(' and ')}: there is no one price to draw the payoff over.` }
  if (shape.kind === 'unreadable') return { kind: 'none', why: `Not readable from the name: ${shape.symbols.join(', ')}.` }
  if (price === undefined) return { kind: 'none', why: 'No net price: a leg has no quote and no price is typed.' }
  const cost = sign * toNumber(price)
  const quotes = new Map(legs.map(leg => [leg.symbol, leg]))
  const volatilities = impliedBy(shape.legs, quotes, inputs)
  if (shape.expiries.length > 1) return severalExpiries(shape.legs, shape.expiries, cost, volatilities, inputs)
  return exactModel(shape.legs, cost, volatilities, inputs)
}

function exactModel(legs: readonly DatedLeg[], cost: number, volatilities: Volatilities, inputs: PayoffInputs): PayoffModel {
  const payoff = expiryPayoff(expiryLegs(legs), cost)
  const breakEvens = payoff.breakEvens.flatMap(one => (one.kind === 'point' ? [one.price] : [one.from, one.to])).filter(Number.isFinite)
  const [low, high] = rangeOf(legs, breakEvens, inputs)
  const marks = [...payoff.points.map(point => point.price), ...breakEvens].filter(price => price > low && price < high)
  const xs = Float64Array.from([low, ...marks.sort((a, b) => a - b), high])
  const curves: Curve[] = [{ id: 'expiry', label: 'At expiry', kind: 'expiry', xs, ys: xs.map(price => payoffAt(payoff, price)) }]
  const now = modelCurve(legs, cost, volatilities, inputs.nowMs, [low, high])
  const isCurved = legs.some(leg => leg.kind !== 'linear')
  if (now !== undefined && isCurved) curves.push({ ...now, id: 'now', label: 'Now, by model', kind: 'today' })
  const dated = legs.some(leg => leg.kind === 'linear') && isCurved
  return {
    kind: 'exact',
    payoff,
    curves,
    breakEvens,
    note: dated ? 'Spot, perpetual and futures are taken at the price of the underlying.' : undefined,
  }
}

function severalExpiries(
  legs: readonly DatedLeg[],
  expiries: readonly number[],
  cost: number,
  volatilities: Volatilities,
  inputs: PayoffInputs,
): PayoffModel {
  const [first = 0] = expiries
  const missing = legs.filter(leg => leg.kind !== 'linear' && leg.expiryMs > first && volatilities.get(leg.symbol) === undefined)
  if (missing.length > 0) {
    return {
      kind: 'none',
      why: `Several expiries, and no volatility for ${missing.map(leg => leg.symbol).join(', ')}: its quote or the underlying's price is missing.`,
    }
  }
  const range = rangeOf(legs, [], inputs)
  const curve = modelCurve(legs, cost, volatilities, first, range)
  if (curve === undefined) return { kind: 'none', why: 'Several expiries, and no volatility for one of the legs.' }
  const now = modelCurve(legs, cost, volatilities, inputs.nowMs, range)
  const label = `At ${shortExpiry(first)}, by model`
  const curves: Curve[] = [{ ...curve, id: 'first', label, kind: 'date' }]
  if (now !== undefined) curves.push({ ...now, id: 'now', label: 'Now, by model', kind: 'today' })
  return {
    kind: 'model',
    curves,
    breakEvens: crossings(curve),
    greatest: curve.ys.reduce((a, b) => Math.max(a, b)),
    least: curve.ys.reduce((a, b) => Math.min(a, b)),
    note: `Several expiries: drawn at the first, ${shortExpiry(first)}; later legs are valued by Black-76 at the volatility their quotes imply now.`,
  }
}

type Volatilities = ReadonlyMap<string, number | undefined>

/** Volatility each option's reference price implies, with the underlying's price for its forward. */
function impliedBy(legs: readonly DatedLeg[], quotes: ReadonlyMap<string, LegView>, inputs: PayoffInputs): Volatilities {
  const forward = inputs.reference === undefined ? undefined : toNumber(inputs.reference)
  return new Map(
    legs.map(leg => {
      const quoted = quotes.get(leg.symbol)?.quote.reference?.price
      if (leg.kind === 'linear' || quoted === undefined || forward === undefined) return [leg.symbol, undefined]
      const years = (leg.expiryMs - inputs.nowMs) / millisPerYear
      const found = impliedVolatility({ price: toNumber(quoted), forward, strike: leg.strike, years, right: leg.kind })
      return [leg.symbol, found.ok ? found.volatility : undefined]
    }),
  )
}

/** The package's profit at a moment over a range of prices; undefined where an option still alive then has no volatility. */
function modelCurve(
  legs: readonly DatedLeg[],
  cost: number,
  volatilities: Volatilities,
  atMs: number,
  [low, high]: readonly [number, number],
): { xs: Float64Array; ys: Float64Array } | undefined {
  const modelled = legs.flatMap((leg): ModelLeg[] => {
    if (leg.kind === 'linear') return [{ kind: 'linear', ratio: leg.ratio }]
    const volatility = volatilities.get(leg.symbol) ?? (leg.expiryMs <= atMs ? 0 : undefined)
    return volatility === undefined ? [] : [{ kind: leg.kind, strike: leg.strike, ratio: leg.ratio, expiryMs: leg.expiryMs, volatility }]
  })
  if (modelled.length !== legs.length) return undefined
  const strikes = legs.flatMap(leg => (leg.kind === 'linear' || leg.strike <= low || leg.strike >= high ? [] : [leg.strike]))
  const even = Array.from({ length: steps + 1 }, (_, index) => low + ((high - low) * index) / steps)
  const xs = Float64Array.from([...even, ...strikes]).sort()
  return { xs, ys: payoffBefore(modelled, cost, { atMs, volatilityShift: 0 }, xs) }
}

/** Prices where a curve crosses zero, straight between its points. */
function crossings({ xs, ys }: { readonly xs: Float64Array; readonly ys: Float64Array }): number[] {
  const found: number[] = []
  for (let i = 1; i < xs.length; i++) {
    const [x0, x1, y0, y1] = [xs[i - 1] ?? 0, xs[i] ?? 0, ys[i - 1] ?? 0, ys[i] ?? 0]
    if (y0 * y1 < 0) found.push(x0 + ((x1 - x0) * y0) / (y0 - y1))
  }
  return found
}

/** Prices worth drawing: every strike, break-even and the underlying, with room of about a usual move until the first expiry around them. */
function rangeOf(legs: readonly DatedLeg[], breakEvens: readonly number[], inputs: PayoffInputs): readonly [number, number] {
  const strikes = legs.flatMap(leg => (leg.kind === 'linear' ? [] : [leg.strike]))
  const expiries = legs.flatMap(leg => (leg.kind === 'linear' ? [] : [leg.expiryMs]))
  const spot = inputs.reference === undefined ? [] : [toNumber(inputs.reference)]
  const middle = [...strikes, ...spot]
  const centre = middle.length === 0 ? (breakEvens[0] ?? 1) : middle.reduce((a, b) => a + b) / middle.length
  const near = breakEvens.filter(price => price > centre / 3 && price < centre * 3)
  const all = middle.length + near.length === 0 ? [centre] : [...middle, ...near]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const years = Math.max(0, Math.min(...expiries) - inputs.nowMs) / millisPerYear
  const volatility = new Set(expiries).size > 1 ? 0.9 : 0.6
  const usualMove = Math.min(0.35, Math.max(0.04, expiries.length === 0 ? 0.15 : volatility * Math.sqrt(years)))
  const room = Math.max((high - low) * 0.25, centre * usualMove)
  return [Math.max(0, low - room), high + room]
}
