/** State of a blotter row in a few words: filled part, and how it ended. */
import { canonical, type Decimal, isZero } from '../../../../core/domain/decimal.ts'
import { knownFilled } from '../../../model/orders/rfq-cards.ts'
import { formatSize } from '../../../ui/format/amounts.ts'
import { doneText } from '../../../ui/order/filled-line.tsx'
import { formatZoned } from '../../../ui/format/zoned-time.ts'
import type { BlotterRow } from './blotter-rows.ts'
import type { OutcomeKind, OutcomeRow } from './outcome-rows.ts'

/** "1.8 of 3", "? of 3" if the fills are not known. */
export const sizes = (filled: Decimal | undefined, wanted: Decimal): string =>
  `${filled === undefined ? '?' : formatSize(canonical(filled))} of ${formatSize(wanted)}`

const words: Readonly<Partial<Record<OutcomeKind, string>>> = {
  working: 'Working',
  live: 'Live',
  accepted: 'Accepted',
  checking: 'Checking fills',
  liquidation: 'Liquidated',
  'not as sent': 'Not as sent',
  dismissed: 'Dismissed by you',
}

/** What is wrong, without the remedy, which the tip and the detail show. */
export const rejection = (text: string): string => text.replace(/\. .*$|\.$/, '')

function outcomeText({ kind, filled, filledMs, quantity, end, text, isRfq, phrased }: OutcomeRow): string {
  if (kind === 'rejected') return rejection(text)
  if (kind === 'ended' && isRfq && filled !== undefined && !isZero(filled))
    return doneText({ ...phrased, wanted: quantity, filled })
  if (kind === 'filled') return filledMs === undefined ? 'Filled' : `Filled ${formatZoned(filledMs, 'minutes')}`
  return words[kind] ?? `${sizes(filled, quantity)}, ${end ?? 'working'}`
}

/**
 * "Filled 12:18", "0 of 0.2, cancelled", "Working, 1 of 3"; of an RFQ with fills "Sold 1.8 of 3", while it is live also
 * "0.1 working, 0.1 in doubt". Short enough for its column and for a phone: the average is in the detail.
 */
export function stateText(row: BlotterRow): string {
  if (row.kind === 'group') return ''
  if (row.kind === 'order') return `Working, ${sizes(row.order.filled, row.order.quantity)}`
  if (row.kind === 'outcome') return outcomeText(row.outcome)
  const { state, count, legs, side, closes } = row.card
  const done = knownFilled(row.card)
  if (state === 'filled' && isZero(count.working)) return 'Filled'
  return [
    state === 'unresolved' ? 'Outcome unknown' : state === 'unknown' ? 'Unconfirmed' : '',
    done === undefined || isZero(done)
      ? sizes(done, count.wanted)
      : doneText({ legs, side, closes, wanted: count.wanted, filled: done }),
    isZero(count.working) ? '' : `${formatSize(count.working)} working`,
    isZero(count.inDoubt) ? '' : `${formatSize(count.inDoubt)} in doubt`,
  ]
    .filter(Boolean)
    .join(', ')
}
