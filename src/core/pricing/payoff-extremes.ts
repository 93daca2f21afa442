/**
 * Greatest and least profit of a modelled package over every underlying price from 0 to infinity. By put-call parity
 * the profit is a line plus puts, and a put is convex in the price. So on any interval the bought puts lie below their
 * chord and the sold ones above their tangents, which gives a bound. Intervals are halved until the bound is within
 * `precision` of an attained profit; no grid is trusted. Carry between expiries is not profit: a package that ends flat
 * once every call is exercised is constant far out, so beyond `carryUpTo` the forwards keep their distance.
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
    /** Slope of the profit as the price leaves zero, in coins, without carry. */
    readonly slope: number
  }
}

/** Allowed gap between the bound and an attained profit, as a share of the package's size. */
const precision = 1e-8
/** Most halvings. The bound is valid however few they are. */
const mostHalvings = 20_000

interface Put {
  readonly ratio: number
  readonly strike: number
  readonly forwardRatio: number
  readonly deviation: number
}

interface PutPayoff {
  readonly fixed: number
  /** Coins held as the price grows without end, and the carry on them. */
  readonly coins: number
  readonly carry: number
  readonly carryUpTo: number
  readonly puts: readonly Put[]
  readonly size: number
}

/** Sum of puts of one sign at a price, with left and right derivatives. */
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

function upperBound(a: Point, b: Point, sign: 1 | -1): number {
  const [above, below] = sign > 0 ? (['bought', 'sold'] as const) : (['sold', 'bought'] as const)
  const width = b.price - a.price
  const [from, to] = [sign * a.line + a[above].value, sign * b.line + b[above].value]
  const rise = (to - from) / width
  const [falls, rises] = [a[below].right, b[below].left]
  const endOfFirst = a[below].value + falls * width
  const startOfSecond = b[below].value - rises * width
  // Where the tangents meet; any point if they coincide.
  const meeting =
    rises - falls <= 0 ? 0 : Math.min(Math.max((a[below].value - startOfSecond) / (rises - falls), 0), width)
  const lower = (at: number): number => Math.max(a[below].value + falls * at, startOfSecond + rises * at)
  return Math.max(from - lower(0), from + rise * meeting - lower(meeting), to - Math.max(endOfFirst, b[below].value))
}

function farOut({ puts, size, carryUpTo }: PutPayoff): number {
  let price = Math.max(carryUpTo, ...puts.map(put => put.strike / put.forwardRatio)) * 2
  const rest = (): number => sumOf(puts, 1, price).value + sumOf(puts, -1, price).value
  for (let i = 0; i < 400 && rest() > size * precision * 0.1; i++) price *= 2
  return price
}

/** Strikes of unexpired puts at which intervals begin; in between, halving refines. */
const mostSmoothStrikes = 24

/** Initial interval ends: the strikes, including every kink, then doubling prices. */
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
  // Beyond the last point the line does not rise and every put fades.
  const last = points.at(-1) as Point
  return Math.max(bound, attained, sign * last.line + (sign > 0 ? last.bought : last.sold).value)
}

/**
 * Bounds of the profit at the scenario's time and volatilities, after `cost` (negative: received). Strikes must be
 * positive.
 */
export function modelExtremes(
  legs: readonly ModelLeg[],
  cost: number,
  scenario: Scenario,
  carryUpTo: number,
): ModelExtremes {
  const parts = partsOf(legs, cost, scenario, carryUpTo)
  const points = startingPrices(parts).map(price => pointAt(parts, price))
  const slope = legs.reduce(
    (sum, leg) => sum + (leg.kind === 'linear' ? leg.ratio : leg.kind === 'put' ? -leg.ratio : 0),
    0,
  )
  return {
    greatest: parts.coins > 0 ? 'unlimited' : greatestOf(parts, points, 1),
    least: parts.coins < 0 ? 'unlimited' : -greatestOf(parts, points, -1),
    atZero: { value: profitAt(points[0] as Point), slope },
  }
}

/**
 * Caches model values by the identity of the list of legs: a new poll of marks changes the cost, which is one
 * subtraction, not the value. A new list of the same legs is not cached.
 */
interface KnownCurve extends Scenario {
  readonly prices: Float64Array
  readonly values: Float64Array
}

interface KnownExtremes extends Scenario {
  readonly carryUpTo: number
  readonly extremes: ModelExtremes
}

interface CachedResults {
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

const isSameScenario = (a: Scenario, b: Scenario): boolean =>
  a.atMs === b.atMs && a.volatilityShift === b.volatilityShift
const areSame = (a: Float64Array, b: Float64Array): boolean =>
  a.length === b.length && a.every((price, at) => price === b[at])

export function curveOfLegs(
  name: string,
  legs: readonly ModelLeg[],
  cost: number,
  scenario: Scenario,
  prices: Float64Array,
): Float64Array {
  const { curves } = cacheOf(legs)
  const last = curves.get(name)
  const isKnown = last !== undefined && isSameScenario(last, scenario) && areSame(last.prices, prices)
  const values = isKnown ? last.values : payoffBefore(legs, 0, scenario, prices)
  if (!isKnown) curves.set(name, { ...scenario, prices, values })
  return values.map(worth => worth - cost)
}

const lessCost = (value: number | 'unlimited', cost: number): number | 'unlimited' =>
  value === 'unlimited' ? value : value - cost

/** As `modelExtremes`, cached for the last two scenarios. */
export function extremesOfLegs(
  legs: readonly ModelLeg[],
  cost: number,
  scenario: Scenario,
  carryUpTo: number,
): ModelExtremes {
  const all = cacheOf(legs)
  const last = all.extremes.find(each => isSameScenario(each, scenario) && each.carryUpTo === carryUpTo)
  const extremes = last?.extremes ?? modelExtremes(legs, 0, scenario, carryUpTo)
  if (last === undefined) all.extremes = [{ ...scenario, carryUpTo, extremes }, ...all.extremes].slice(0, 2)
  const { greatest, least, atZero } = extremes
  return {
    greatest: lessCost(greatest, cost),
    least: lessCost(least, cost),
    atZero: { ...atZero, value: atZero.value - cost },
  }
}
