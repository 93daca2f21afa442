/**
 * Exact profit of a package at the expiry of its legs: a piecewise linear function of the underlying's price in [0, ∞).
 * Per package, in the quote asset. All options expire together; a linear leg (spot, perpetual, future of the same base)
 * is worth the price, and its entry is part of the cost. Kinks, slopes and extremes come from the legs, not from a
 * grid. A profit below 1e-12 of the package's size is rounded to zero.
 */

export type ExpiryLeg =
  | { readonly kind: 'call' | 'put'; readonly strike: number; readonly ratio: number }
  | { readonly kind: 'linear'; readonly ratio: number }

export interface PayoffPoint {
  readonly price: number
  readonly value: number
}

/** A closed range of prices; `to` may be Infinity and equals `from` for a single price. */
export interface PriceRange {
  readonly from: number
  readonly to: number
}

/** A price or interval with zero profit. The payoff may touch zero without crossing it. */
export type BreakEven =
  | { readonly kind: 'point'; readonly price: number }
  | ({ readonly kind: 'interval' } & PriceRange)

export type Extreme =
  | { readonly value: number; readonly at: readonly PriceRange[] }
  | { readonly value: 'unlimited'; readonly at: readonly [] }

export interface Payoff {
  readonly points: readonly [PayoffPoint, ...PayoffPoint[]]
  readonly slopes: readonly number[]
  readonly breakEvens: readonly BreakEven[]
  readonly maxProfit: Extreme
  readonly maxLoss: Extreme
}

/** Share of the package's size below which a sum is rounding error. */
const dust = 1e-12

function legValue(leg: ExpiryLeg, price: number): number {
  if (leg.kind === 'linear') return leg.ratio * price
  return leg.ratio * Math.max(leg.kind === 'call' ? price - leg.strike : leg.strike - price, 0)
}

function legSlope(leg: ExpiryLeg, price: number): number {
  if (leg.kind === 'linear') return leg.ratio
  if (leg.kind === 'call') return price >= leg.strike ? leg.ratio : 0
  return price < leg.strike ? -leg.ratio : 0
}

export function profitAtExpiry(legs: readonly ExpiryLeg[], cost: number, price: number): number {
  let value = -cost
  for (const leg of legs) value += legValue(leg, price)
  return value
}

export function payoffAt(payoff: Pick<Payoff, 'points' | 'slopes'>, price: number): number {
  let low = 0
  let high = payoff.points.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((payoff.points[middle] as PayoffPoint).price <= price) low = middle
    else high = middle
  }
  const point = payoff.points[low] as PayoffPoint
  return point.value + (payoff.slopes[low] as number) * (price - point.price)
}

function rangesWhere(
  points: readonly PayoffPoint[],
  slopes: readonly number[],
  hit: (value: number) => boolean,
): PriceRange[] {
  const ranges: PriceRange[] = []
  let open: number | undefined
  points.forEach((point, index) => {
    if (!hit(point.value)) return
    open ??= point.price
    if (slopes[index] === 0) {
      if (index === points.length - 1) ranges.push({ from: open, to: Number.POSITIVE_INFINITY })
      return
    }
    ranges.push({ from: open, to: point.price })
    open = undefined
  })
  return ranges
}

function breakEvensOf(points: readonly PayoffPoint[], slopes: readonly number[]): BreakEven[] {
  const found: BreakEven[] = rangesWhere(points, slopes, value => value === 0).map(({ from, to }) =>
    from === to ? { kind: 'point', price: from } : { kind: 'interval', from, to },
  )
  points.forEach(({ price, value }, index) => {
    const slope = slopes[index] as number
    const next = points[index + 1]
    const crosses = next === undefined ? value * slope < 0 : value * next.value < 0
    if (crosses) found.push({ kind: 'point', price: price - value / slope })
  })
  const start = (each: BreakEven): number => (each.kind === 'point' ? each.price : each.from)
  return found.sort((a, b) => start(a) - start(b))
}

function extremeOf(
  points: readonly PayoffPoint[],
  slopes: readonly number[],
  sign: 1 | -1,
  tolerance: number,
): Extreme {
  if ((slopes.at(-1) as number) * sign > 0) return { value: 'unlimited', at: [] }
  const values = points.map(point => point.value)
  const value = sign > 0 ? Math.max(...values) : Math.min(...values)
  return { value, at: rangesWhere(points, slopes, each => Math.abs(each - value) <= tolerance) }
}

/**
 * Payoff of one package of `legs` bought for `cost` (negative: received). Strikes must be positive; ratios are signed
 * and may be fractional.
 */
export function expiryPayoff(legs: readonly ExpiryLeg[], cost: number): Payoff {
  const options = legs.filter(leg => leg.kind !== 'linear')
  const size = options.reduce((total, leg) => total + Math.abs(leg.ratio) * leg.strike, Math.abs(cost))
  const slopeSize = legs.reduce((total, leg) => total + Math.abs(leg.ratio), 0)
  const swept = (value: number, of: number): number => (Math.abs(value) <= dust * of ? 0 : value)
  const slopeAfter = (price: number): number =>
    swept(
      legs.reduce((total, leg) => total + legSlope(leg, price), 0),
      slopeSize,
    )
  const pointAt = (price: number): PayoffPoint => ({ price, value: swept(profitAtExpiry(legs, cost, price), size) })

  const points: [PayoffPoint, ...PayoffPoint[]] = [pointAt(0)]
  const slopes = [slopeAfter(0)]
  for (const strike of [...new Set(options.map(leg => leg.strike))].sort((a, b) => a - b)) {
    const slope = slopeAfter(strike)
    if (Math.abs(slope - (slopes.at(-1) as number)) <= dust * slopeSize) continue
    points.push(pointAt(strike))
    slopes.push(slope)
  }
  return {
    points,
    slopes,
    breakEvens: breakEvensOf(points, slopes),
    maxProfit: extremeOf(points, slopes, 1, dust * size),
    maxLoss: extremeOf(points, slopes, -1, dust * size),
  }
}

const mostSteps = 200

/**
 * Finds the zero of a function between two arguments with values of opposite sign: T. R. Chandrupatla (1997), inverse
 * quadratic interpolation if safe, else bisection. A smooth function takes about eight evaluations instead of thirty.
 */
export function zeroBetween(
  [low, atLow]: readonly [argument: number, value: number],
  [high, atHigh]: readonly [argument: number, value: number],
  valueAt: (argument: number) => number,
  tolerance: number,
): number {
  let [a, fa, b, fb] = [high, atHigh, low, atLow]
  let part = 0.5
  for (let step = 0; step < mostSteps; step += 1) {
    const x = a + part * (b - a)
    const fx = valueAt(x)
    // `a` is the newest end, `b` the other one, `c` the discarded end.
    const isSameSide = Math.sign(fx) === Math.sign(fa)
    const [c, fc] = isSameSide ? [a, fa] : [b, fb]
    if (!isSameSide) [b, fb] = [a, fa]
    a = x
    fa = fx
    const least = tolerance / 2 / Math.abs(b - a)
    if (fa === 0 || least >= 0.5) break
    const xi = (a - b) / (c - b)
    const phi = (fa - fb) / (fc - fb)
    const isSafe = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi
    const guess = isSafe
      ? (fa / (fb - fa)) * (fc / (fb - fc)) + ((c - a) / (b - a)) * (fa / (fc - fa)) * (fb / (fc - fb))
      : 0.5
    part = Math.min(1 - least, Math.max(least, guess))
  }
  return Math.abs(fa) < Math.abs(fb) ? a : b
}
