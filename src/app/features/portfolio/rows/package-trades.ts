/** Packages from the journal's filled orders: executed legs and quantity. A single-instrument order is one leg. */
import { parseSide, sideSign } from '../../../../core/domain/order.ts'
import type { JournalOrder } from '../../../../core/domain/journal-order.ts'
import { legsOfOrder } from '../../../../core/domain/trade-story/trade-words.ts'
import { filledQuantity } from '../../../../core/domain/order-state.ts'
import type { PackageTrade } from '../../../../core/domain/grouping/open-packages.ts'

export function packageTrades(orders: readonly JournalOrder[]): PackageTrade[] {
  return orders.flatMap(({ client_order_id: order, symbol, legs, side, executions }): PackageTrade[] => {
    const listed = legsOfOrder({ symbol, legs })
    const known = parseSide(side)
    if (known === undefined || executions.length === 0) return []
    const sign = sideSign(known)
    return [
      {
        order,
        atMs: executions.reduce((last, each) => Math.max(last, each.utc_timestamp / 1_000), 0),
        legs: listed.map(leg => ({ symbol: leg.symbol, ratio: leg.ratio * sign })),
        quantity: filledQuantity({ executions }),
      },
    ]
  })
}
