/** Position arithmetic, linear contracts (conventions 6). Venue figures are what is shown; these are the check. */
import { type Decimal, abs, mul, neg, sub } from './decimal.ts'
import type { Position } from './account.ts'

/** Size with its sign: the side decides, whichever way the venue signs `size`. */
export function signedSize(position: Pick<Position, 'side' | 'size'>): Decimal {
  const size = abs(position.size)
  if (position.side === 'short') return neg(size)
  return position.side === 'long' ? size : position.size
}

/** Unrealised P&L of a signed size: (mark - average entry) × size, in the quote asset. */
export const unrealisedPnl = (
  { mark_price, average_entry_price }: Pick<Position, 'mark_price' | 'average_entry_price'>,
  size: Decimal,
): Decimal => mul(sub(mark_price, average_entry_price), size)

/** Market value: mark × signed size, negative for shorts. */
export function marketValue(position: Pick<Position, 'side' | 'size' | 'mark_price'>): Decimal {
  return mul(position.mark_price, signedSize(position))
}
