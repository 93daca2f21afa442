/** Figures and times of alerts with nothing hidden, in UTC. */
import { canonical } from '../domain/decimal.ts'
import { decimalText, formatDecimal } from '../domain/format-decimal.ts'
import type { FigureText } from '../model/alerts/figure-text.ts'

export const plainText: FigureText = {
  amount: formatDecimal,
  size: value => decimalText(canonical(value), 'auto'),
  pnl: value => formatDecimal(value, { places: 2, sign: 'always' }),
  at: ms => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`,
}
