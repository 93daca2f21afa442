import { abs, type Decimal, mul, neg, sub } from './decimal.ts'
import type { DeliverableId } from './ids.ts'
import type { EpochMicros } from './time.ts'

export interface Deliverable {
  readonly symbol: string
  readonly deliverable_id: DeliverableId
}

/** `USD-REFERENCE` has the same deliverable id as USD, so rows are keyed by symbol. */
export interface Balance {
  readonly deliverable_id: DeliverableId
  readonly symbol: string
  readonly timestamp: EpochMicros
  readonly cash_balance: Decimal
  /** Reserved for open orders and margin; may be negative. */
  readonly reserved_balance: Decimal
  readonly available_balance: Decimal
  readonly withdrawable_balance: Decimal
}

export interface Position {
  readonly symbol: string
  readonly deliverable_id: DeliverableId
  readonly product_type: string
  readonly timestamp: EpochMicros
  readonly side: string
  /** Negative for a short on most venues. Use `signedSize`, which does not rely on the sign. */
  readonly size: Decimal
  readonly average_entry_price: Decimal
  readonly mark_price: Decimal
  /** In the quote asset. */
  readonly upnl: Decimal
  readonly margin_value?: Decimal | undefined
}

/** Includes the side: a venue may report a long and a short of one symbol separately. */
export const positionKey = ({ symbol, side }: Pick<Position, 'symbol' | 'side'>): string => `${symbol} ${side}`

export const usdReference = 'USD-REFERENCE'

/** Position arithmetic for linear contracts (conventions 6). Screens show the venue's figures; these check them. */

/** Returns the size with the sign of the side, regardless of how the venue signs `size`. */
export function signedSize(position: Pick<Position, 'side' | 'size'>): Decimal {
  const size = abs(position.size)
  if (position.side === 'short') return neg(size)
  return position.side === 'long' ? size : position.size
}

/** Returns (mark - average entry) × signed size, in the quote asset. */
export const unrealisedPnl = (
  { mark_price, average_entry_price }: Pick<Position, 'mark_price' | 'average_entry_price'>,
  size: Decimal,
): Decimal => mul(sub(mark_price, average_entry_price), size)

export function marketValue(position: Pick<Position, 'side' | 'size' | 'mark_price'>): Decimal {
  return mul(position.mark_price, signedSize(position))
}

export interface OrderFunds {
  /**
   * `scenario_margin`: by the sandbox's margin rules. `balances`: worst case of the order by itself. A venue that
   * margins the whole portfolio may require less. `coins`: what a sale of spot must deliver.
   */
  readonly basis: 'scenario_margin' | 'balances' | 'coins'
  readonly asset: string
  readonly available: Decimal | number
  /** Once filled, or in the worst case. Undefined if the worst case is unknown. */
  readonly after: number | undefined
  /** Available while the order is open, if that is less. */
  readonly whileOpen: number | undefined
  readonly short: number | undefined
  /** Largest size that passes, or zero. Undefined if unknown. */
  readonly largest: Decimal | undefined
}
