/** Balances and positions as values, fields named as on the wire. */
import { abs, type Decimal, mul, neg, sub } from './decimal.ts'
import type { DeliverableId } from './ids.ts'
import type { EpochMicros } from './time.ts'

export interface Deliverable {
  readonly symbol: string
  readonly deliverable_id: DeliverableId
}

/** `USD-REFERENCE` shares the deliverable id of USD: the symbol is the key of a row, the id is not. */
export interface Balance {
  readonly deliverable_id: DeliverableId
  readonly symbol: string
  readonly timestamp: EpochMicros
  readonly cash_balance: Decimal
  /** Held for open orders and margin; may be negative. */
  readonly reserved_balance: Decimal
  readonly available_balance: Decimal
  readonly withdrawable_balance: Decimal
}

export interface Position {
  readonly symbol: string
  readonly deliverable_id: DeliverableId
  /** `option`, `perpetual_future`, `future`; open text. */
  readonly product_type: string
  readonly timestamp: EpochMicros
  /** `long` or `short`. */
  readonly side: string
  /** Signed: negative for a short (a reader must not trust only the sign: see `signedSize`). */
  readonly size: Decimal
  readonly average_entry_price: Decimal
  readonly mark_price: Decimal
  /** In the quote asset. */
  readonly upnl: Decimal
  readonly margin_value?: Decimal | undefined
}

/** A venue may hold both sides of a symbol apart. */
export const positionKey = ({ symbol, side }: Pick<Position, 'symbol' | 'side'>): string => `${symbol} ${side}`

export const usdReference = 'USD-REFERENCE'

/** Position arithmetic, linear contracts (conventions 6). Venue figures are what is shown; these are the check. */

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

/** What an order leaves of what is available, and by whose rules. */
export interface OrderFunds {
  /**
   * `scenario_margin`: by the sandbox's own rules. `balances`: the order by itself, at its worst; a venue that margins a whole portfolio may ask less, and only the
   * venue decides.
   */
  readonly basis: 'scenario_margin' | 'balances'
  readonly asset: string
  readonly available: Decimal | number
  /** Once filled, or at worst; undefined where no worst case is known. */
  readonly after: number | undefined
  /** Available while it is open, where that is less. */
  readonly whileOpen: number | undefined
  /** What is missing for it to pass; undefined where it passes. */
  readonly short: number | undefined
  /** The largest size that passes, zero where none does; undefined where it is not known. */
  readonly largest: Decimal | undefined
}
