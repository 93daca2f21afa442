import { type Decimal, zero } from '../../../core/domain/decimal.ts'
import type { ClientOrderId, OrderId, TradeId } from '../../../core/domain/ids.ts'
import { firmMarket, type OrderAccepted, type Side } from '../../../core/domain/order.ts'
import type { EpochMicros } from '../../../core/domain/time.ts'
import { type EndReason, type Outcome, type SentText, textOf } from '../exchange.ts'
import { type Contract, legsOf } from './contracts.ts'
import type { AccountState, StoredAnswer, Order, State } from './model.ts'

/** The answer to an accepted order is derived from the order on demand, not stored. */

export function acceptance(state: State, order: Order): OrderAccepted {
  const { contract } = order
  const [first] = contract.legs
  return {
    utc_timestamp: order.placedAt,
    market_id: order.market_id,
    ...(contract.isPackage || first === undefined
      ? {}
      : { tradeable_entity_id: first.listed.instrument.tradeable_entity_id }),
    symbol: contract.symbol,
    order_id: order.order_id,
    type: order.type,
    client_order_id: order.client_order_id,
    quantity: order.quantity,
    ...(order.price === undefined ? {} : { price: order.price }),
    ...(contract.isPackage ? { minimum_quantity: order.minimum_quantity ?? zero, legs: legsOf(contract) } : {}),
    ...(contract.isPackage && order.market_id !== firmMarket ? { ioi_cache_timeout: state.rfqTimeoutSeconds } : {}),
  }
}

const acceptanceOf = (state: State, order: Order): Outcome => ({ kind: 'accepted', accepted: acceptance(state, order) })

/** Computed lazily, since it is rarely needed again. */
export class Acceptance implements StoredAnswer {
  constructor(
    private readonly state: State,
    readonly order: Order,
    readonly text: SentText,
  ) {}
  get outcome(): Outcome {
    return acceptanceOf(this.state, this.order)
  }
}

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
    order.executions.map(each => [
      each.utc_timestamp,
      each.executed_quantity,
      each.executed_price,
      each.trade_id,
      each.liquidity_flag,
    ]),
    answered === undefined ? null : textOf(answered.text),
    answered === undefined || isAcceptance(state, order, answered) ? null : answered.outcome,
  ]
}

const isAcceptance = (state: State, order: Order, answered: StoredAnswer): boolean =>
  answered instanceof Acceptance ||
  (answered.outcome.kind === 'accepted' &&
    JSON.stringify(answered.outcome) === JSON.stringify(acceptanceOf(state, order)))

interface Owners {
  readonly state: State
  accountOf(name: string): AccountState
  contractOf(key: string): Contract
}

export function orderOfRow(
  row: OrderRow,
  { state, accountOf, contractOf }: Owners,
): { readonly order: Order; readonly answered?: StoredAnswer } {
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
