/**
 * Derives an order's state from its record: ended or not, filled, remaining, average price. Terms follow the venue's
 * extensions, "Details the contract leaves open". Executions must be distinct by trade id.
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

/** True for reasons that end a live order. Others explain a rejected request. */
export const isEndReason = (reason: string): boolean => endReasons.has(reason)

/** True if a cancel state ends the order. Absent, empty and pending states do not. */
export const isEndState = (cancelState: string): boolean =>
  cancelState !== '' && cancelState !== 'none' && !cancelState.startsWith('pending_')

export const filledQuantity = (order: {
  readonly executions: readonly Pick<Execution, 'executed_quantity'>[]
}): Decimal => sum(order.executions.map(each => each.executed_quantity))

export const isFilled = (order: Pick<OrderRecord, 'quantity' | 'executions'>): boolean =>
  order.executions.length > 0 && gte(filledQuantity(order), order.quantity)

/** True if complete fills end it. An RFQ lives until the venue ends it; an order without a market id may be an RFQ. */
export const endsByFills = ({ market_id }: Pick<OrderRecord, 'market_id'>): boolean =>
  market_id !== '' && !isRfqMarket(market_id)

export function isOver(order: OrderRecord): boolean {
  if (isEndState(order.cancel_state) || order.order_state === 'filled') return true
  return endsByFills(order) && isFilled(order)
}

export interface Fills {
  /** Undefined if the venue reports a partial fill without executions: unknown is not zero. */
  readonly filled: Decimal | undefined
  readonly remaining: Decimal | undefined
  /** 0 to 1. Undefined without a quantity, or if `filled` is undefined. */
  readonly fraction: number | undefined
  /** Σ quantity × price / Σ quantity, to 8 decimals. Undefined before the first fill. */
  readonly averagePrice: Decimal | undefined
}

type FillFields = Pick<OrderRecord, 'quantity' | 'executions'> & Partial<Pick<OrderRecord, 'order_state'>>

const noneListed = { averagePrice: undefined } as const

export function fillsOf(order: FillFields): Fills {
  if (order.executions.length === 0) {
    if (order.order_state === 'partial_fill')
      return { ...noneListed, filled: undefined, remaining: undefined, fraction: undefined }
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
