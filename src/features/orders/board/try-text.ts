/** What came of a firm order on the legs of an RFQ: "filled 4 of 10 at 118.5, remainder cancelled". */
import { formatSize } from '../../../ui/format/amounts.ts'
import { averagePriceShown } from '../../../ui/format/average-price.ts'
import { formatDecimal } from '../../../domain/format-decimal.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import type { RfqTry } from '../../../model/orders/rfq-cards.ts'

export function tryText({ state, quantity, fills, isOpen }: Pick<RfqTry, 'state' | 'quantity' | 'fills' | 'isOpen'>): string {
  const average = averagePriceShown(fills?.averagePrice)
  const at = average === undefined ? '' : ` at ${formatDecimal(average)}`
  switch (state) {
    case 'filled':
      return `filled${at}`
    case 'part filled':
      return `filled ${fills?.filled === undefined ? dash : formatSize(fills.filled)} of ${formatSize(quantity)}${at}, ${isOpen ? 'rest working' : 'remainder cancelled'}`
    case 'unknown':
      return 'outcome unknown, checking automatically'
    case 'accepted':
      return 'accepted, checking fills'
    case 'dismissed':
      return 'closed by you, outcome unknown'
    default:
      return state
  }
}
