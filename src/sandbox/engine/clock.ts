/**
 * Time passes: everything due happens at its own moment, in order, whoever looks and however late. At one moment orders run out first;
 * then perpetuals are funded (`perpetual-funding.ts`); then instruments expire: orders for them, alone or in a package, end (`supervisory`), and positions are paid out in cash against the
 * clearing account. Long and short are paid the same price, so over all accounts a settlement adds up to zero.
 */
import type { EpochMicros } from '../../domain/time.ts'
import type { Listed } from '../market/market.ts'
import { payOut } from './ledger.ts'
import { fund } from './perpetual-funding.ts'
import { endOrder } from './records.ts'
import type { State } from './model.ts'
import { accountOf, house } from './state.ts'
import type { Due } from './model.ts'
import { takeDue } from './timers.ts'

/** Lets everything due by `now` happen; an earlier time than the latest seen changes nothing. */
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

function expire(state: State, expiring: ReadonlyMap<string, Listed>): void {
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

function settle(state: State, name: string, listed: Listed): void {
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
