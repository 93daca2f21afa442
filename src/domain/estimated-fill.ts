/** What an order without a price would trade with in an order book as it stands. */
import { type Decimal, add, canonical, div, gt, isZero, min, mul, roundTo, sub, zero } from './decimal.ts'
import type { BookLevel } from './market-data.ts'

export interface EstimatedFill {
  /** Σ quantity × price / Σ quantity, to 8 decimals; undefined where nothing is there. */
  readonly average: Decimal | undefined
  readonly worst: Decimal | undefined
  readonly filled: Decimal
  /** What finds nothing in the levels seen. */
  readonly unfilled: Decimal
}

/** `levels`: the best first. */
export function estimatedFill(levels: readonly BookLevel[], quantity: Decimal): EstimatedFill {
  let open = quantity
  let cash = zero
  let worst: Decimal | undefined
  for (const level of levels) {
    if (!gt(open, zero)) break
    const taken = min(open, level.quantity)
    cash = add(cash, mul(taken, level.price))
    open = sub(open, taken)
    worst = level.price
  }
  const filled = sub(quantity, open)
  return { average: isZero(filled) ? undefined : canonical(roundTo(div(cash, filled), 8)), worst, filled, unfilled: open }
}
