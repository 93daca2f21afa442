/** What an order leaves of what is available, and by whose rules. */
import type { Decimal } from './decimal.ts'

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
