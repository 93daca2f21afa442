/**
 * How much of an account's cash is bound, stated in one sentence per asset:
 *
 * - A coin is bound by what open spot orders would deliver of it.
 * - USD is bound, per underlying, by the worst that its derivatives and open firm orders could come to if the underlying ended anywhere
 *   within ±30 % of its index: options at their intrinsic value, futures and perpetuals at their distance from entry, each open order
 *   filled or not, whichever is worse (buying spot costs its price). A spread thus binds what a spread can lose. It is never less than what
 *   closing everything at the marks would cost, plus 3 % of the index for each net short call and each net short put.
 *
 * Worth that is certain frees USD (a profit that a fall of 30 % cannot eat), so the figure may be negative. The value along the underlying
 * is made of straight pieces, so looking at both ends and at every strike between finds the worst exactly. A fill at an order's
 * own price or better never makes the rest worse. Coins and long options at more than intrinsic value are no collateral for USD.
 */
import { type Decimal, abs, add, dec, gt, isZero, lt, max, min, mul, neg, sub, zero } from '../../domain/decimal.ts'
import { type Side, firmMarket } from '../../domain/order.ts'
import type { Listed } from '../market/market.ts'
import type { Contract } from './contracts.ts'
import { cashOf, usd } from './ledger.ts'
import { type AccountState, type State, nowMsOf } from './state.ts'
import { legPricesOf } from './trades.ts'

export interface RiskRules {
  /** Fraction of the index that prices are moved by, both ways. */
  readonly shock: Decimal
  /** Fraction of the index for each net short option. */
  readonly shortOption: Decimal
}
export const initialRules: RiskRules = { shock: dec('0.3'), shortOption: dec('0.03') }

/** What an open firm order may still do. */
export interface Commitment {
  readonly contract: Contract
  readonly side: Side
  readonly quantity: Decimal
  readonly price: Decimal
}

/** Worth in USD along the underlying: `constant + slope × S + Σ size × max(0, S - strike)`, and at the marks. */
interface Profile {
  constant: Decimal
  slope: Decimal
  readonly kinks: { readonly strike: Decimal; readonly size: Decimal }[]
  atMarks: Decimal
  calls: Decimal
  puts: Decimal
}

interface Underlying {
  readonly index: Decimal
  readonly held: Profile
  readonly orders: Profile[]
}

const emptyProfile = (): Profile => ({ constant: zero, slope: zero, kinks: [], atMarks: zero, calls: zero, puts: zero })

/** Adds `size` of an instrument entered for `cost` in cash that is still to be paid (0 where it was paid). */
function addExposure(profile: Profile, listed: Listed, size: Decimal, cost: Decimal, mark: Decimal, index: Decimal): void {
  profile.constant = sub(profile.constant, cost)
  profile.atMarks = sub(profile.atMarks, cost)
  if (listed.product === 'spot') return
  profile.atMarks = add(profile.atMarks, mul(size, mark))
  if (listed.product !== 'option' || listed.strike === undefined) {
    profile.constant = add(profile.constant, mul(size, sub(mark, index)))
    profile.slope = add(profile.slope, size)
    return
  }
  profile.kinks.push({ strike: listed.strike, size })
  if (listed.right === 'call') profile.calls = add(profile.calls, size)
  else {
    // A put is a call less the future plus the strike.
    profile.puts = add(profile.puts, size)
    profile.constant = add(profile.constant, mul(size, listed.strike))
    profile.slope = sub(profile.slope, size)
  }
}

function worthAt(profile: Profile, price: Decimal): Decimal {
  let worth = add(profile.constant, mul(profile.slope, price))
  for (const { strike, size } of profile.kinks) if (gt(price, strike)) worth = add(worth, mul(size, sub(price, strike)))
  return worth
}

const negativePart = (value: Decimal): Decimal => min(value, zero)

/** USD bound by one underlying. */
function bound({ index, held, orders }: Underlying, rules: RiskRules): Decimal {
  const move = mul(index, rules.shock)
  const [low, high] = [sub(index, move), add(index, move)]
  const strikes = [held, ...orders].flatMap(profile => profile.kinks.map(kink => kink.strike))
  const points = new Set([low, high, ...strikes.filter(strike => gt(strike, low) && lt(strike, high))])
  const worth = (of: (profile: Profile) => Decimal): Decimal => orders.reduce((sum, order) => add(sum, negativePart(of(order))), of(held))
  let worst = worth(profile => profile.atMarks)
  const shorts = add(negativePart(worth(profile => profile.calls)), negativePart(worth(profile => profile.puts)))
  if (!isZero(shorts)) worst = add(worst, mul(shorts, mul(index, rules.shortOption)))
  for (const point of points)
    worst = min(
      worst,
      worth(profile => worthAt(profile, point)),
    )
  return neg(worst)
}

function underlyingOf(state: State, all: Map<string, Underlying>, base: string): Underlying {
  const known = all.get(base)
  if (known !== undefined) return known
  const fresh = { index: state.market.indexPrice(base, nowMsOf(state)), held: emptyProfile(), orders: [] }
  all.set(base, fresh)
  return fresh
}

const entryCost = (listed: Listed, cost: Decimal): Decimal => (listed.product === 'option' ? zero : cost)

function addCommitment(state: State, all: Map<string, Underlying>, { contract, side, quantity, price }: Commitment): void {
  const prices = legPricesOf(state, contract, price)
  const profiles = new Map<string, Profile>()
  for (const [index, { listed, ratioDecimal }] of contract.legs.entries()) {
    const size = mul(side === 'buy' ? quantity : neg(quantity), ratioDecimal)
    const underlying = underlyingOf(state, all, listed.base)
    const profile = profiles.get(listed.base) ?? emptyProfile()
    profiles.set(listed.base, profile)
    const mark = listed.product === 'spot' ? zero : state.market.markPrice(listed, nowMsOf(state))
    addExposure(profile, listed, size, mul(size, prices[index] ?? price), mark, underlying.index)
  }
  for (const [base, profile] of profiles) underlyingOf(state, all, base).orders.push(profile)
}

const commitmentsOf = (account: AccountState): Commitment[] =>
  [...account.open.values()].flatMap(({ contract, side, remaining, price, market_id }) =>
    market_id === firmMarket && price !== undefined ? [{ contract, side, quantity: remaining, price }] : [],
  )

/** What is bound per asset, with one more order if given; assets with nothing bound are left out. The house binds nothing. */
export function boundOf(state: State, account: AccountState, more?: Commitment, rules: RiskRules = initialRules): Map<string, Decimal> {
  if (account.isHouse) return new Map()
  const commitments = more === undefined ? commitmentsOf(account) : [...commitmentsOf(account), more]
  const all = new Map<string, Underlying>()
  for (const { listed, size, cost } of account.positions.values()) {
    const underlying = underlyingOf(state, all, listed.base)
    const mark = state.market.markPrice(listed, nowMsOf(state))
    addExposure(underlying.held, listed, size, entryCost(listed, cost), mark, underlying.index)
  }
  const result = new Map<string, Decimal>()
  for (const commitment of commitments) {
    addCommitment(state, all, commitment)
    for (const { asset, quantity } of deliveries(commitment)) result.set(asset, add(result.get(asset) ?? zero, quantity))
  }
  const total = [...all.values()].reduce((sum, underlying) => add(sum, bound(underlying, rules)), zero)
  if (!isZero(total)) result.set(usd, total)
  return result
}

/** Coins that an order would hand over. */
function deliveries({ contract, side, quantity }: Commitment): { asset: string; quantity: Decimal }[] {
  return contract.legs.flatMap(({ listed, ratio, ratioDecimal }) =>
    listed.product === 'spot' && ratio > 0 === (side === 'sell')
      ? [{ asset: listed.base, quantity: abs(mul(quantity, ratioDecimal)) }]
      : [],
  )
}

/** USD that one position alone would bind; never negative. */
export function marginOf(state: State, listed: Listed, size: Decimal, cost: Decimal, mark: Decimal): Decimal {
  const underlying: Underlying = { index: state.market.indexPrice(listed.base, nowMsOf(state)), held: emptyProfile(), orders: [] }
  addExposure(underlying.held, listed, size, entryCost(listed, cost), mark, underlying.index)
  return max(zero, bound(underlying, initialRules))
}

/** May an account take this order on? Yes where everything it binds is there, and where it makes nothing worse. */
export function canAfford(state: State, account: AccountState, order: Commitment): boolean {
  const after = boundOf(state, account, order)
  const short = [...after].filter(([asset, amount]) => lt(cashOf(account, asset), amount))
  if (short.length === 0) return true
  const before = boundOf(state, account)
  return short.every(([asset, amount]) => !gt(amount, before.get(asset) ?? zero))
}
