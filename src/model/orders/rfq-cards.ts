/**
 * Cards of the RFQ board, from what the venue lists as open and what this browser sent. An RFQ never executes: it has traded when a firm
 * order that was sent from its card was filled; that order's intent says which card it was. A card lives as long as the venue lists it; one that is no
 * longer listed has ended; it may have traded in part and still be alive. One whose whole size was filled is done: nothing more can be taken on it.
 */
import { type Decimal, gt, isZero, sub, sum, zero } from '../../domain/decimal.ts'
import { type OrderRecord, type Side, isRfqMarket, parseSide } from '../../domain/order.ts'
import { type Fills, fillsOf, isEndState } from '../../domain/order-state.ts'
import { type OrderLife, rfqLife } from './order-life.ts'
import { type NameStructure, type NamedLeg, legsOfOrder, orderName, orderRowId } from './order-name.ts'
import type { SentOrder } from './sent-order.ts'

export type RfqState = 'live' | 'ended' | 'unknown'

/** A firm order sent from the card of an RFQ. */
export interface RfqTry {
  readonly clientOrderId: string
  readonly side: Side | undefined
  readonly price: Decimal | undefined
  readonly quantity: Decimal
  readonly atMs: number
  /** `accepted`: its record was not seen yet. */
  readonly state: 'sending' | 'accepted' | 'working' | 'filled' | 'part filled' | 'not filled' | 'rejected' | 'unknown' | 'dismissed'
  /** Of its record; undefined before that was seen. */
  readonly fills: Fills | undefined
  /** Does it still rest at the venue? */
  readonly isOpen: boolean
}

export interface RfqCard {
  readonly id: string
  readonly orderId: string | undefined
  readonly clientOrderId: string
  readonly symbol: string
  readonly name: string
  readonly legs: readonly NamedLeg[]
  readonly side: Side | undefined
  readonly quantity: Decimal
  readonly minimumQuantity: Decimal | undefined
  readonly price: Decimal | undefined
  readonly userTag: string | undefined
  readonly state: RfqState
  /** Was a firm order sent from it filled, wholly or partly? */
  readonly traded: boolean
  /** Its whole size was filled. */
  readonly isDone: boolean
  /** Undefined for an RFQ that this browser did not send: the venue's record carries no time. */
  readonly placedMs: number | undefined
  readonly life: OrderLife | undefined
  /** Is its end reckoned with the time-out of another RFQ, this one's own acceptance never having come? */
  readonly endIsEstimate: boolean
  readonly tries: readonly RfqTry[]
  /** Why it ended, in the venue's word; undefined while it lives, and where its record was not seen. */
  readonly endReason: string | undefined
  /** Of what is asked for, what firm orders on its side have not filled yet; the least it can be where a fill is not known. */
  readonly remaining: Decimal
}

export interface RfqInputs {
  /** Open orders; undefined while the venue has not told. */
  readonly open: readonly OrderRecord[] | undefined
  /** Server time that the open orders are of; an RFQ accepted later is not expected among them. */
  readonly openMs: number | undefined
  readonly sent: readonly SentOrder[]
  /** Records of orders no longer open, as far as they were looked up, by client id. */
  readonly past: ReadonlyMap<string, OrderRecord>
  /** Server times of the last refresh of an RFQ's interest, by client id. */
  readonly refreshed: ReadonlyMap<string, number>
  readonly nameOf: NameStructure
  /** Server time. */
  readonly nowMs: number
}

interface BoardInputs extends RfqInputs {
  /** Seconds that the venue gave the latest RFQ whose acceptance came. */
  readonly usualTimeout: number | undefined
}

const isUnknown = (sent: SentOrder): boolean => sent.outcome === 'unknown' || sent.outcome === 'pending'

function tryState(sent: SentOrder, record: OrderRecord | undefined, isOpen: boolean): RfqTry['state'] {
  if (sent.outcome === 'rejected') return 'rejected'
  if (sent.outcome === 'pending') return 'sending'
  if (sent.outcome === 'dead' && record === undefined) return 'dismissed'
  if (record === undefined) return sent.outcome === 'accepted' ? 'accepted' : 'unknown'
  const { filled, remaining } = fillsOf(record)
  if (filled === undefined || remaining === undefined) return 'part filled'
  if (isZero(remaining)) return 'filled'
  if (isZero(filled)) return isOpen ? 'working' : 'not filled'
  return 'part filled'
}

function tryOf(sent: SentOrder, open: ReadonlyMap<string, OrderRecord>, past: RfqInputs['past']): RfqTry {
  const listed = open.get(sent.client_order_id)
  const record = listed ?? past.get(sent.client_order_id)
  return {
    clientOrderId: sent.client_order_id,
    side: parseSide(sent.side),
    price: sent.price,
    quantity: sent.quantity,
    atMs: sent.atMs,
    state: tryState(sent, record, listed !== undefined),
    fills: record === undefined ? undefined : fillsOf(record),
    isOpen: listed !== undefined,
  }
}

/** What is left of `quantity` after the fills of tries on that side. A try of which the fill is not known may have been filled whole. */
function remainingOf(quantity: Decimal, side: Side | undefined, tries: readonly RfqTry[]): Decimal {
  const done = sum(tries.filter(one => one.side === side).map(one => (one.fills === undefined ? zero : (one.fills.filled ?? one.quantity))))
  return gt(quantity, done) ? sub(quantity, done) : zero
}

const isFillKnown = (one: RfqTry): boolean => one.fills === undefined || one.fills.filled !== undefined
const hasFills = (one: RfqTry): boolean => one.fills !== undefined && (one.fills.filled === undefined || !isZero(one.fills.filled))

const lifeFor = (sent: SentOrder, inputs: BoardInputs): OrderLife | undefined =>
  rfqLife(sent, { refreshedMs: inputs.refreshed.get(sent.client_order_id), usualTimeout: inputs.usualTimeout })

/** Was it left out by a snapshot of the open orders that should have had it? */
const isReported = (sent: SentOrder, { open, openMs }: Pick<RfqInputs, 'open' | 'openMs'>): boolean =>
  open !== undefined && (openMs === undefined || openMs > sent.atMs)

/** Can time alone end one of them, without any news of the venue or of this browser? */
export function canEndByTime({ open, openMs, sent }: Pick<RfqInputs, 'open' | 'openMs' | 'sent'>): boolean {
  const isListed = (id: string): boolean => open?.some(record => record.client_order_id === id) === true
  return sent.some(
    one =>
      isRfqMarket(one.market_id) &&
      one.outcome !== 'rejected' &&
      one.outcome !== 'dead' &&
      !isReported(one, { open, openMs }) &&
      !isListed(one.client_order_id),
  )
}

/** Is it still there? Listed: yes. Not listed by a snapshot that should have it: no. Otherwise its own clock decides. */
function isLive(sent: SentOrder, listed: boolean, inputs: BoardInputs): boolean {
  if (listed) return true
  if (sent.outcome === 'dead') return false
  return !isReported(sent, inputs) && inputs.nowMs < (lifeFor(sent, inputs)?.endLatestMs ?? Number.POSITIVE_INFINITY)
}

const endReasonOf = (record: OrderRecord | undefined): string | undefined =>
  record !== undefined && isEndState(record.cancel_state) ? record.cancel_state : undefined

function sentCard(sent: SentOrder, record: OrderRecord | undefined, tries: readonly RfqTry[], inputs: BoardInputs): RfqCard {
  const remaining = remainingOf(sent.quantity, parseSide(sent.side), tries)
  const legs = legsOfOrder({ symbol: record?.symbol ?? sent.symbol, legs: record?.legs })
  const side = parseSide(sent.side)
  const traded = tries.some(hasFills)
  const live = isLive(sent, record !== undefined, inputs)
  return {
    id: sent.client_order_id,
    orderId: record?.order_id ?? sent.order_id,
    clientOrderId: sent.client_order_id,
    symbol: sent.symbol,
    name: orderName(legs, side, inputs.nameOf),
    legs,
    side,
    quantity: sent.quantity,
    minimumQuantity: sent.minimum_quantity,
    price: sent.price,
    userTag: sent.user_tag,
    state: isUnknown(sent) && record === undefined ? 'unknown' : live ? 'live' : 'ended',
    traded,
    placedMs: sent.atMs,
    life: lifeFor(sent, inputs),
    endIsEstimate: sent.ioi_cache_timeout === undefined,
    tries,
    endReason: live ? undefined : endReasonOf(inputs.past.get(sent.client_order_id)),
    remaining,
    isDone: traded && isZero(remaining) && tries.every(isFillKnown),
  }
}

function foreignCard(record: OrderRecord, tries: readonly RfqTry[], nameOf: NameStructure): RfqCard {
  const legs = legsOfOrder(record)
  const side = parseSide(record.side)
  const remaining = remainingOf(record.quantity, side, tries)
  return {
    id: orderRowId(record),
    orderId: record.order_id,
    clientOrderId: record.client_order_id,
    symbol: record.symbol,
    name: orderName(legs, side, nameOf),
    legs,
    side,
    quantity: record.quantity,
    minimumQuantity: undefined,
    price: record.price,
    userTag: undefined,
    state: 'live',
    traded: tries.some(hasFills),
    placedMs: undefined,
    life: undefined,
    endIsEstimate: false,
    tries,
    endReason: undefined,
    remaining,
    isDone: isZero(remaining) && tries.every(isFillKnown),
  }
}

/** Cards: live first by their end, then the rest, latest first. */
export function rfqCards(given: RfqInputs): RfqCard[] {
  const inputs = { ...given, usualTimeout: given.sent.find(sent => sent.ioi_cache_timeout !== undefined)?.ioi_cache_timeout }
  const open = new Map((inputs.open ?? []).map(record => [record.client_order_id as string, record]))
  const rfqs = inputs.sent.filter(sent => isRfqMarket(sent.market_id) && sent.outcome !== 'rejected').sort((a, b) => a.atMs - b.atMs)
  // Under the client id of the RFQ.
  const tries = new Map<string, RfqTry[]>()
  for (const firm of inputs.sent) {
    if (isRfqMarket(firm.market_id) || firm.rfq === undefined) continue
    tries.set(firm.rfq, [...(tries.get(firm.rfq) ?? []), tryOf(firm, open, inputs.past)])
  }
  const own = rfqs.map(sent => sentCard(sent, open.get(sent.client_order_id), latestFirst(tries.get(sent.client_order_id)), inputs))
  const ownIds = new Set(rfqs.map(sent => sent.client_order_id as string))
  const foreign = (inputs.open ?? [])
    .filter(record => isRfqMarket(record.market_id) && !ownIds.has(record.client_order_id))
    .map(record => foreignCard(record, latestFirst(tries.get(record.client_order_id)), inputs.nameOf))
  return [...own, ...foreign].sort(compareCards)
}

const latestFirst = (tries: readonly RfqTry[] = []): RfqTry[] => [...tries].sort((a, b) => b.atMs - a.atMs)

const rank: Readonly<Record<RfqState, number>> = { unknown: 0, live: 1, ended: 2 }

/** A live one that is done stands with the ended. */
const rankOf = ({ state, isDone }: RfqCard): number => rank[isDone && state === 'live' ? 'ended' : state]

function compareCards(a: RfqCard, b: RfqCard): number {
  const byState = rankOf(a) - rankOf(b)
  if (byState !== 0) return byState
  if (a.state === 'live') return (a.life?.endLatestMs ?? Number.MAX_SAFE_INTEGER) - (b.life?.endLatestMs ?? Number.MAX_SAFE_INTEGER)
  return (b.placedMs ?? 0) - (a.placedMs ?? 0)
}

export type RfqFilter = 'all' | 'traded' | RfqState

/** `ended` are those that ended without a trade. */
export const rfqFilter =
  (filter: RfqFilter) =>
  (card: Pick<RfqCard, 'state' | 'traded' | 'isDone'>): boolean => {
    if (filter === 'all') return true
    if (filter === 'traded') return card.traded
    if (filter === 'live') return card.state === 'live' && !card.isDone
    return card.state === filter && !(filter === 'ended' && card.traded)
  }
