/**
 * USD value of an account's positions on one underlying as a function of its price S: piecewise linear with a kink at
 * each strike. A future or perpetual is worth S plus its present distance from the index, minus its entry; an option
 * its intrinsic value.
 */
import { add, canonical, type Decimal, lt, lte, max, mul, neg, sub, zero } from '../../../core/domain/decimal.ts'
import type { ListedInstrument } from '../market/market.ts'

export interface Profile {
  constant: Decimal
  slope: Decimal
  /** Increase of the slope at each strike (canonical text). */
  readonly kinks: Map<Decimal, Decimal>
  atMarks: Decimal
  calls: Decimal
  puts: Decimal
}

export const emptyProfile = (): Profile => ({
  constant: zero,
  slope: zero,
  kinks: new Map(),
  atMarks: zero,
  calls: zero,
  puts: zero,
})

export function addHolding(
  profile: Profile,
  listed: ListedInstrument,
  size: Decimal,
  cost: Decimal,
  mark: Decimal,
  index: Decimal,
): void {
  profile.atMarks = add(profile.atMarks, mul(size, mark))
  if (listed.product !== 'option' || listed.strike === undefined) {
    profile.atMarks = sub(profile.atMarks, cost)
    profile.constant = add(profile.constant, sub(mul(size, sub(mark, index)), cost))
    profile.slope = add(profile.slope, size)
    return
  }
  const strike = canonical(listed.strike)
  profile.kinks.set(strike, add(profile.kinks.get(strike) ?? zero, size))
  if (listed.right === 'call') profile.calls = add(profile.calls, size)
  else {
    // A put equals a call minus the future plus the strike.
    profile.puts = add(profile.puts, size)
    profile.constant = add(profile.constant, mul(size, strike))
    profile.slope = sub(profile.slope, size)
  }
}

/**
 * Value at each of these ascending prices, which must include (as canonical text) every strike between the first and
 * the last.
 */
export function worthAlong(profile: Profile, prices: readonly Decimal[]): Decimal[] {
  const [first] = prices
  if (first === undefined) return []
  let slope = profile.slope
  let worth = add(profile.constant, mul(slope, first))
  for (const [strike, size] of profile.kinks) {
    if (!lte(strike, first)) continue
    slope = add(slope, size)
    worth = add(worth, mul(size, sub(first, strike)))
  }
  let before = first
  return prices.map(price => {
    worth = add(worth, mul(slope, sub(price, before)))
    const kink = profile.kinks.get(price)
    if (kink !== undefined && lt(first, price)) slope = add(slope, kink)
    before = price
    return worth
  })
}

/** Value of one unit if the underlying ends at `price`. A spot coin has no USD value. */
export function unitWorth(listed: ListedInstrument, price: Decimal, mark: Decimal, index: Decimal): Decimal {
  if (listed.product === 'spot') return zero
  if (listed.product !== 'option' || listed.strike === undefined) return add(price, sub(mark, index))
  const above = sub(price, listed.strike)
  return max(zero, listed.right === 'call' ? above : neg(above))
}
