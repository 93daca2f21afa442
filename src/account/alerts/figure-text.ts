/**
 * How figures and times of an account stand in an alert. The page masks amounts where the trader hid them and writes times in the zone that was chosen; what a
 * recorder sends shows all, in UTC.
 */
import { canonical, type Decimal, type DecimalForm, decimalText, formatDecimal } from '../../domain/decimal.ts'

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

/** Nothing is hidden, and times are UTC. */
export const plainText: FigureText = {
  amount: formatDecimal,
  size: value => decimalText(canonical(value), 'auto'),
  pnl: value => formatDecimal(value, { places: 2, sign: 'always' }),
  at: ms => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
}
