import type { Decimal } from './decimal.ts'
import type { Side } from './order.ts'

/** A quote as it stood when it was clicked, for the review to watch. */
export interface QuoteTaken {
  readonly symbol: string
  readonly side: Side
  readonly price: Decimal
  /** At that price or better. */
  readonly quantity: Decimal
  /** Server time. */
  readonly seenAtMs: number
}
