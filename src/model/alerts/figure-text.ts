/**
 * How figures and times of an account stand in an alert. The page masks amounts where the trader hid them and writes times in the zone that was chosen; what a
 * recorder sends shows all, in UTC.
 */
import type { Decimal } from '../../domain/decimal.ts'
import type { DecimalForm } from '../../domain/format-decimal.ts'

export interface FigureText {
  /** Money of the account. */
  amount(value: Decimal, form?: DecimalForm): string
  /** How much is held, ordered or filled. */
  size(value: Decimal): string
  /** Signed, two decimals. */
  pnl(value: Decimal): string
  /** A moment with its zone; ms since 1970 UTC. */
  at(ms: number): string
}
