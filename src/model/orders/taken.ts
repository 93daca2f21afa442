/** What was taken on an RFQ: fills of the firm orders that were sent from it, on its own side. */
import { add, type Decimal, div, isZero, mul, roundPrice, zero } from '../../domain/decimal.ts'
import type { RfqCard } from './rfq-cards.ts'

export interface Taken {
  readonly quantity: Decimal
  /** To 8 decimals. */
  readonly average: Decimal
}

/** All together; undefined where nothing was filled, or how much is not known. */
export function takenOf({ tries, side }: Pick<RfqCard, 'tries' | 'side'>): Taken | undefined {
  let quantity = zero
  let turnover = zero
  for (const one of tries) {
    if (one.side !== side || one.fills === undefined) continue
    const { filled, averagePrice } = one.fills
    if (filled === undefined || (averagePrice === undefined && !isZero(filled))) return undefined
    if (averagePrice === undefined) continue
    quantity = add(quantity, filled)
    turnover = add(turnover, mul(filled, averagePrice))
  }
  return isZero(quantity) ? undefined : { quantity, average: roundPrice(div(turnover, quantity), 8) }
}
