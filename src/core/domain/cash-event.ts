/** Cash movements that are not fills. */
import { type Decimal, sign } from './decimal.ts'

export interface CashEvent {
  readonly kind: 'settlement' | 'funding' | 'fee' | 'moved'
  /** Instrument that settled or was funded; undefined for other cash movements. */
  readonly symbol: string | undefined
  readonly asset: string
  /** Signed, in the asset. */
  readonly amount: Decimal
  /** Signed position at that time. */
  readonly size: Decimal | undefined
  /** Settlement price. */
  readonly price: Decimal | undefined
  readonly atMs: number
  /** Start of the gap in which the cause was not observed, ms. */
  readonly unseenFromMs?: number | undefined
  /** True if the venue reported one cash movement for several events and this amount is our split of it. */
  readonly isEstimated: boolean
}

export const transferWords = (amount: Decimal): string => (sign(amount) > 0 ? 'a deposit' : 'a withdrawal or a fee')
