/** Describes events in the trader's words. Unknown words are shown unchanged. */
import { transferWords } from '../../../core/domain/cash-event.ts'
import { type Decimal, gte, isZero } from '../../../core/domain/decimal.ts'
import { effectLabel, exactText } from '../../../core/domain/effect-label.ts'
import type { JournalKind, JournalRow } from '../../../core/domain/journal-row.ts'
import { hasExpired, symbolsIn } from '../../../core/domain/order-ends.ts'
import {
  endText,
  isForcedClose,
  isLiquidationReason,
  rejectText,
  replacedText,
} from '../../../core/domain/order-outcome.ts'
import { isRfqMarket, opposite, parseJoinedSymbol } from '../../../core/domain/order.ts'
import { formatPnl } from '../../ui/format/format-decimal.ts'
import { formatSize } from '../../ui/format/amounts.ts'
import { maskAmount } from '../../ui/format/privacy.ts'
import { shownOrder } from '../../ui/order/order-phrase.tsx'
import type { JournalGridRow } from './journal-rows.ts'

const text: Readonly<Record<string, string>> = {
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
  dead: 'Dismissed',
  store_failed: 'Not stored',
  fill: 'Fill',
  partial_fill: 'Partly filled',
  filled: 'Filled',
  ended: 'Ended',
  forgotten: 'Forgotten by the venue',
  unlisted: 'No longer listed',
  listed_again: 'Listed again',
  not_looked_up: 'Not looked up',
  fills_lost: 'Fills missing',
  not_followed: 'Not recorded',
  quote: 'Quote',
  settlement: 'Settled',
  funding: 'Funding',
  fee: 'Fee',
  cash_moved: 'Cash moved without a fill',
  'cancel asked': 'Cancel asked',
  'cancel done': 'Cancelled',
  'cancel refused': 'Cancel refused',
  'cancel unknown': 'Cancel: outcome unknown',
  'cancel not_supported': 'Cancel: the venue has none',
  'cancel all asked': 'Cancel all asked',
  'cancel all done': 'Cancel all: done',
  'refresh asked': 'Extension asked',
  'refresh done': 'RFQ extended',
  'refresh refused': 'Extension refused',
}

type DescribedRow = Pick<JournalRow, 'what' | 'detail' | 'client_order_id' | 'title'> &
  Partial<Pick<JournalRow, 'kind' | 'amount' | 'asset' | 'isEstimated' | 'symbol' | 'atMs'>>

const forcedLabels: Readonly<Record<string, string>> = {
  fill: 'Liquidation fill',
  ended: 'Liquidation, part',
  partial_fill: 'Liquidation, part',
}

export const isLiquidation = (row: DescribedRow): boolean =>
  isForcedClose(row) || (row.what === 'ended' && isLiquidationReason(row.detail))

export function eventText(row: DescribedRow): string {
  if (isForcedClose(row)) return forcedLabels[row.what] ?? 'Liquidation'
  if (isLiquidation(row)) return 'Cancelled by liquidation'
  // A state is what a list showed then; when the venue accepted the order is known only from its answer.
  const what = row.kind === 'state' && row.what === 'accepted' ? 'seen' : row.what
  return Object.hasOwn(text, what) ? (text[what] ?? what) : what
}

export const kindLabels: Readonly<Record<JournalKind, string>> = {
  intent: 'Sent',
  answer: 'Answers',
  execution: 'Fills',
  state: 'States',
  quote: 'Quotes',
  command: 'Commands',
  cash: 'Cash',
}

export const marketLabel = (row: Pick<JournalRow, 'market_id'>): string | undefined =>
  row.market_id === undefined ? undefined : isRfqMarket(row.market_id) ? 'RFQ' : 'firm'

type RowResult = Partial<Pick<JournalGridRow, 'realised' | 'filled' | 'replacedBy'>>

export function detailText(
  row: DescribedRow & Partial<Pick<JournalRow, 'kind' | 'quantity' | 'market_id'>>,
  { realised, filled, replacedBy }: RowResult = {},
): string | undefined {
  if (isForcedClose(row) && row.kind !== 'execution')
    return `closed by the venue (liquidation)${realised === undefined ? '' : `, realised ${formatPnl(realised)} USD before fees`}`
  if (row.amount !== undefined) return cashText(row.amount, row)
  if (row.detail === undefined) return undefined
  if (row.kind === 'execution') return maskedSizes(row.detail)
  if (row.kind === 'quote') return quoteText(row.detail, row.symbol)
  if (Object.hasOwn(sources, row.detail)) return sources[row.detail]?.[isFound(row) ? 1 : 0]
  const { symbol, atMs } = row
  const isExpired = symbol !== undefined && atMs !== undefined && hasExpired(symbolsIn(symbol), atMs)
  const reason =
    row.what === 'rejected' || row.what === 'one_rejected' ? rejectText(row.detail) : endText(row.detail, isExpired)
  const by = reason.raw === 'user_cancelled' ? shownOrder(replacedBy) : undefined
  const text = reason.known ? `${by === undefined ? reason.text : replacedText(by)} (${reason.raw})` : row.detail
  if (
    row.what !== 'ended' ||
    row.market_id === undefined ||
    !isRfqMarket(row.market_id) ||
    filled === undefined ||
    isZero(filled)
  )
    return text
  const of = row.quantity === undefined ? '' : ` of ${formatSize(row.quantity)}`
  const isWhole = row.quantity !== undefined && gte(filled, row.quantity)
  const why =
    isWhole && reason.raw === 'user_cancelled' ? `Nothing was left, so it was cancelled. (${reason.raw})` : text
  return `Filled ${formatSize(filled)}${of}. ${why}`
}

/** Source of an acceptance: by itself, and after "Found at the venue". An answer or a push needs no words. */
const sources: Readonly<Record<string, readonly [alone: string, found: string] | undefined>> = {
  answer: undefined,
  push: undefined,
  look_up: ['Found by looking it up.', 'By looking it up.'],
  open_orders: ['Found among the open orders.', 'Among the open orders.'],
}

const isFound = (row: DescribedRow): boolean => eventText(row) === text['seen']

function quoteText(detail: string, symbol = ''): string {
  const isPackage = parseJoinedSymbol(symbol) !== undefined
  const text = detail.replaceAll(
    /\b(buy|sell) (-?\d+(?:\.\d+)?)(?= ×|$)/g,
    (_, side: 'buy' | 'sell', price: Decimal) => {
      const words = isPackage ? effectLabel(opposite(side), price).text : exactText(price)
      return `${side === 'buy' ? 'bid' : 'ask'} ${words}`
    },
  )
  return maskedSizes(text.replaceAll('no buy', 'no bid').replaceAll('no sell', 'no ask'))
}

const estimateLabels: Readonly<Record<string, string>> = {
  settlement: ', price calculated: the venue’s cash gives several things together',
  funding: ', estimated: the cash that nothing else explains, shared by rate',
  fee: ', estimated: no fill explains it',
}

function cashText(amount: Decimal, { asset = 'USD', isEstimated = false, what, detail }: DescribedRow): string {
  const moved = `${formatPnl(amount)} ${asset}`
  if (what !== 'cash_moved') return isEstimated ? `${moved}${estimateLabels[what] ?? ''}` : moved
  return detail === undefined ? `${moved}: ${transferWords(amount)}` : `${moved} ${detail}`
}

/** The sizes in "of 10" and "× 3" are amounts and can be hidden. */
const maskedSizes = (detail: string): string => detail.replaceAll(/(?<=of |× )\d[\d.]*/g, size => maskAmount(size))
