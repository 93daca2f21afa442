/**
 * May an account take an order on? Exactly weighing all it has is dear for an account with many orders, so what is left by one weighing is
 * remembered, and while prices stand and nothing but open orders changes, the next order may simply take from that what it alone would
 * bind: orders together never bind more than one by one, and an order that ends only frees. Where that is not enough, all is weighed
 * again; so the answer is always the exact one.
 */
import { gt, lt, sub, zero } from '../../domain/decimal.ts'
import { boundAlone } from './bound-alone.ts'
import type { Commitment } from './commitments.ts'
import { assets, cashOf } from './ledger.ts'
import { quoteLifeOf } from './makers.ts'
import { boundOf } from './risk.ts'
import type { AccountState, State } from './model.ts'

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
