/**
 * May an account take an order on? Exactly weighing all it has is dear for an account with many orders, so what is left by one weighing is
 * remembered, and while prices stand and nothing but open orders changes, the next order may simply take from that what it alone would
 * bind: orders together never bind more than one by one, and an order that ends only frees. Where that is not enough, all is weighed
 * again; so the answer is always the exact one.
 */
import { add, type Decimal, gt, lt, max, min, mul, neg, sub, zero } from '../../domain/decimal.ts'
import type { Side } from '../../domain/order.ts'
import { type Commitment, committedAlone } from './commitments.ts'
import type { Contract } from './contracts.ts'
import { assets, cashOf, usd } from './ledger.ts'
import { quoteLifeOf } from './makers.ts'
import type { AccountState, State, UnitRisk } from './model.ts'
import { unitWorth } from './profile.ts'
import {
  boundBy,
  boundOf,
  deliveries,
  initialRules,
  pointsBetween,
  strikesOf,
  unitSold,
  weighed,
  weighedLegs,
  worthAtMark,
} from './risk.ts'
import { nowMsOf } from './state.ts'

/**
 * What one order alone binds of an account that has nothing else: the same figure as `risk.ts` comes to, found by a few sums. While prices
 * stand, what a unit of a contract comes to at each price of its underlying that matters is the same for all orders of it, so the
 * worst of these is remembered by contract and side, and an order's own price and quantity are held against it.
 */

/** Amounts bound by asset; with something else in the account, an order binds at most this much more. */
export function boundAlone(state: State, order: Commitment): ReadonlyMap<string, Decimal> {
  const { contract, side, quantity, price } = order
  const risk = unitRiskOf(state, contract, side)
  if (risk === undefined) return boundBy(state, [], [committedAlone(order)], initialRules)
  const result = new Map<string, Decimal>()
  for (const { asset, quantity: handedOver } of deliveries(contract, side, quantity)) {
    result.set(asset, add(result.get(asset) ?? zero, handedOver))
  }
  const lossTo = (worth: Decimal): Decimal => max(zero, side === 'buy' ? sub(price, worth) : sub(worth, price))
  const perUnit = max(add(lossTo(risk.atMarks), risk.forOptionsSold), lossTo(risk.worst))
  const total = mul(quantity, perUnit)
  if (total !== zero) result.set(usd, total)
  return result
}

/** undefined for a package over several underlyings, which is weighed in each by itself. */
function unitRiskOf(state: State, contract: Contract, side: Side): UnitRisk | undefined {
  const quoteLife = quoteLifeOf(state)
  if (state.unitRisks?.quoteLife !== quoteLife) state.unitRisks = { quoteLife, of: new Map() }
  const key = `${side} ${contract.key}`
  const { of } = state.unitRisks
  if (!of.has(key)) of.set(key, weighUnit(state, contract, side))
  return of.get(key)
}

function weighUnit(state: State, contract: Contract, side: Side): UnitRisk | undefined {
  const [first, ...others] = contract.legs
  if (first === undefined || others.some(leg => leg.listed.base !== first.listed.base)) return undefined
  const index = state.market.indexPrice(first.listed.base, nowMsOf(state))
  const legs = weighedLegs(state, contract)
  const sold = add(unitSold(legs, side, 'call'), unitSold(legs, side, 'put'))
  const worths = pointsBetween(index, strikesOf(legs), initialRules).map(point =>
    weighed(legs, leg => unitWorth(leg.listed, point, leg.mark, index)),
  )
  return {
    atMarks: weighed(legs, worthAtMark),
    forOptionsSold: neg(mul(sold, mul(index, initialRules.shortOption))),
    worst: worths.reduce(side === 'buy' ? min : max),
  }
}

/** Yes where everything the order binds is there, and where it makes nothing worse. An affordable order is counted on to rest. */
export function canAfford(state: State, account: AccountState, order: Commitment): boolean {
  return account.isHouse || fitsAllowance(state, account, order) || weighs(state, account, order)
}

function fitsAllowance(state: State, { allowance }: AccountState, order: Commitment): boolean {
  if (allowance === undefined || allowance.quoteLife !== quoteLifeOf(state)) return false
  const left = [...boundAlone(state, order)].map(([asset, amount]) => [asset, sub(allowance.available.get(asset) ?? zero, amount)] as const)
  if (left.some(([, amount]) => lt(amount, zero))) return false
  for (const [asset, amount] of left) allowance.available.set(asset, amount)
  return true
}

function weighs(state: State, account: AccountState, order: Commitment): boolean {
  const after = boundOf(state, account, order)
  const short = [...after].filter(([asset, amount]) => lt(cashOf(account, asset), amount))
  if (short.length > 0) {
    const before = boundOf(state, account)
    return short.every(([asset, amount]) => !gt(amount, before.get(asset) ?? zero))
  }
  const available = new Map(assets.map(asset => [asset, sub(cashOf(account, asset), after.get(asset) ?? zero)] as const))
  account.allowance = { quoteLife: quoteLifeOf(state), available }
  return true
}
