/** The executions of an order as trades take them. */
import { zero } from '../decimal.ts'
import { type FilledOrder, fillsOfOrder, legsOfSymbol, type MarkAt } from '../fill.ts'
import { parseSide, sideSign } from '../order.ts'
import type { ExecutedLeg, ExecutedPackage } from './trade.ts'

const orZero: MarkAt = () => zero

/**
 * Legs at the prices that the venue booked, or at shares of the package's price by the marks of its time. Where marks are not known the split
 * is an estimate of its own: what the package cost is exact all the same, and no size is left out.
 */
export function executedPackages(order: FilledOrder, markAt: MarkAt): ExecutedPackage[] {
  const side = parseSide(order.side)
  if (side === undefined) return []
  const turn = sideSign(side)
  const listed = legsOfSymbol(order) ?? [{ symbol: order.symbol, ratio: 1 }]
  return order.executions.map(execution => {
    const one = { ...order, executions: [execution] }
    const priced = fillsOfOrder(one, markAt)
    const { fills } = priced.lacking.length === 0 ? priced : fillsOfOrder(one, orZero)
    const legs = listed.map((leg, at): ExecutedLeg => {
      const fill = fills[at]
      return { symbol: leg.symbol, ratio: leg.ratio * turn, price: fill?.price ?? zero, isEstimated: fill?.isAllotted ?? true }
    })
    const { utc_timestamp, trade_id: trade, executed_quantity: quantity } = execution
    return { order: order.client_order_id, trade, side, atMs: utc_timestamp / 1_000, quantity, legs }
  })
}
