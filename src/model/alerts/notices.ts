/**
 * What of the journal's news deserves the trader's attention, in words. One notice an order and kind, however many rows tell of it; what the
 * venue closed by force is one notice an instrument, since it closes in many orders.
 */
import type { Notice } from './notice.ts'
import type { JournalRow } from '../../domain/journal-row.ts'
import { type Decimal, add, div, isZero, mul, neg, places, roundTo, sub, zero } from '../../domain/decimal.ts'
import { shortName } from '../../domain/instrument.ts'
import { sideFreeName } from '../../domain/structures/sold-name.ts'
import { isForcedClose, isLiquidationReason } from '../../domain/liquidation.ts'
import { isRfqMarket, parseSide } from '../../domain/order.ts'
import { minuteMs } from '../../domain/time.ts'
import { formatDecimal } from '../../domain/format-decimal.ts'
import { cashNotices } from './cash-notices.ts'
import type { FigureText } from './figure-text.ts'
import { endText, rejectText } from '../../domain/reason-text.ts'

/** How figures are written, and what is known of instruments beside the news; each undefined where it is not. */
export interface NoticeFacts {
  readonly text: FigureText
  /** Price step of an instrument or of a package's finest leg. */
  readonly stepOf?: ((symbol: string) => Decimal | undefined) | undefined
  /** Average entry of the position as last held. */
  readonly entryOf?: ((symbol: string) => Decimal | undefined) | undefined
}

const nameOf = (row: JournalRow): string =>
  row.title === undefined || row.title === '' ? shortName(row.symbol ?? 'Order') : sideFreeName(row.title, row.side)
const marketOf = (row: JournalRow): string => (isRfqMarket(row.market_id ?? '') ? 'RFQ' : 'Order')

interface Traded {
  readonly quantity: Decimal
  readonly turnover: Decimal
  /** "3.02 at 125,009.5 on average", in the instrument's step, else as finely as the fills were. */
  readonly words: string
}

function tradedOf(rows: readonly JournalRow[], { text, stepOf }: NoticeFacts): Traded {
  let [quantity, turnover]: [Decimal, Decimal] = [zero, zero]
  for (const row of rows) {
    quantity = add(quantity, row.quantity ?? zero)
    turnover = add(turnover, mul(row.quantity ?? zero, row.price ?? zero))
  }
  const step = stepOf?.(rows[0]?.symbol ?? '')
  const shown = step === undefined ? Math.max(0, ...rows.map(row => places(row.price ?? zero))) : places(step)
  const price = isZero(quantity) ? zero : roundTo(div(turnover, quantity), shown)
  const words = `${text.size(quantity)} at ${formatDecimal(price, { places: shown })}${rows.length > 1 ? ' on average' : ''}`
  return { quantity, turnover, words }
}

const doneText = (side: string | undefined): string => (side === 'sell' ? 'Sold' : side === 'buy' ? 'Bought' : 'Traded')

function fillNotice(id: string, rows: readonly JournalRow[], facts: NoticeFacts): Notice | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  return {
    id: `${id} fill ${rows.map(row => row.trade_id ?? '').join(' ')}`,
    kind: 'fill',
    tone: 'ok',
    title: `Fill: ${nameOf(first)}`,
    body: `${doneText(first.side)} ${tradedOf(rows, facts).words}`,
    clientOrderId: id,
  }
}

const sideOf = (row: JournalRow): string => `${row.side} ${row.symbol}`

/** Fills of liquidations that go on for a while are one story: a forced order a second would bury the first under the last. */
const oneStoryMs = 10 * minuteMs

/** Forced fills of `told` that the new rows go on with, and theirs, each once; those of a story that ended are left out. */
export function forcedFills(reported: readonly JournalRow[], rows: readonly JournalRow[]): JournalRow[] {
  const fresh = rows.filter(row => isForcedClose(row) && row.kind === 'execution')
  const ids = new Set(fresh.map(row => row.id))
  const latest = Math.max(...fresh.map(row => row.atMs), 0)
  const earlier = reported.filter(row => !ids.has(row.id) && (fresh.length === 0 || row.atMs > latest - oneStoryMs))
  return [...earlier, ...fresh]
}

/** What the venue closed of one instrument on one side, and at what loss. */
function liquidationNotice(rows: readonly JournalRow[], facts: NoticeFacts): Notice | undefined {
  const [first] = rows
  if (first === undefined) return undefined
  const { quantity, turnover, words } = tradedOf(rows, facts)
  const entry = facts.entryOf?.(first.symbol ?? '')
  const sold = entry === undefined ? undefined : sub(turnover, mul(entry, quantity))
  const side = parseSide(first.side)
  const realised =
    sold === undefined || side === undefined ? '' : `, realised ${facts.text.pnl(side === 'sell' ? sold : neg(sold))} USD before fees`
  return {
    id: `liquidation ${rows.map(row => row.trade_id ?? '').join(' ')}`,
    kind: 'liquidation',
    tone: 'danger',
    title: `Liquidation: ${nameOf(first)}`,
    body: `The venue ${doneText(first.side).toLowerCase()} ${words}${realised}. Your margin no longer covered the account.`,
    clientOrderId: first.client_order_id ?? '',
    group: sideOf(first),
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
  if (row.what === 'ended') {
    const isForced = isLiquidationReason(row.detail)
    return {
      ...base,
      kind: isForced ? 'liquidation' : 'ended',
      tone: isForced ? 'danger' : 'neutral',
      title: `${marketOf(row)} ${isForced ? 'cancelled by liquidation' : 'ended'}: ${nameOf(row)}`,
      body: endText(row.detail ?? '').text,
    }
  }
  if (row.what !== 'forgotten' && row.what !== 'unlisted') return undefined
  return { ...base, kind: 'ended', tone: 'neutral', title: `${marketOf(row)} ended: ${nameOf(row)}`, body: 'The venue no longer lists it.' }
}

/**
 * Notices of rows that were taken down together; what the venue closed by force comes last, so that it is seen. `told` are earlier forced
 * fills, with which the new ones of the same instrument are one notice.
 */
export function noticesOf(rows: readonly JournalRow[], facts: NoticeFacts, reported: readonly JournalRow[] = []): Notice[] {
  const fresh = new Set(rows.filter(row => isForcedClose(row) && row.kind === 'execution').map(sideOf))
  const forced = forcedFills(reported, rows).filter(row => fresh.has(sideOf(row)))
  const own = rows.filter(row => !isForcedClose(row))
  const ids = new Set(own.flatMap(row => row.client_order_id ?? []))
  const news = [...ids].flatMap(id => {
    const ofOrder = own.filter(row => row.client_order_id === id)
    const fills = ofOrder.filter(row => row.kind === 'execution')
    const fill = fillNotice(id, fills, facts)
    const others = ofOrder.flatMap(row => noticeOf(id, row) ?? [])
    return fill === undefined ? others : [fill, ...others]
  })
  const closed = [...fresh].map(side => forced.filter(row => sideOf(row) === side))
  return [...news, ...cashNotices(rows, facts.text), ...closed.flatMap(each => liquidationNotice(each, facts) ?? [])]
}
