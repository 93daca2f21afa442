/** What became of an order by the venue's record of it, in one sentence or two: one truth for the drawer, the outcomes and the card of what was just sent. */
import { type Decimal, isZero } from './decimal.ts'
import { exactText } from './effect-label.ts'
import { type OrderRecord, isRfqMarket } from './order.ts'
import { fillsOf, isEndState, isOver } from './order-state.ts'
import { endText } from './reason-text.ts'

type Recorded = Pick<OrderRecord, 'market_id' | 'quantity' | 'order_state' | 'cancel_state' | 'executions'>

/** `isListed`: the venue lists it as open now; undefined where that is not known. */
export function outcomeWords(
  record: Recorded,
  { isListed, size = exactText }: { readonly isListed?: boolean | undefined; readonly size?: (value: Decimal) => string } = {},
): string {
  const why = isEndState(record.cancel_state) ? endText(record.cancel_state).text : ''
  const hasEnded = isOver(record as OrderRecord) || isListed === false
  const ended = (what: string): string => [what, why].filter(Boolean).join(' ')
  if (isRfqMarket(record.market_id)) return hasEnded ? ended('Ended.') : 'Live at the venue.'
  const { filled, remaining } = fillsOf(record)
  if (filled === undefined || remaining === undefined) {
    const part = 'Part filled; the venue lists no executions, so how much is not known.'
    return hasEnded ? ended(part) : part
  }
  if (isZero(remaining) && !isZero(filled)) return 'Filled.'
  if (isZero(filled)) return hasEnded ? ended('Ended with nothing filled.') : 'Working, nothing filled yet.'
  const part = `Filled ${size(filled)} of ${size(record.quantity)}`
  return hasEnded ? ended(`${part}.`) : `${part}; the rest is working.`
}
