/** Balances and positions as values, fields named as on the wire. */
import type { Decimal } from './decimal.ts'
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
  /** Signed: negative for a short (a reader must not trust the sign alone: see `signedSize`). */
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
