/**
 * Checks if an account can afford an order. The exact computation over all orders is slow, so its remainder is cached
 * as an allowance. While prices stand, each further order is charged with what it binds alone: orders together never
 * bind more than the sum, and an order that ends only frees cash. If the allowance is too small, the exact computation
 * runs again, so the answer is always exact.
 */
import { add, type Decimal, gt, lt, max, min, mul, neg, sub, zero } from '../../../core/domain/decimal.ts'
import type { Side } from '../../../core/domain/order.ts'
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
  markOf,
  pointsBetween,
  strikesOf,
  unitSold,
  weighed,
  weighedLegs,
} from './risk.ts'
import { nowMsOf } from './state.ts'

/**
 * Cash that one order binds in an otherwise empty account: the same figure as `risk.ts`, with few sums. While prices
 * stand, the worst value of a unit is the same for all orders of a contract and side, so it is cached, and an order
 * adds its price and quantity.
 */

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
    atMarks: weighed(legs, markOf),
    forOptionsSold: neg(mul(sold, mul(index, initialRules.shortOption))),
    worst: worths.reduce(side === 'buy' ? min : max),
  }
}

/** True if the cash is available, or the order does not increase what is bound. Charges the allowance for it. */
export function canAfford(state: State, account: AccountState, order: Commitment): boolean {
  return account.isHouse || fitsAllowance(state, account, order) || weighs(state, account, order)
}

function fitsAllowance(state: State, { allowance }: AccountState, order: Commitment): boolean {
  if (allowance === undefined || allowance.quoteLife !== quoteLifeOf(state)) return false
  const left = [...boundAlone(state, order)].map(
    ([asset, amount]) => [asset, sub(allowance.available.get(asset) ?? zero, amount)] as const,
  )
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
  const available = new Map(
    assets.map(asset => [asset, sub(cashOf(account, asset), after.get(asset) ?? zero)] as const),
  )
  account.allowance = { quoteLife: quoteLifeOf(state), available }
  return true
}
