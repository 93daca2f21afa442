/**
 * What became of an order, from its record, said once: whether it is over, how much of it is filled, what is left, at what average. The venue's
 * words are those of its extensions, "Details the contract leaves open". Executions are distinct by trade id when they come here.
 */
import { add, type Decimal, div, gt, gte, isZero, min, mul, roundPrice, sub, sum, toNumber, zero } from './decimal.ts'
import { type Execution, isRfqMarket, type OrderRecord } from './order.ts'

const endReasons = new Set([
  'user_cancelled',
  'immediate_with_insufficient_liquidity',
  'timeout',
  'insufficient_account_balance',
  'liquidation',
  'supervisory',
])

/** Whether a reason is one by which a live order ends; any other says why a request was refused. */
export const isEndReason = (reason: string): boolean => endReasons.has(reason)

/** Whether a cancel state says that the order is over: none, nothing said, and one on its way are no end. */
export const isEndState = (cancelState: string): boolean =>
  cancelState !== '' && cancelState !== 'none' && !cancelState.startsWith('pending_')

/** Σ of its executions. */
export const filledQuantity = (order: { readonly executions: readonly Pick<Execution, 'executed_quantity'>[] }): Decimal =>
  sum(order.executions.map(each => each.executed_quantity))

/** Do its fills add up to all of it? An order without a fill is not. */
export const isFilled = (order: Pick<OrderRecord, 'quantity' | 'executions'>): boolean =>
  order.executions.length > 0 && gte(filledQuantity(order), order.quantity)

/** Do fills that add up end it? An RFQ lives until the venue ends it, and an order without a market id may be one. */
export const endsByFills = ({ market_id }: Pick<OrderRecord, 'market_id'>): boolean => market_id !== '' && !isRfqMarket(market_id)

/** Orders end by a cancel state, by being filled, or by fills that add up. */
export function isOver(order: OrderRecord): boolean {
  if (isEndState(order.cancel_state) || order.order_state === 'filled') return true
  return endsByFills(order) && isFilled(order)
}

export interface Fills {
  /** Undefined where the venue says that a part is filled and lists no execution: how much is not known, and is not nothing. */
  readonly filled: Decimal | undefined
  readonly remaining: Decimal | undefined
  /** 0 to 1; undefined for an order without a quantity, and where `filled` is. */
  readonly fraction: number | undefined
  /** Σ quantity × price / Σ quantity, to 8 decimals; undefined before the first fill. */
  readonly averagePrice: Decimal | undefined
}

type FillFields = Pick<OrderRecord, 'quantity' | 'executions'> & Partial<Pick<OrderRecord, 'order_state'>>

const noneListed = { averagePrice: undefined } as const

export function fillsOf(order: FillFields): Fills {
  if (order.executions.length === 0) {
    if (order.order_state === 'partial_fill') return { ...noneListed, filled: undefined, remaining: undefined, fraction: undefined }
    if (order.order_state === 'filled') return { ...noneListed, filled: order.quantity, remaining: zero, fraction: 1 }
  }
  let filled = zero
  let turnover = zero
  for (const execution of order.executions) {
    filled = add(filled, execution.executed_quantity)
    turnover = add(turnover, mul(execution.executed_quantity, execution.executed_price))
  }
  return {
    filled,
    remaining: gt(order.quantity, filled) ? sub(order.quantity, filled) : zero,
    fraction: isZero(order.quantity) ? undefined : toNumber(min(filled, order.quantity)) / toNumber(order.quantity),
    averagePrice: isZero(filled) ? undefined : roundPrice(div(turnover, filled), 8),
  }
}
