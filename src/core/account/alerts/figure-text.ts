/**
 * Formats figures and times in an alert. The page masks hidden amounts and uses the selected time zone. The recorder
 * shows all amounts, in UTC.
 */
import { canonical, type Decimal, type DecimalForm, decimalText, formatDecimal } from '../../domain/decimal.ts'

export interface FigureText {
  amount(value: Decimal, form?: DecimalForm): string
  size(value: Decimal): string
  /** Signed, two decimals. */
  pnl(value: Decimal): string
  /** Time with its zone. The input is ms since 1970 UTC. */
  at(ms: number): string
}

export const plainText: FigureText = {
  amount: formatDecimal,
  size: value => decimalText(canonical(value), 'auto'),
  pnl: value => formatDecimal(value, { places: 2, sign: 'always' }),
  at: ms => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
}
