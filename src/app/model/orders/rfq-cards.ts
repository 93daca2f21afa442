/**
 * Cards of the RFQ board, from the venue's open list and this browser's orders. An RFQ never executes itself: it has
 * traded if a firm order for it filled. An intent names its RFQ; another device's order belongs to the RFQ with its
 * legs and side. A card lives while the venue lists it, even partly traded; once its whole size is filled it is over,
 * even if still listed.
 */
import { type Decimal, eq, isZero } from '../../../core/domain/decimal.ts'
import { areWholeIds, compareIds } from '../../../core/domain/ids.ts'
import { isClosing, legsOfOrder, phrasedRecord, phraseOf } from '../../../core/domain/trade-story/trade-words.ts'
import { isEndState } from '../../../core/domain/order-state.ts'
import {
  isRfqMarket,
  joinedSymbol,
  type OrderRecord,
  orderRowId,
  parseJoinedSymbol,
  parseSide,
  type Side,
} from '../../../core/domain/order.ts'
import type { OwnOrder } from '../../../core/domain/own-order.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { type FillsKnown, isWholeFilled, type RfqCount } from '../../../core/domain/trade-story/trade-count.ts'
import type { TradePhrase } from '../../../core/domain/trade-story/trade-phrase.ts'
import { type OrderLife, rfqLife } from './order-life.ts'
import { countOf, dismissedSize, hasFills, type KnownOrders, type RfqTry, tryOf } from './rfq-tries.ts'
import type { SentOrder } from './sent-order.ts'

/**
 * `checking`: live, with a remaining size that is not known yet. `unresolved`: live, but the rest may have been traded
 * by dismissed orders, which are no longer looked up.
 */
export type RfqState = 'unknown' | 'checking' | 'unresolved' | 'live' | 'filled' | 'ended'

export interface RfqCard {
  readonly id: string
  readonly orderId: string | undefined
  readonly clientOrderId: string
  readonly symbol: string
  readonly phrase: TradePhrase
  readonly closes: boolean
  readonly legs: readonly PackageLeg[]
  /** Side on the wire; the phrase has the effective one. */
  readonly side: Side | undefined
  readonly quantity: Decimal
  readonly minimumQuantity: Decimal | undefined
  readonly price: Decimal | undefined
  readonly userTag: string | undefined
  readonly state: RfqState
  readonly isListed: boolean
  readonly traded: boolean
  /** Undefined for an RFQ not sent by this browser: the venue's record has no time. */
  readonly placedMs: number | undefined
  readonly life: OrderLife | undefined
  /** True if its end uses another RFQ's time-out, because its own acceptance was never received. */
  readonly endIsEstimate: boolean
  readonly tries: readonly RfqTry[]
  /** The venue's reason for its end; undefined while it lives, if it filled, or if its record was not seen. */
  readonly endReason: string | undefined
  readonly count: RfqCount
  /** Whether the count includes other devices' fills. */
  readonly fillsKnown: FillsKnown
}

export const knownFilled = ({
  count,
  fillsKnown: { kind },
}: Pick<RfqCard, 'count' | 'fillsKnown'>): Decimal | undefined =>
  kind === 'reading' || kind === 'unreported' ? undefined : count.filled

export interface RfqInputs {
  readonly open: readonly OrderRecord[] | undefined
  /** Server time of the open orders; an RFQ accepted later is not expected among them. */
  readonly openMs: number | undefined
  readonly sent: readonly SentOrder[]
  readonly orders: ReadonlyMap<string, OwnOrder>
  readonly refreshed: ReadonlyMap<string, number>
  readonly fillsKnown: FillsKnown
  readonly nowMs: number
}

interface BoardInputs extends RfqInputs {
  /** Time-out in seconds of the latest accepted RFQ. */
  readonly usualTimeout: number | undefined
}

const isUnknown = (sent: SentOrder): boolean => sent.outcome === 'unknown' || sent.outcome === 'pending'

function stateOf({
  isLive,
  isUnknown,
  count,
  fillsKnown,
  ...rfq
}: Pick<RfqCard, 'count' | 'fillsKnown' | 'side' | 'tries'> & { isLive: boolean; isUnknown: boolean }): RfqState {
  if (isWholeFilled(count)) return 'filled'
  if (isUnknown) return 'unknown'
  if (!isLive) return 'ended'
  if (fillsKnown.kind === 'reading') return 'checking'
  if (!isZero(count.left) || !isZero(count.working)) return 'live'
  return eq(dismissedSize(rfq), count.inDoubt) ? 'unresolved' : 'checking'
}

/** An RFQ of a single instrument ends with its cycles; only a package has a time-out. */
const timesOut = ({ symbol, time_in_force }: SentOrder): boolean =>
  time_in_force !== 'GTC' || parseJoinedSymbol(symbol) !== undefined

const lifeFor = (sent: SentOrder, inputs: BoardInputs): OrderLife | undefined =>
  rfqLife(sent, {
    refreshedMs: inputs.refreshed.get(sent.client_order_id),
    usualTimeout: timesOut(sent) ? inputs.usualTimeout : undefined,
  })

const isReported = (sent: SentOrder, { open, openMs }: Pick<RfqInputs, 'open' | 'openMs'>): boolean =>
  open !== undefined && (openMs === undefined || openMs > sent.atMs)

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

/** Listed: live. Missing from a snapshot that should include it: over. Otherwise its own clock decides. */
function isLive(sent: SentOrder, listed: boolean, inputs: BoardInputs): boolean {
  if (listed) return true
  if (sent.outcome === 'dead') return false
  return !isReported(sent, inputs) && inputs.nowMs < (lifeFor(sent, inputs)?.endLatestMs ?? Number.POSITIVE_INFINITY)
}

const endReasonOf = (record: OrderRecord | undefined): string | undefined =>
  record !== undefined && isEndState(record.cancel_state) ? record.cancel_state : undefined

function sentCard(
  sent: SentOrder,
  record: OrderRecord | undefined,
  tries: readonly RfqTry[],
  inputs: BoardInputs,
): RfqCard {
  const legs = legsOfOrder({ symbol: record?.symbol ?? sent.symbol, legs: record?.legs })
  const side = parseSide(sent.side)
  const closes = isClosing(sent)
  const count = countOf(sent.quantity, side, tries)
  const live = isLive(sent, record !== undefined, inputs)
  // If the venue reports no trades, only this browser's own orders can be counted.
  const fillsKnown: FillsKnown = inputs.fillsKnown.kind === 'unreported' ? { kind: 'now' } : inputs.fillsKnown
  return {
    id: sent.client_order_id,
    orderId: record?.order_id ?? sent.order_id,
    clientOrderId: sent.client_order_id,
    symbol: sent.symbol,
    phrase: phraseOf({ legs, side, closes }),
    closes,
    legs,
    side,
    quantity: sent.quantity,
    minimumQuantity: sent.minimum_quantity,
    price: sent.price,
    userTag: sent.user_tag,
    state: stateOf({
      isLive: live,
      isUnknown: isUnknown(sent) && record === undefined,
      count,
      fillsKnown,
      side,
      tries,
    }),
    isListed: record !== undefined,
    traded: tries.some(hasFills),
    placedMs: sent.atMs,
    life: lifeFor(sent, inputs),
    endIsEstimate: sent.ioi_cache_timeout === undefined && timesOut(sent),
    tries,
    endReason: live || isWholeFilled(count) ? undefined : endReasonOf(inputs.orders.get(sent.client_order_id)?.record),
    count,
    fillsKnown,
  }
}

function foreignCard(record: OrderRecord, tries: readonly RfqTry[], inputs: RfqInputs): RfqCard {
  const phrased = phrasedRecord(record)
  const { side } = phrased
  const count = countOf(record.quantity, side, tries)
  // Without ascending ids nothing says which fills are older.
  const fillsKnown: FillsKnown =
    inputs.fillsKnown.kind === 'reading' || areWholeIds(record.order_id) ? inputs.fillsKnown : { kind: 'unreported' }
  return {
    id: orderRowId(record),
    orderId: record.order_id,
    clientOrderId: record.client_order_id,
    symbol: record.symbol,
    ...phrased,
    phrase: phraseOf(phrased),
    minimumQuantity: undefined,
    userTag: undefined,
    state: stateOf({ isLive: true, isUnknown: false, count, fillsKnown, side, tries }),
    isListed: true,
    traded: tries.some(hasFills),
    placedMs: undefined,
    life: undefined,
    endIsEstimate: false,
    tries,
    endReason: undefined,
    count,
    fillsKnown,
  }
}

const legsKey = (order: Parameters<typeof legsOfOrder>[0], side: string): string =>
  `${side} ${joinedSymbol(legsOfOrder(order).toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)))}`

interface RfqRequest {
  readonly id: string
  readonly key: string
  readonly orderId: string | undefined
  readonly sinceMs: number | undefined
  readonly isSentHere: boolean
}

interface Firm {
  readonly key: string
  readonly orderId: string | undefined
  readonly atMs: number
}

/**
 * The venue numbers orders in sequence, so another device's RFQ without a time is older than an order with a higher
 * number.
 */
const isOlder = (rfq: RfqRequest, firm: Firm): boolean =>
  (rfq.sinceMs ?? Number.POSITIVE_INFINITY) <= firm.atMs ||
  (!rfq.isSentHere && areWholeIds(rfq.orderId, firm.orderId) && compareIds(rfq.orderId ?? '', firm.orderId ?? '') < 0)

const byAge = (a: RfqRequest, b: RfqRequest): number =>
  areWholeIds(a.orderId, b.orderId) ? compareIds(a.orderId ?? '', b.orderId ?? '') : (a.sinceMs ?? 0) - (b.sinceMs ?? 0)

/** The RFQ of another device's order: the latest earlier one with its legs and side. */
const rfqFor = (firm: Firm, rfqs: readonly RfqRequest[]): RfqRequest | undefined =>
  rfqs
    .filter(rfq => rfq.key === firm.key && isOlder(rfq, firm))
    .toSorted(byAge)
    .at(-1)

function triesOf(
  asked: readonly RfqRequest[],
  { sent, orders, nowMs }: BoardInputs,
  known: KnownOrders,
): ReadonlyMap<string, readonly RfqTry[]> {
  const tries = new Map<string, RfqTry[]>()
  const put = (rfq: string, one: RfqTry): void => void tries.set(rfq, [...(tries.get(rfq) ?? []), one])
  const own = new Set<string>(sent.map(one => one.client_order_id))
  for (const { client_order_id: id, record } of asked.length === 0 ? [] : orders.values()) {
    // An order known by its trades has no market id; since RFQs never trade, it is firm.
    if (record === undefined || own.has(id) || isRfqMarket(record.market_id)) continue
    const [first] = record.executions
    // A resting order may be older than the RFQ, but its fills count.
    const atMs = known.listed.has(id) ? nowMs : first === undefined ? undefined : first.utc_timestamp / 1_000
    if (atMs === undefined) continue
    const rfq = rfqFor({ key: legsKey(record, record.side), orderId: record.order_id, atMs }, asked)
    if (rfq !== undefined) put(rfq.id, tryOf(record, { outcome: 'accepted', atMs }, known))
  }
  const rfqOf = new Map([...tries].flatMap(([rfq, all]) => all.map(one => [one.clientOrderId, rfq] as const)))
  // Oldest first: a replacing order belongs to the same RFQ.
  for (const firm of sent.toReversed()) {
    const rfq = firm.rfq ?? (firm.amends === undefined ? undefined : rfqOf.get(firm.amends))
    if (rfq === undefined || isRfqMarket(firm.market_id)) continue
    rfqOf.set(firm.client_order_id, rfq)
    put(rfq, tryOf(firm, firm, known))
  }
  for (const [rfq, all] of tries) tries.set(rfq, latestFirst(all))
  return tries
}

export function rfqCards(given: RfqInputs): RfqCard[] {
  const inputs = {
    ...given,
    usualTimeout: given.sent.find(sent => sent.ioi_cache_timeout !== undefined)?.ioi_cache_timeout,
  }
  const listed = new Map((inputs.open ?? []).map(record => [record.client_order_id as string, record]))
  const rfqs = inputs.sent
    .filter(sent => isRfqMarket(sent.market_id) && sent.outcome !== 'rejected')
    .sort((a, b) => a.atMs - b.atMs)
  const ownIds = new Set(rfqs.map(sent => sent.client_order_id as string))
  const foreign = (inputs.open ?? []).filter(
    record => isRfqMarket(record.market_id) && !ownIds.has(record.client_order_id),
  )
  const asked = [
    ...rfqs.map(sent => ({
      id: sent.client_order_id,
      key: legsKey(listed.get(sent.client_order_id) ?? sent, sent.side),
      orderId: listed.get(sent.client_order_id)?.order_id ?? sent.order_id,
      sinceMs: sent.atMs,
      isSentHere: true,
    })),
    ...foreign.map(record => ({
      id: record.client_order_id,
      key: legsKey(record, record.side),
      orderId: record.order_id,
      sinceMs: inputs.orders.get(record.client_order_id)?.sinceMs,
      isSentHere: false,
    })),
  ]
  const tries = triesOf(asked, inputs, { listed, orders: inputs.orders })
  return [
    ...rfqs.map(sent =>
      sentCard(sent, listed.get(sent.client_order_id), tries.get(sent.client_order_id) ?? [], inputs),
    ),
    ...foreign.map(record => foreignCard(record, tries.get(record.client_order_id) ?? [], inputs)),
  ].sort(compareCards)
}

const latestFirst = (tries: readonly RfqTry[]): RfqTry[] => tries.toReversed().sort((a, b) => b.atMs - a.atMs)

export const isAlive = ({ state }: Pick<RfqCard, 'state'>): boolean =>
  state === 'live' || state === 'checking' || state === 'unresolved'

export const isPending = (card: Pick<RfqCard, 'state'>): boolean => card.state === 'unknown' || isAlive(card)

const rank: Readonly<Record<RfqState, number>> = {
  unknown: 0,
  checking: 1,
  unresolved: 1,
  live: 1,
  filled: 2,
  ended: 2,
}

function compareCards(a: RfqCard, b: RfqCard): number {
  const byState = rank[a.state] - rank[b.state]
  if (byState !== 0) return byState
  if (rank[a.state] === rank.live)
    return (a.life?.endLatestMs ?? Number.MAX_SAFE_INTEGER) - (b.life?.endLatestMs ?? Number.MAX_SAFE_INTEGER)
  return (b.placedMs ?? 0) - (a.placedMs ?? 0)
}
