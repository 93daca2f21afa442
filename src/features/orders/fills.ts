/** What an order's executions add up to. They are distinct by trade id when they come here (the api sees to it). */
import { type Decimal, add, div, gt, isZero, min, mul, roundTo, sub, toNumber, zero } from '../../domain/decimal.ts'
import type { OrderRecord } from '../../domain/order.ts'

export interface Fills {
  readonly filled: Decimal
  readonly remaining: Decimal
  /** 0 to 1; undefined for an order without a quantity. */
  readonly fraction: number | undefined
  /** Σ quantity × price / Σ quantity, to 8 decimals; undefined before the first fill. */
  readonly averagePrice: Decimal | undefined
}

export function fillsOf(order: Pick<OrderRecord, 'quantity' | 'executions'>): Fills {
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
    averagePrice: isZero(filled) ? undefined : roundTo(div(turnover, filled), 8),
  }
}
