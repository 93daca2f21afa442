/** What has been filled of an order, from its executions. */
import { type Decimal, div, gte, isZero, mul, roundTo, sum } from '../../domain/decimal.ts'
import type { OrderRecord } from '../../domain/order.ts'
import { exactText } from '../../ui/order/effect-words.ts'

/** "filled 4 of 10 at 118.5", "not filled"; an average is rounded to 8 places. `executions` are distinct. */
export function fillText(order: Pick<OrderRecord, 'quantity' | 'executions'>): string {
  const filled = sum(order.executions.map(one => one.executed_quantity))
  if (isZero(filled)) return 'nothing filled yet'
  const cost: Decimal = sum(order.executions.map(one => mul(one.executed_quantity, one.executed_price)))
  const average = exactText(roundTo(div(cost, filled), 8))
  const whole = gte(filled, order.quantity)
  return whole ? `filled, all ${exactText(order.quantity)} at ${average}` : `filled ${exactText(filled)} of ${exactText(order.quantity)} at ${average}`
}
