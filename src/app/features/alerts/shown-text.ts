import type { FigureText } from '../../../core/account/alerts/figure-text.ts'
import { formatAmount, formatSize } from '../../ui/format/amounts.ts'
import { formatPnl } from '../../ui/format/format-decimal.ts'
import { formatZoned } from '../../ui/format/zoned-time.ts'

export const shownText: FigureText = {
  amount: formatAmount,
  size: value => formatSize(value),
  pnl: value => formatPnl(value),
  at: ms => formatZoned(ms),
}
