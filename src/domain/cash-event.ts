/** Cash that moved by no fill, and the words for it. */
import { type Decimal, sign } from './decimal.ts'

export interface CashEvent {
  readonly kind: 'settlement' | 'funding' | 'fee' | 'moved'
  /** Instrument that settled or was funded; undefined for cash that moved by itself. */
  readonly symbol: string | undefined
  readonly asset: string
  /** Signed, in the asset. */
  readonly amount: Decimal
  /** Signed: what was held when it happened. */
  readonly size: Decimal | undefined
  /** That it settled at. */
  readonly price: Decimal | undefined
  readonly atMs: number
  /** When it began not to be seen what moved it. */
  readonly unseenFromMs?: number | undefined
  /** The venue's cash says what several things came to together; this one's share is computed. */
  readonly isEstimated: boolean
}

/** What cash can have been that moved by nothing that the account shows. */
export const transferWords = (amount: Decimal): string => (sign(amount) > 0 ? 'a deposit' : 'a withdrawal or a fee')
