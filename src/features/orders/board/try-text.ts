/** What came of a firm order on the legs of an RFQ: "filled 4 of 10 at 118.5, remainder cancelled"; of a package "filled, receive 3,380". */
import { averagePriceShown, formatSize } from '../../../ui/format/amounts.ts'
import { dash } from '../../../ui/format/format-decimal.ts'
import { packagePriceText } from '../../../ui/order/package-price.tsx'
import type { RfqCard, RfqTry } from '../../../model/orders/rfq-cards.ts'

type Tried = Pick<RfqTry, 'state' | 'quantity' | 'fills' | 'isOpen' | 'side'>

export function tryText({ state, quantity, fills, isOpen, side }: Tried, legs: RfqCard['legs']): string {
  const average = averagePriceShown(fills?.averagePrice)
  const isSaid = legs.length > 1 && side !== undefined
  const price = packagePriceText(average, { legs, quantity: fills?.filled ?? quantity, side })
  const at = average === undefined ? '' : isSaid ? `, ${price}` : ` at ${price}`
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
      return 'dismissed, outcome unknown'
    default:
      return state
  }
}
