/**
 * One order as a row of JSON: everything it is, and the first answer given for its client order id. Rows of house orders have no answer.
 * An acceptance is a function of its order and so is left out; any other answer is kept as it was given.
 */
import type { Decimal } from '../../domain/decimal.ts'
import type { ClientOrderId, OrderId, TradeId } from '../../domain/ids.ts'
import type { Side } from '../../domain/order.ts'
import type { EpochMicros } from '../../domain/time.ts'
import { type EndReason, type Outcome, textOf } from '../exchange.ts'
import type { Contract } from './contracts.ts'
import { Acceptance, acceptanceOf } from './acceptance.ts'
import type { AccountState, Answered, Order, State } from './model.ts'

type ExecutionRow = readonly [at: EpochMicros, quantity: Decimal, price: Decimal, trade: TradeId, liquidity: string]

export type OrderRow = readonly [
  order_id: OrderId,
  client_order_id: ClientOrderId,
  account: string,
  contract: string,
  market_id: string,
  side: Side,
  type: string,
  time_in_force: string,
  quantity: Decimal,
  price: Decimal | null,
  minimum_quantity: Decimal | null,
  recv_window: number | null,
  placedAt: EpochMicros,
  remaining: Decimal,
  endsAt: EpochMicros | null,
  ended: EndReason | null,
  executions: readonly ExecutionRow[],
  text: string | null,
  /** null where it is the order's acceptance. */
  outcome: Outcome | null,
]

export function orderRow(state: State, order: Order): OrderRow {
  const known = order.account.answers.get(order.client_order_id)
  const answered = known?.order === order ? known : undefined
  return [
    order.order_id,
    order.client_order_id,
    order.account.name,
    order.contract.key,
    order.market_id,
    order.side,
    order.type,
    order.time_in_force,
    order.quantity,
    order.price ?? null,
    order.minimum_quantity ?? null,
    order.recv_window ?? null,
    order.placedAt,
    order.remaining,
    order.endsAt ?? null,
    order.ended ?? null,
    order.executions.map(each => [each.utc_timestamp, each.executed_quantity, each.executed_price, each.trade_id, each.liquidity_flag]),
    answered === undefined ? null : textOf(answered.text),
    answered === undefined || isAcceptance(state, order, answered) ? null : answered.outcome,
  ]
}

const isAcceptance = (state: State, order: Order, answered: Answered): boolean =>
  answered instanceof Acceptance ||
  (answered.outcome.kind === 'accepted' && JSON.stringify(answered.outcome) === JSON.stringify(acceptanceOf(state, order)))

interface Owners {
  readonly state: State
  accountOf(name: string): AccountState
  contractOf(key: string): Contract
}

/** The order of a row, with its answer where it has one; enters it nowhere. */
export function orderOfRow(
  row: OrderRow,
  { state, accountOf, contractOf }: Owners,
): { readonly order: Order; readonly answered?: Answered } {
  const order: Order = {
    order_id: row[0],
    client_order_id: row[1],
    account: accountOf(row[2]),
    contract: contractOf(row[3]),
    market_id: row[4],
    side: row[5],
    type: row[6],
    time_in_force: row[7],
    quantity: row[8],
    price: row[9] ?? undefined,
    minimum_quantity: row[10] ?? undefined,
    recv_window: row[11] ?? undefined,
    placedAt: row[12],
    remaining: row[13],
    endsAt: row[14] ?? undefined,
    ended: row[15] ?? undefined,
    executions: row[16].map(([utc_timestamp, executed_quantity, executed_price, trade_id, liquidity_flag]) => ({
      utc_timestamp,
      executed_quantity,
      executed_price,
      trade_id,
      liquidity_flag,
    })),
  }
  const [text, outcome] = [row[17], row[18]]
  if (text === null) return { order }
  return { order, answered: outcome === null ? new Acceptance(state, order, text) : { text, outcome, order } }
}
