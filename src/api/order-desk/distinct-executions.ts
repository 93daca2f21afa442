/** A venue, or a merge of its answers, may tell of one trade twice; a fill is shown and counted once. */
import type { OrderRecord } from '../../domain/order.ts'

/** The same record where no `trade_id` repeats. */
export function withDistinctExecutions<Order extends Pick<OrderRecord, 'executions'>>(order: Order): Order {
  const seen = new Set<string>()
  const executions = order.executions.filter(each => {
    if (seen.has(each.trade_id)) return false
    seen.add(each.trade_id)
    return true
  })
  return executions.length === order.executions.length ? order : { ...order, executions }
}
