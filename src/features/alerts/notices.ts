/** What of the journal's news deserves the trader's attention, in words. One notice an order and kind, however many rows tell of it. */
import type { JournalRow } from '../../api/journal/journal-row.ts'
import { type Decimal, add, div, mul, roundTo, zero } from '../../domain/decimal.ts'
import { shortName } from '../../domain/instrument.ts'
import { isRfqMarket } from '../../domain/order.ts'
import { formatSize } from '../../ui/format/amounts.ts'
import { formatQuantity } from '../../ui/format/format-decimal.ts'
import { endText, rejectText } from '../../ui/order/reason-text.ts'

export type NoticeKind = 'fill' | 'rejected' | 'ended'

export interface Notice {
  /** The same for the same event in every tab. */
  readonly id: string
  readonly kind: NoticeKind
  readonly tone: 'ok' | 'warning' | 'neutral'
  readonly title: string
  readonly body: string
  readonly clientOrderId: string
}

const nameOf = (row: JournalRow): string => (row.title === undefined || row.title === '' ? shortName(row.symbol ?? 'Order') : row.title)
const marketOf = (row: JournalRow): string => (isRfqMarket(row.market_id ?? '') ? 'RFQ' : 'Order')

function fillNotice(id: string, rows: readonly JournalRow[]): Notice | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  let [quantity, turnover]: [Decimal, Decimal] = [zero, zero]
  for (const row of rows) {
    quantity = add(quantity, row.quantity ?? zero)
    turnover = add(turnover, mul(row.quantity ?? zero, row.price ?? zero))
  }
  const price = quantity === zero ? zero : roundTo(div(turnover, quantity), 8)
  const side = first.side === 'sell' ? 'Sold' : 'Bought'
  return {
    id: `${id} fill ${rows.map(row => row.trade_id ?? '').join(' ')}`,
    kind: 'fill',
    tone: 'ok',
    title: `Fill: ${nameOf(first)}`,
    body: `${side} ${formatSize(quantity)} at ${formatQuantity(price)}${rows.length > 1 ? ' on average' : ''}`,
    clientOrderId: id,
  }
}

/** An order that ended by the trader's own cancel, or by being filled, is no news. */
const isOwnDoing = (row: JournalRow): boolean => row.what === 'filled' || row.detail === 'user_cancelled'

function noticeOf(id: string, row: JournalRow): Notice | undefined {
  const base = { id: row.id, clientOrderId: id }
  if (row.kind === 'answer' && row.what === 'rejected') {
    return { ...base, kind: 'rejected', tone: 'warning', title: `Rejected: ${nameOf(row)}`, body: rejectText(row.detail ?? '').text }
  }
  if (row.kind !== 'state' || isOwnDoing(row)) return undefined
  if (row.what === 'ended')
    return {
      ...base,
      kind: 'ended',
      tone: 'neutral',
      title: `${marketOf(row)} ended: ${nameOf(row)}`,
      body: endText(row.detail ?? '').text,
    }
  if (row.what !== 'forgotten' && row.what !== 'unlisted') return undefined
  return { ...base, kind: 'ended', tone: 'neutral', title: `${marketOf(row)} ended: ${nameOf(row)}`, body: 'The venue no longer lists it.' }
}

/** Notices of rows that were taken down together. */
export function noticesOf(rows: readonly JournalRow[]): Notice[] {
  const ids = new Set(rows.flatMap(row => row.client_order_id ?? []))
  return [...ids].flatMap(id => {
    const own = rows.filter(row => row.client_order_id === id)
    const fills = own.filter(row => row.kind === 'execution')
    const fill = fillNotice(id, fills)
    const others = own.flatMap(row => noticeOf(id, row) ?? [])
    return fill === undefined ? others : [fill, ...others]
  })
}
