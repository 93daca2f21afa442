/**
 * Double-entry ledger: cash only moves between accounts, so per asset the sum over all accounts is always zero (the
 * treasury is negative by the amount it paid out). Positions store their entry cost, not an average: a partial close
 * rounds the released cost once and keeps the exact remainder.
 */
import {
  abs,
  add,
  type Decimal,
  div,
  gte,
  isZero,
  mul,
  neg,
  roundTo,
  sign,
  sub,
  zero,
} from '../../../core/domain/decimal.ts'
import { type EpochMicros, hourMs, micros } from '../../../core/domain/time.ts'
import type { ListedInstrument } from '../market/market.ts'
import type { AccountState, State } from './model.ts'
import { accountOf, house } from './state.ts'
import { scheduleInstrument } from './timers.ts'

/** Perpetuals are funded every eight hours from midnight UTC. */
const intervalMicros = 8 * hourMs * 1_000

export const nextFunding = (at: EpochMicros): EpochMicros =>
  micros((Math.floor(at / intervalMicros) + 1) * intervalMicros)

export const usd = 'USD'
export const assets = ['BTC', 'ETH', 'AVAX', 'SOL', 'PTF', usd] as const

/** Decimals of the cost released by a partial close. */
const costPlaces = 8

export const cashOf = (account: AccountState, asset: string): Decimal => account.cash.get(asset)?.amount ?? zero

function credit(account: AccountState, asset: string, amount: Decimal, at: EpochMicros): void {
  account.allowance = undefined
  const cash = account.cash.get(asset)
  if (cash === undefined) account.cash.set(asset, { amount: add(amount, zero), at })
  else {
    cash.amount = add(cash.amount, amount)
    cash.at = at
  }
}

export function transfer(state: State, from: AccountState, to: AccountState, asset: string, amount: Decimal): void {
  if (isZero(amount) || from === to) return
  credit(from, asset, neg(amount), state.now)
  credit(to, asset, amount, state.now)
}

export function settleLeg(
  state: State,
  listed: ListedInstrument,
  buyer: AccountState,
  seller: AccountState,
  quantity: Decimal,
  price: Decimal,
): void {
  if (listed.product === 'spot') {
    transfer(state, seller, buyer, listed.base, quantity)
    transfer(state, buyer, seller, usd, mul(quantity, price))
    return
  }
  if (listed.product === 'option') transfer(state, buyer, seller, usd, mul(quantity, price))
  for (const [account, signed] of [
    [buyer, quantity],
    [seller, neg(quantity)],
  ] as const) {
    const realised = changePosition(state, account, listed, signed, price)
    // An option's premium was paid in full, so its realised P&L is already in cash.
    if (listed.product !== 'option') transfer(state, accountOf(state, house.clearing), account, usd, realised)
  }
}

/** Adds a signed quantity at a price to a position and returns the realised P&L. A flat position is removed. */
function changePosition(
  state: State,
  account: AccountState,
  listed: ListedInstrument,
  quantity: Decimal,
  price: Decimal,
): Decimal {
  account.allowance = undefined
  const id = listed.instrument.tradeable_entity_id
  const held = account.positions.get(id)
  if (held === undefined) {
    account.positions.set(id, { listed, size: add(quantity, zero), cost: mul(quantity, price), at: state.now })
    if (listed.expiryMs !== undefined) scheduleInstrument(state.timers, micros(listed.expiryMs * 1000), listed)
    if (listed.product === 'perpetual') scheduleInstrument(state.timers, nextFunding(state.now), listed)
    return zero
  }
  held.at = state.now
  if (sign(held.size) === sign(quantity)) {
    held.size = add(held.size, quantity)
    held.cost = add(held.cost, mul(quantity, price))
    return zero
  }
  if (gte(abs(quantity), abs(held.size))) {
    const realised = sub(mul(held.size, price), held.cost)
    const beyond = add(held.size, quantity)
    if (isZero(beyond)) account.positions.delete(id)
    else Object.assign(held, { size: beyond, cost: mul(beyond, price) })
    return realised
  }
  const released = roundTo(div(mul(held.cost, abs(quantity)), abs(held.size)), costPlaces)
  held.size = add(held.size, quantity)
  held.cost = sub(held.cost, released)
  return sub(neg(mul(quantity, price)), released)
}

export function payOut(state: State, account: AccountState, listed: ListedInstrument, price: Decimal): Decimal {
  const id = listed.instrument.tradeable_entity_id
  const held = account.positions.get(id)
  if (held === undefined) return zero
  const worth = mul(held.size, price)
  const cash = listed.product === 'option' ? worth : sub(worth, held.cost)
  transfer(state, accountOf(state, house.clearing), account, usd, cash)
  account.allowance = undefined
  account.positions.delete(id)
  return cash
}
