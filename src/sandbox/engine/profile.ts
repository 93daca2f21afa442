/**
 * Worth in USD of what is held of one underlying, as a function of its price S: straight pieces with a kink at each strike. A future or
 * perpetual is worth S and its present distance from the index, less what it was entered for; an option its intrinsic value.
 */
import { add, canonical, type Decimal, lt, lte, max, mul, neg, sub, zero } from '../../domain/decimal.ts'
import type { ListedInstrument } from '../market/market.ts'

export interface Profile {
  constant: Decimal
  /** Below all strikes. */
  slope: Decimal
  /** By how much the slope grows at each strike (canonical text). */
  readonly kinks: Map<Decimal, Decimal>
  atMarks: Decimal
  /** Net number of options held. */
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

/** Adds a position: signed size, entry cost, mark, index of the underlying. An option's cost was paid in cash, so it does not count. */
export function addHolding(profile: Profile, listed: ListedInstrument, size: Decimal, cost: Decimal, mark: Decimal, index: Decimal): void {
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
    // A put is a call less the future plus the strike.
    profile.puts = add(profile.puts, size)
    profile.constant = add(profile.constant, mul(size, strike))
    profile.slope = sub(profile.slope, size)
  }
}

/** Worth at each of these prices, which ascend and name (as canonical text) every strike between the first and the last. */
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

/** Worth of one unit where the underlying ends at `price`. Spot is a coin, no USD. */
export function unitWorth(listed: ListedInstrument, price: Decimal, mark: Decimal, index: Decimal): Decimal {
  if (listed.product === 'spot') return zero
  if (listed.product !== 'option' || listed.strike === undefined) return add(price, sub(mark, index))
  const above = sub(price, listed.strike)
  return max(zero, listed.right === 'call' ? above : neg(above))
}
