/**
 * Journal rows that deserve a notice, as text. One notice per order and kind. A liquidation takes many orders, so it is
 * one notice per instrument.
 */
import {
  add,
  canonical,
  cmp,
  type Decimal,
  div,
  eq,
  isZero,
  mul,
  neg,
  roundPrice,
  sub,
  zero,
} from '../../domain/decimal.ts'
import { exactText } from '../../domain/effect-label.ts'
import { shortName } from '../../domain/instrument.ts'
import type { JournalRow } from '../../domain/journal-row.ts'
import { hasExpired, symbolsIn } from '../../domain/order-ends.ts'
import { endText, isForcedClose, isLiquidationReason, rejectText } from '../../domain/order-outcome.ts'
import { fillPhrase, isClosing, legsOfOrder, rowPhrase } from '../../domain/trade-story/trade-words.ts'
import { isRfqMarket, parseSide } from '../../domain/order.ts'
import { minuteMs } from '../../domain/time.ts'
import { cashNotices } from './cash-notices.ts'
import type { FigureText } from './figure-text.ts'
import type { Notice } from './notice.ts'

export interface NoticeFacts {
  readonly text: FigureText
  readonly entryOf?: ((symbol: string) => Decimal | undefined) | undefined
}

const marketOf = (row: JournalRow): string => (isRfqMarket(row.market_id ?? '') ? 'RFQ' : 'Order')

const phraseOf = (row: JournalRow, { text }: NoticeFacts): string => rowPhrase(row, row.quantity, text) || 'Order'

function tradedOf(
  rows: readonly JournalRow[],
): { readonly quantity: Decimal; readonly turnover: Decimal; readonly average: Decimal } | undefined {
  let [quantity, turnover]: [Decimal, Decimal] = [zero, zero]
  for (const row of rows) {
    quantity = add(quantity, row.quantity ?? zero)
    turnover = add(turnover, mul(row.quantity ?? zero, row.price ?? zero))
  }
  return isZero(quantity) ? undefined : { quantity, turnover, average: div(turnover, quantity) }
}

export const fillGroup = (clientOrderId: string): string => `fill ${clientOrderId}`

function fillNotice(id: string, rows: readonly JournalRow[], { text }: NoticeFacts): Notice | undefined {
  const [first] = rows
  const traded = tradedOf(rows)
  if (first === undefined || traded === undefined) return undefined
  const legs = legsOfOrder({ symbol: first.symbol ?? '' })
  return {
    id: `${id} fill ${rows.map(row => row.trade_id ?? '').join(' ')}`,
    kind: 'fill',
    tone: 'ok',
    title: fillPhrase({ ...traded, legs, side: parseSide(first.side), closes: isClosing(first) }, text),
    body: `Order ${first.order_id ?? id}.`,
    clientOrderId: id,
    group: fillGroup(id),
  }
}

const sideOf = (row: JournalRow): string => `${row.side} ${row.symbol}`

/** Forced fills within this time share one notice: one notice per fill would hide the first under the last. */
const oneStoryMs = 10 * minuteMs

/** Returns earlier forced fills that the new rows continue, then the new ones. Omits ended groups. */
export function forcedFills(reported: readonly JournalRow[], rows: readonly JournalRow[]): JournalRow[] {
  const fresh = rows.filter(row => isForcedClose(row) && row.kind === 'execution')
  const ids = new Set(fresh.map(row => row.id))
  const latest = Math.max(...fresh.map(row => row.atMs), 0)
  const earlier = reported.filter(row => !ids.has(row.id) && (fresh.length === 0 || row.atMs > latest - oneStoryMs))
  return [...earlier, ...fresh]
}

const doneVerbs = { buy: 'bought', sell: 'sold', none: 'traded' } as const

/** "129,000"; "174,843.2 on average (129,000 to 190,000)": an average alone hides the range of prices. */
function pricesText(rows: readonly JournalRow[], average: Decimal): string {
  const prices = rows.flatMap(row => row.price ?? []).sort(cmp)
  const [least, most] = [prices[0] ?? average, prices.at(-1) ?? average]
  if (eq(least, most)) return exactText(least)
  return `${exactText(canonical(roundPrice(average, 4, 4)))} on average (${exactText(least)} to ${exactText(most)})`
}

/** Fills further apart than this belong to two liquidations: an average over both is no price that traded. */
const betweenEventsMs = minuteMs

function eventsOf(rows: readonly JournalRow[]): JournalRow[][] {
  const events: JournalRow[][] = []
  for (const row of rows.toSorted((a, b) => a.atMs - b.atMs)) {
    const last = events.at(-1)
    if (last !== undefined && row.atMs - (last.at(-1)?.atMs ?? 0) <= betweenEventsMs) last.push(row)
    else events.push([row])
  }
  return events
}

/** "4.0 at 129,000, then 12.0 at 190,000". */
const eventsText = (rows: readonly JournalRow[], { text }: NoticeFacts): string =>
  eventsOf(rows)
    .flatMap(event => {
      const traded = tradedOf(event)
      return traded === undefined ? [] : [`${text.size(traded.quantity)} at ${pricesText(event, traded.average)}`]
    })
    .join(', then ')

function liquidationNotice(rows: readonly JournalRow[], facts: NoticeFacts): Notice | undefined {
  const [first] = rows
  const traded = tradedOf(rows)
  if (first === undefined || traded === undefined) return undefined
  const { quantity, turnover } = traded
  const entry = facts.entryOf?.(first.symbol ?? '')
  const sold = entry === undefined ? undefined : sub(turnover, mul(entry, quantity))
  const side = parseSide(first.side)
  const realised =
    sold === undefined || side === undefined
      ? ''
      : `, realised ${facts.text.pnl(side === 'sell' ? sold : neg(sold))} USD before fees`
  return {
    id: `liquidation ${rows.map(row => row.trade_id ?? '').join(' ')}`,
    kind: 'liquidation',
    tone: 'danger',
    title: `Liquidation: ${shortName(first.symbol ?? 'position')}`,
    body: `The venue ${doneVerbs[side ?? 'none']} ${eventsText(rows, facts)}${realised}. Your margin no longer covered the account.`,
    clientOrderId: first.client_order_id ?? '',
    group: sideOf(first),
  }
}

const isOwnDoing = (row: JournalRow): boolean => row.what === 'filled' || row.detail === 'user_cancelled'

function noticeOf(id: string, row: JournalRow, facts: NoticeFacts): Notice | undefined {
  const base = { id: row.id, clientOrderId: id }
  if (row.kind === 'answer' && row.what === 'rejected') {
    return {
      ...base,
      kind: 'rejected',
      tone: 'warning',
      title: `Rejected: ${phraseOf(row, facts)}`,
      body: rejectText(row.detail ?? '').text,
    }
  }
  if (row.kind !== 'state' || isOwnDoing(row)) return undefined
  if (row.what === 'ended') {
    const isForced = isLiquidationReason(row.detail)
    return {
      ...base,
      kind: isForced ? 'liquidation' : 'ended',
      tone: isForced ? 'danger' : 'neutral',
      title: `${marketOf(row)} ${isForced ? 'cancelled by liquidation' : 'ended'}: ${phraseOf(row, facts)}`,
      body: endText(row.detail ?? '', row.symbol !== undefined && hasExpired(symbolsIn(row.symbol), row.atMs)).text,
    }
  }
  if (row.what !== 'forgotten' && row.what !== 'unlisted') return undefined
  return {
    ...base,
    kind: 'ended',
    tone: 'neutral',
    title: `${marketOf(row)} ended: ${phraseOf(row, facts)}`,
    body: 'The venue no longer lists it.',
  }
}

/**
 * Notices of rows that were recorded together. Liquidations come last, so that they stay visible. `reported` are
 * earlier fills: new ones of the same order, or forced ones of the same instrument, join their notice.
 */
export function noticesOf(
  rows: readonly JournalRow[],
  facts: NoticeFacts,
  reported: readonly JournalRow[] = [],
): Notice[] {
  const fresh = new Set(rows.filter(row => isForcedClose(row) && row.kind === 'execution').map(sideOf))
  const forced = forcedFills(reported.filter(isForcedClose), rows).filter(row => fresh.has(sideOf(row)))
  const own = rows.filter(row => !isForcedClose(row))
  const ids = new Set(own.flatMap(row => row.client_order_id ?? []))
  const news = [...ids].flatMap(id => {
    const ofOrder = own.filter(row => row.client_order_id === id)
    const fills = ofOrder.filter(row => row.kind === 'execution')
    const earlier = reported.filter(row => !isForcedClose(row) && row.client_order_id === id)
    const fill = fills.length === 0 ? undefined : fillNotice(id, [...earlier, ...fills], facts)
    const others = ofOrder.flatMap(row => noticeOf(id, row, facts) ?? [])
    return fill === undefined ? others : [fill, ...others]
  })
  const closed = [...fresh].map(side => forced.filter(row => sideOf(row) === side))
  return [...news, ...cashNotices(rows, facts.text), ...closed.flatMap(each => liquidationNotice(each, facts) ?? [])]
}
