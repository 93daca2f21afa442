/** What happened, in the trader's words; a word that is not known here is shown as it is. */
import type { JournalKind, JournalRow } from '../../api/journal/journal-row.ts'
import { isRfqMarket } from '../../domain/order.ts'
import { endText, rejectText } from '../../ui/order/reason-text.ts'

const words: Readonly<Record<string, string>> = {
  confirmed: 'Confirmed',
  send_again: 'Confirmed again, same id',
  sending: 'Sent',
  accepted: 'Accepted',
  rejected: 'Rejected',
  one_rejected: 'One sending rejected',
  duplicate: 'Known to the venue already',
  seen: 'Found at the venue',
  overdue: 'No answer yet',
  lost: 'Answer lost',
  interrupted: 'Interrupted',
  unseen: 'Not seen by the venue',
  look_again: 'Looked up again',
  dead: 'Given up',
  store_failed: 'Not stored',
  fill: 'Fill',
  partial_fill: 'Partly filled',
  filled: 'Filled',
  ended: 'Ended',
  forgotten: 'Forgotten by the venue',
  unlisted: 'No longer listed',
  quote: 'Quote',
  'cancel asked': 'Cancel asked',
  'cancel done': 'Cancelled',
  'cancel refused': 'Cancel refused',
  'cancel unknown': 'Cancel: outcome unknown',
  'cancel not_supported': 'Cancel: the venue has none',
  'cancel all asked': 'Cancel all asked',
  'cancel all done': 'Cancel all: done',
  'refresh asked': 'Refresh asked',
  'refresh done': 'Interest refreshed',
  'refresh refused': 'Refresh refused',
}

export const whatWords = (row: Pick<JournalRow, 'what'>): string =>
  Object.hasOwn(words, row.what) ? (words[row.what] ?? row.what) : row.what

export const kindWords: Readonly<Record<JournalKind, string>> = {
  intent: 'Sent',
  answer: 'Answers',
  execution: 'Fills',
  state: 'States',
  quote: 'Quotes',
  command: 'Commands',
}

/** `RFQ`, `firm`; undefined where the row does not say. */
export const marketWords = (row: Pick<JournalRow, 'market_id'>): string | undefined =>
  row.market_id === undefined ? undefined : isRfqMarket(row.market_id) ? 'RFQ' : 'firm'

/** Detail in plain words, with the venue's own reason beside it. */
export function detailWords(row: Pick<JournalRow, 'what' | 'detail'>): string | undefined {
  if (row.detail === undefined) return undefined
  const reason = row.what === 'rejected' || row.what === 'one_rejected' ? rejectText(row.detail) : endText(row.detail)
  return reason.known ? `${reason.text} (${reason.raw})` : row.detail
}
