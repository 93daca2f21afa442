/** What the socket shows beyond open orders: the executions of an account, and the RFQs of everybody that live. */
import { isRfqMarket } from '../../domain/order.ts'
import { micros } from '../../domain/time.ts'
import type { ExecutionsWanted, LiveRfq, TradeOfAccount } from '../exchange.ts'
import { recordOf } from './records.ts'
import type { AccountState, Order, State } from './model.ts'

/** Executions of an account's orders, oldest first; those of one moment in the order in which their orders were placed. */
export function executionsOf(
  state: State,
  account: AccountState,
  { since = micros(0), most = Number.POSITIVE_INFINITY }: ExecutionsWanted = {},
): TradeOfAccount[] {
  let found: TradeOfAccount[] = []
  /** What is older is not among the last. */
  let oldest = since
  const take = (order: Order): void => {
    if (order.account !== account || order.executions.length === 0) return
    const record = recordOf(order)
    for (const execution of order.executions) if (execution.utc_timestamp >= oldest) found.push({ order: record, execution })
  }
  const retainLast = (): void => {
    found = found.sort(byTime).slice(-most)
    if (found.length === most) oldest = found[0]?.execution.utc_timestamp ?? oldest
  }
  for (const order of state.orders.values()) take(order)
  retainLast()
  for (const order of state.ended.traded(account, since)) {
    // All others were executed no later than this one was last.
    if ((order.executions.at(-1)?.utc_timestamp ?? since) < oldest) break
    take(order)
    if (found.length >= 2 * most) retainLast()
  }
  retainLast()
  return found
}

const byTime = (a: TradeOfAccount, b: TradeOfAccount): number =>
  a.execution.utc_timestamp - b.execution.utc_timestamp || byId(a.order.order_id ?? '', b.order.order_id ?? '')

/** In the order they were placed. */
const byId = (a: string, b: string): number => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)

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
