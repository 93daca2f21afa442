/** The executions of an order as trades take them. */
import { type Decimal, dec, div, max, mul, roundTo, sub, sum, zero } from '../decimal.ts'
import { type FilledOrder, type MarkAt, fillsOfOrder, legsOfSymbol } from '../fill.ts'
import { type Execution, type Leg, parseSide, sideSign } from '../order.ts'
import type { ExecutedLeg, ExecutedPackage } from './trade.ts'

const markPlaces = 4

/** Marks of all legs: one that is not known is what the package's price leaves for it, several are nothing. */
function completedMarks(legs: readonly Pick<Leg, 'symbol' | 'ratio'>[], { executed_price }: Execution, markAt: MarkAt): MarkAt {
  return (symbol, atMs) => {
    const known = markAt(symbol, atMs)
    if (known !== undefined) return known
    const others = legs.filter(leg => leg.symbol !== symbol)
    const parts = others.flatMap((leg): Decimal[] => {
      const mark = markAt(leg.symbol, atMs)
      return mark === undefined ? [] : [mul(mark, dec(leg.ratio))]
    })
    const own = legs.find(leg => leg.symbol === symbol)
    if (own === undefined || parts.length !== others.length) return zero
    return max(zero, roundTo(div(sub(executed_price, sum(parts)), dec(own.ratio)), markPlaces))
  }
}

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
    const { fills } = fillsOfOrder({ ...order, executions: [execution] }, completedMarks(listed, execution, markAt))
    const legs = listed.map((leg, at): ExecutedLeg => {
      const fill = fills[at]
      return { symbol: leg.symbol, ratio: leg.ratio * turn, price: fill?.price ?? zero, isEstimated: fill?.isAllotted ?? true }
    })
    return { order: order.client_order_id, atMs: execution.utc_timestamp / 1_000, quantity: execution.executed_quantity, legs }
  })
}
