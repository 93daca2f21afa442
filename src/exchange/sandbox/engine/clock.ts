/**
 * Advances time: everything due happens at its own moment, in order, however late it is processed. At one moment orders
 * time out first, then perpetuals are funded, then instruments expire: their orders end (`supervisory`), and positions
 * are settled in cash against the clearing account. Long and short get the same price, so a settlement sums to zero
 * over all accounts.
 */
import { mul, neg, roundTo } from '../../../core/domain/decimal.ts'
import type { EpochMicros } from '../../../core/domain/time.ts'
import type { ListedInstrument } from '../market/market.ts'
import { nextFunding, payOut, transfer, usd } from './ledger.ts'
import type { Due, State } from './model.ts'
import { endOrder } from './records.ts'
import { accountOf, house, nowMsOf } from './state.ts'
import { scheduleInstrument, takeDue } from './timers.ts'

/**
 * Funding of perpetuals at 00:00, 08:00 and 16:00 UTC, at the rate of the market summary. Longs pay shorts (shorts pay
 * if negative) mark × rate per unit, rounded once to eight decimals. Payments go through clearing and sum to zero over
 * all accounts.
 */

const paidPlaces = 8

function fund(state: State, listed: ListedInstrument): void {
  const { tradeable_entity_id, symbol } = listed.instrument
  const rate = state.market.fundingRate(listed.base, nowMsOf(state))
  const mark = state.market.markPrice(listed, nowMsOf(state))
  const each = roundTo(mul(mark, rate), paidPlaces)
  const clearing = accountOf(state, house.clearing)
  let isHeld = false
  for (const account of state.accounts.values()) {
    const held = account.positions.get(tradeable_entity_id)
    if (held === undefined) continue
    isHeld = true
    const cash = neg(mul(held.size, each))
    transfer(state, clearing, account, usd, cash)
    if (account.isHouse) continue
    state.events.push({
      kind: 'funded',
      account: account.name,
      tradeable_entity_id,
      symbol,
      size: held.size,
      mark,
      rate,
      cash,
      at: state.now,
    })
  }
  if (isHeld) scheduleInstrument(state.timers, nextFunding(state.now), listed)
}

/** Processes everything due by `now`; a time before the latest seen changes nothing. */
export function advance(state: State, now: EpochMicros): void {
  for (let due = takeDue(state.timers, now); due !== undefined; due = takeDue(state.timers, now)) {
    if (due.at > state.now) state.now = due.at
    happen(state, due)
  }
  if (now > state.now) state.now = now
}

function happen(state: State, due: Due): void {
  for (const order of due.orders) endOrder(state, order, 'timeout')
  for (const listed of due.instruments.values()) if (listed.expiryMs === undefined) fund(state, listed)
  const expiring = new Map([...due.instruments].filter(([, listed]) => listed.expiryMs !== undefined))
  if (expiring.size > 0) expire(state, expiring)
}

function expire(state: State, expiring: ReadonlyMap<string, ListedInstrument>): void {
  const clearing = accountOf(state, house.clearing)
  for (const account of state.accounts.values()) {
    for (const order of account.open.values()) {
      const expires = order.contract.legs.some(leg => expiring.has(leg.listed.instrument.tradeable_entity_id))
      if (expires) endOrder(state, order, 'supervisory')
    }
  }
  for (const [key, book] of state.books) {
    if (book.contract.legs.some(leg => expiring.has(leg.listed.instrument.tradeable_entity_id))) state.books.delete(key)
  }
  for (const account of state.accounts.values()) {
    if (account !== clearing) for (const listed of expiring.values()) settle(state, account.name, listed)
  }
}

function settle(state: State, name: string, listed: ListedInstrument): void {
  const account = accountOf(state, name)
  const held = account.positions.get(listed.instrument.tradeable_entity_id)
  if (held === undefined) return
  const price = state.market.settlementPrice(listed)
  const { size } = held
  const cash = payOut(state, account, listed, price)
  if (account.isHouse) return
  const { tradeable_entity_id, symbol } = listed.instrument
  state.events.push({ kind: 'settled', account: name, tradeable_entity_id, symbol, size, price, cash, at: state.now })
}
