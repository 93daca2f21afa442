/** The part of an RFQ that was taken: fills on its side of the firm orders sent for it. */
import { add, type Decimal, div, isZero, mul, roundPrice, zero } from '../../../core/domain/decimal.ts'
import type { RfqCard } from './rfq-cards.ts'

export interface FillTotal {
  readonly quantity: Decimal
  /** To 8 decimals. */
  readonly average: Decimal
}

/** Total of the fills; undefined without fills, or if their quantity is unknown. */
export function takenOf({ tries, side }: Pick<RfqCard, 'tries' | 'side'>): FillTotal | undefined {
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
