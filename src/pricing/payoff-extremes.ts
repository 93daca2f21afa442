/**
 * Greatest and least profit of a package that a model values, over every price of the underlying from 0 to infinity.
 *
 * By put-call parity the profit is a straight line plus puts, and a put is convex in the price. So on any stretch of prices the bought
 * puts lie below their chord and the sold ones above their tangents: what is answered is a bound that no price goes beyond (short
 * of floating point), found by halving stretches until it is within `precision` of a profit that a price does give. No grid is trusted.
 *
 * Carry between expiries is no profit: a package that holds no coin when every call is exercised ends in a constant, so beyond
 * `carryUpTo` the forwards keep the distance they have there.
 */
import { yearMs } from '../domain/time.ts'
import { blackPriceOf, intrinsicValue } from './black.ts'
import { normalCdf } from './normal.ts'
import { type ModelLeg, payoffBefore, type Scenario } from './payoff-before.ts'

export interface ModelExtremes {
  readonly greatest: number | 'unlimited'
  readonly least: number | 'unlimited'
  readonly atZero: {
    readonly value: number
    /** Of the profit as the price leaves zero, in coins; carry left out. */
    readonly slope: number
  }
}

/** Of the package's size: how far the bound may lie beyond a profit that some price gives. */
const precision = 1e-8
/** Stretches halved at most; the bound is one however few they are. */
const mostHalvings = 20_000

interface Put {
  readonly ratio: number
  readonly strike: number
  readonly forwardRatio: number
  /** Volatility × √years; 0 for one that is settled. */
  readonly deviation: number
}

interface PutPayoff {
  readonly fixed: number
  /** Coins held when the price grows without end, and what carry adds to them. */
  readonly coins: number
  readonly carry: number
  readonly carryUpTo: number
  readonly puts: readonly Put[]
  readonly size: number
}

/** Sum of puts of one sign at a price, with the derivatives of the convex function to its left and right. */
interface Convex {
  readonly value: number
  readonly left: number
  readonly right: number
}

interface Point {
  readonly price: number
  readonly line: number
  readonly bought: Convex
  readonly sold: Convex
}

function partsOf(legs: readonly ModelLeg[], cost: number, scenario: Scenario, carryUpTo: number): PutPayoff {
  let [fixed, coins, carry, size] = [-cost, 0, 0, Math.abs(cost)]
  const puts: Put[] = []
  for (const leg of legs) {
    const isSettled = leg.expiryMs !== undefined && leg.expiryMs <= scenario.atMs
    const forwardRatio = isSettled ? 1 : (leg.forwardRatio ?? 1)
    if (leg.kind !== 'put') {
      coins += leg.ratio
      carry += leg.ratio * (forwardRatio - 1)
    }
    if (leg.kind === 'linear') continue
    if (leg.kind === 'call') fixed -= leg.ratio * leg.strike
    const years = Math.max(leg.expiryMs - scenario.atMs, 0) / yearMs
    const deviation = Math.max(leg.volatility + scenario.volatilityShift, 0) * Math.sqrt(years)
    puts.push({ ratio: leg.ratio, strike: leg.strike, forwardRatio, deviation })
    size += Math.abs(leg.ratio) * leg.strike
  }
  const gross = legs.reduce((sum, leg) => sum + Math.abs(leg.ratio), 0)
  return { fixed, coins: Math.abs(coins) <= gross * 1e-9 ? 0 : coins, carry, carryUpTo, puts, size }
}

function sumOf(puts: readonly Put[], sign: 1 | -1, price: number): Convex {
  let [value, left, right] = [0, 0, 0]
  for (const { ratio, strike, forwardRatio, deviation } of puts) {
    if (ratio * sign <= 0) continue
    const forward = forwardRatio * price
    const weight = Math.abs(ratio)
    const slope = weight * forwardRatio
    if (deviation > 0) {
      value += weight * blackPriceOf(forward, strike, deviation, false)
      const part = forward <= 0 ? 1 : normalCdf(-(Math.log(forward / strike) / deviation + deviation / 2))
      left -= slope * part
      right -= slope * part
    } else {
      value += weight * intrinsicValue(forward, strike, false)
      if (forward <= strike) left -= slope
      if (forward < strike) right -= slope
    }
  }
  return { value, left, right }
}

function pointAt(parts: PutPayoff, price: number): Point {
  const { fixed, coins, carry, carryUpTo, puts } = parts
  const line = fixed + coins * price + carry * Math.min(price, carryUpTo)
  return { price, line, bought: sumOf(puts, 1, price), sold: sumOf(puts, -1, price) }
}

const profitAt = ({ line, bought, sold }: Point): number => line + bought.value - sold.value

/** No price from `a` to `b` gives more: the line and the chord of the one side, less the higher tangent of the other. */
function upperBound(a: Point, b: Point, sign: 1 | -1): number {
  const [above, below] = sign > 0 ? (['bought', 'sold'] as const) : (['sold', 'bought'] as const)
  const width = b.price - a.price
  const [from, to] = [sign * a.line + a[above].value, sign * b.line + b[above].value]
  const rise = (to - from) / width
  const [falls, rises] = [a[below].right, b[below].left]
  const endOfFirst = a[below].value + falls * width
  const startOfSecond = b[below].value - rises * width
  // Where the tangents meet; where they are one line, anywhere.
  const meeting = rises - falls <= 0 ? 0 : Math.min(Math.max((a[below].value - startOfSecond) / (rises - falls), 0), width)
  const lower = (at: number): number => Math.max(a[below].value + falls * at, startOfSecond + rises * at)
  return Math.max(from - lower(0), from + rise * meeting - lower(meeting), to - Math.max(endOfFirst, b[below].value))
}

/** Where every put is worth next to nothing. */
function farOut({ puts, size, carryUpTo }: PutPayoff): number {
  let price = Math.max(carryUpTo, ...puts.map(put => put.strike / put.forwardRatio)) * 2
  const rest = (): number => sumOf(puts, 1, price).value + sumOf(puts, -1, price).value
  for (let i = 0; i < 400 && rest() > size * precision * 0.1; i++) price *= 2
  return price
}

/** Strikes of puts with time value that stretches begin at: what is smooth between them is halved as far as it needs. */
const mostSmoothStrikes = 24

/** Stretches of prices to begin with: between the strikes, with every one where the profit bends; then doubling. */
function startingPrices(parts: PutPayoff): number[] {
  const last = farOut(parts)
  const priceOf = (put: Put): number => put.strike / put.forwardRatio
  const bends = parts.puts.filter(put => put.deviation <= 0).map(priceOf)
  const smooth = [...new Set(parts.puts.map(priceOf))].sort((a, b) => a - b)
  const each = Math.ceil(smooth.length / mostSmoothStrikes)
  const some = smooth.filter((_, at) => at % each === 0 || at === smooth.length - 1)
  const kinks = [parts.carryUpTo, ...bends, ...some].filter(price => price > 0)
  const highest = Math.max(...kinks)
  const doubling: number[] = []
  for (let price = highest * 2; price < last; price *= 2) doubling.push(price)
  return [...new Set([0, ...kinks, ...doubling, last])].sort((a, b) => a - b)
}

/** The greatest of `sign` × profit from 0 to where the puts end; `sign` -1 for the least. */
function greatestOf(parts: PutPayoff, points: readonly Point[], sign: 1 | -1): number {
  const tolerance = parts.size * precision
  let attained = Math.max(...points.map(point => sign * profitAt(point)))
  let bound = attained
  let halvings = 0
  const open = points.slice(1).map((b, index) => [points[index] as Point, b] as const)
  for (let stretch = open.pop(); stretch !== undefined; stretch = open.pop()) {
    const [a, b] = stretch
    const upper = upperBound(a, b, sign)
    const middle = (a.price + b.price) / 2
    if (upper <= attained + tolerance || halvings >= mostHalvings || middle <= a.price || middle >= b.price) {
      bound = Math.max(bound, upper)
      continue
    }
    halvings += 1
    const between = pointAt(parts, middle)
    attained = Math.max(attained, sign * profitAt(between))
    open.push([a, between], [between, b])
  }
  // Past the last point the line does not rise and every put fades.
  const last = points.at(-1) as Point
  return Math.max(bound, attained, sign * last.line + (sign > 0 ? last.bought : last.sold).value)
}

/** Bounds of the profit at the scenario's moment and volatilities, `cost` paid (negative: received). Strikes must be positive. */
export function modelExtremes(legs: readonly ModelLeg[], cost: number, scenario: Scenario, carryUpTo: number): ModelExtremes {
  const parts = partsOf(legs, cost, scenario, carryUpTo)
  const points = startingPrices(parts).map(price => pointAt(parts, price))
  const slope = legs.reduce((sum, leg) => sum + (leg.kind === 'linear' ? leg.ratio : leg.kind === 'put' ? -leg.ratio : 0), 0)
  return {
    greatest: parts.coins > 0 ? 'unlimited' : greatestOf(parts, points, 1),
    least: parts.coins < 0 ? 'unlimited' : -greatestOf(parts, points, -1),
    atZero: { value: profitAt(points[0] as Point), slope },
  }
}

/**
 * What legs are worth by the model, remembered with the list of them: a poll of marks changes what was paid for them, which is a matter of one
 * subtraction, and not what they are worth. Another list of the same legs is other legs.
 */
interface KnownCurve extends Scenario {
  readonly prices: Float64Array
  readonly worths: Float64Array
}

interface KnownExtremes extends Scenario {
  readonly carryUpTo: number
  readonly extremes: ModelExtremes
}

interface CachedResults {
  /** The last of each name. */
  readonly curves: Map<string, KnownCurve>
  extremes: readonly KnownExtremes[]
}

const caches = new WeakMap<readonly ModelLeg[], CachedResults>()

function cacheOf(legs: readonly ModelLeg[]): CachedResults {
  const before = caches.get(legs)
  if (before !== undefined) return before
  const fresh: CachedResults = { curves: new Map(), extremes: [] }
  caches.set(legs, fresh)
  return fresh
}

const isSameScenario = (a: Scenario, b: Scenario): boolean => a.atMs === b.atMs && a.volatilityShift === b.volatilityShift
const areSame = (a: Float64Array, b: Float64Array): boolean => a.length === b.length && a.every((price, at) => price === b[at])

/** Profit per package at each of `prices`, as by `payoffBefore`. Of each name that a curve has, the last is remembered. */
export function curveOfLegs(name: string, legs: readonly ModelLeg[], cost: number, scenario: Scenario, prices: Float64Array): Float64Array {
  const { curves } = cacheOf(legs)
  const last = curves.get(name)
  const isKnown = last !== undefined && isSameScenario(last, scenario) && areSame(last.prices, prices)
  const worths = isKnown ? last.worths : payoffBefore(legs, 0, scenario, prices)
  if (!isKnown) curves.set(name, { ...scenario, prices, worths })
  return worths.map(worth => worth - cost)
}

const lessCost = (value: number | 'unlimited', cost: number): number | 'unlimited' => (value === 'unlimited' ? value : value - cost)

/** As `modelExtremes`; of the last two scenarios they are remembered. */
export function extremesOfLegs(legs: readonly ModelLeg[], cost: number, scenario: Scenario, carryUpTo: number): ModelExtremes {
  const all = cacheOf(legs)
  const last = all.extremes.find(each => isSameScenario(each, scenario) && each.carryUpTo === carryUpTo)
  const extremes = last?.extremes ?? modelExtremes(legs, 0, scenario, carryUpTo)
  if (last === undefined) all.extremes = [{ ...scenario, carryUpTo, extremes }, ...all.extremes].slice(0, 2)
  const { greatest, least, atZero } = extremes
  return { greatest: lessCost(greatest, cost), least: lessCost(least, cost), atZero: { ...atZero, value: atZero.value - cost } }
}
