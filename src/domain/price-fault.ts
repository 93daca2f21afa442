/** Why a price cannot be meant. `mended` is the price that sets it right, per package and signed as bought. */
import type { Decimal } from './decimal.ts'

export type PriceFault =
  /** Paid where the legs pay, or received where they cost; `mended` is the same amount the other way. */
  | { readonly kind: 'wrong_way'; readonly mid: Decimal; readonly mended: Decimal }
  /** Worth at most (a purchase) or at least (a sale) `bound` at expiry. */
  | { readonly kind: 'sure_loss'; readonly bound: number; readonly mended: Decimal | undefined }
  /** Worse than the legs one by one by more than a tenth; `mended` is what they cost. */
  | { readonly kind: 'beyond_legs'; readonly natural: Decimal; readonly percent: number; readonly mended: Decimal }
  /** Worse than the model's value by more than a tenth; `mended` is that value on the price step, where one is known. */
  | { readonly kind: 'beyond_model'; readonly worth: number; readonly percent: number; readonly mended: Decimal | undefined }
  /** At the market, with neither an order book nor quotes of all legs to say at what. */
  | { readonly kind: 'no_estimate'; readonly mended: undefined }
