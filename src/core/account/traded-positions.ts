/**
 * Positions without their marks. Every poll changes marks, but trades are rare. Data that depends only on instruments,
 * sizes and entries is derived from this list, which stays the same object until a trade.
 */
import type { Position } from '../domain/account.ts'

export type TradedPosition = Pick<
  Position,
  'symbol' | 'deliverable_id' | 'product_type' | 'side' | 'size' | 'average_entry_price'
>

const isSame = (a: TradedPosition, b: TradedPosition): boolean =>
  a === b ||
  (a.symbol === b.symbol &&
    a.size === b.size &&
    a.average_entry_price === b.average_entry_price &&
    a.side === b.side &&
    a.deliverable_id === b.deliverable_id &&
    a.product_type === b.product_type)

export function createTradedReader(): (positions: readonly Position[]) => readonly TradedPosition[] {
  let last: readonly Position[] = []
  let traded: readonly TradedPosition[] = last
  return positions => {
    if (positions === last) return traded
    const isStill =
      positions.length === last.length && positions.every((each, index) => isSame(each, last[index] as Position))
    last = positions
    if (!isStill) traded = positions
    return traded
  }
}
