/** What the socket shows beyond open orders: the executions of an account, and the RFQs of everybody that live. */
import { isRfqMarket } from '../../domain/order.ts'
import type { LiveRfq, TradeOfAccount } from '../exchange.ts'
import { recordOf } from './records.ts'
import type { AccountState, State } from './state.ts'

/** Executions of an account's orders, oldest first. */
export function executionsOf(state: State, account: AccountState): TradeOfAccount[] {
  const found: TradeOfAccount[] = []
  for (const order of state.orders.values()) {
    if (order.account !== account || order.executions.length === 0) continue
    const record = recordOf(order)
    for (const execution of order.executions) found.push({ order: record, execution })
  }
  return found.sort((a, b) => a.execution.utc_timestamp - b.execution.utc_timestamp)
}

/** RFQs that live, without a word of whose they are. */
export function liveRfqs(state: State): LiveRfq[] {
  const found: LiveRfq[] = []
  for (const account of state.accounts.values()) {
    for (const order of account.open.values()) {
      if (isRfqMarket(order.market_id)) found.push({ order: recordOf(order), at: order.placedAt })
    }
  }
  return found.sort((a, b) => a.at - b.at)
}
