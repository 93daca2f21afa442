/**
 * Orders at a past minute from the journal only: live, working, unanswered, and that day's outcomes, newest first.
 * Unknown facts are stated in words. Pure.
 */
import { type Decimal, zero } from '../../../../core/domain/decimal.ts'
import { hasExpired, orderEnds, symbolsIn } from '../../../../core/domain/order-ends.ts'
import { endText, outcomeWords, rejectText } from '../../../../core/domain/order-outcome.ts'
import { fillsOf, isEndState, isOver } from '../../../../core/domain/order-state.ts'
import { isRfqMarket, type OrderRecord, parseSide } from '../../../../core/domain/order.ts'
import { isKnownByTrades, type JournalOrder, recordOfJournal } from '../../../../core/domain/journal-order.ts'
import type { JournalRow } from '../../../../core/domain/journal-row.ts'
import {
  isClosing,
  legsOfOrder,
  limitOfUnfilled,
  type PhrasedOrder,
} from '../../../../core/domain/trade-story/trade-words.ts'
import { dayMs } from '../../../../core/domain/time.ts'
import { orderAt } from '../../../../core/history/as-of.ts'
import type { Replacements } from '../../../model/orders/replacements.ts'
import { shown, shownOrder } from '../../../ui/order/order-phrase.tsx'

export type PastGroup = 'rfqs' | 'orders' | 'unanswered' | 'done'

export interface PastOrder {
  readonly kind: PastGroup
  readonly id: string
  readonly isRfq: boolean
  readonly phrased: PhrasedOrder
  /** Best quote of a live RFQ, limit of a working order, or average fill. */
  readonly price: Decimal | undefined
  /** Limit of an order without fills. */
  readonly limit: Decimal | undefined
  /** Undefined if the journal does not contain it. */
  readonly filled: Decimal | undefined
  readonly quantity: Decimal
  readonly how: string
  readonly sentMs: number
}

interface PastHead {
  readonly kind: 'group'
  readonly id: string
  readonly title: string
  readonly count: number
}

export type PastRow = PastHead | PastOrder

/** Older orders that still worked then are not searched. */
export const lookedBackMs = 30 * dayMs

export const rejectionsIn = (rows: readonly JournalRow[]): ReadonlyMap<string, string> =>
  new Map(
    rows.flatMap(({ client_order_id: id, what, detail }) =>
      id !== undefined && rejecting.has(what) && detail !== undefined ? [[id, detail] as const] : [],
    ),
  )
const rejecting: ReadonlySet<string> = new Set(['rejected', 'one_rejected'])

const isRejected = ({ steps }: JournalOrder): boolean =>
  steps.some(step => rejecting.has(step.slice(step.indexOf(' ') + 1)))

function lifeEndMs(order: JournalOrder): number | undefined {
  const { acceptedAtMs, time_in_force, market_id, symbol } = order
  if (acceptedAtMs === undefined || time_in_force === undefined) return undefined
  const ends = orderEnds({
    marketId: market_id,
    symbol,
    acceptedMs: acceptedAtMs,
    timeInForce: time_in_force,
    recvWindow: order.recv_window,
    timeoutSeconds: order.ioi_cache_timeout,
    refreshedMs: order.refreshedAtMs,
  })
  return ends?.latestMs
}

type PastOutcome = Pick<PastOrder, 'kind' | 'how' | 'price' | 'filled'>

interface PastInputs {
  readonly atMs: number
  readonly rejections: ReadonlyMap<string, string>
  readonly replacements: Replacements
}

function endedStanding(order: JournalOrder, record: OrderRecord, { atMs, replacements }: PastInputs): PastOutcome {
  const { filled, averagePrice: price } = fillsOf(record)
  const ended = { kind: 'done', price, filled } as const
  if (!isOver(record)) return { ...ended, how: 'The venue did not list it any more; how it ended is not known.' }
  if (isRfqMarket(order.market_id) && isEndState(record.cancel_state))
    return { ...ended, how: endText(record.cancel_state, hasExpired(symbolsIn(order.symbol), atMs)).text }
  return {
    ...ended,
    how: outcomeWords(record, {
      isListed: false,
      replacedBy: shownOrder(replacements.get(order.client_order_id)),
      size: shown.size,
    }),
  }
}

function standingOf(order: JournalOrder, inputs: PastInputs): PastOutcome {
  const record = recordOfJournal(order)
  if (record === undefined) {
    const reason = inputs.rejections.get(order.client_order_id)
    if (!isRejected(order))
      return {
        kind: 'unanswered',
        how: 'Sent; the venue’s answer was missing or unknown.',
        price: undefined,
        filled: undefined,
      }
    return {
      kind: 'done',
      price: undefined,
      filled: zero,
      how: reason === undefined ? 'Rejected; the reason is not stored.' : rejectText(reason).text,
    }
  }
  if (isOver(record) || order.endedAtMs !== undefined || isKnownByTrades(order))
    return endedStanding(order, record, inputs)
  const { filled, averagePrice } = fillsOf(record)
  const endMs = lifeEndMs(order)
  if (endMs !== undefined && endMs < inputs.atMs)
    return {
      kind: 'done',
      price: averagePrice,
      filled,
      how: 'Its life was over; its end was observed later, or never.',
    }
  if (isRfqMarket(order.market_id)) {
    const best = order.quotes?.best.price
    const how = best === undefined ? 'Live; no quote had been seen.' : 'Live; the price is the last best quote.'
    return { kind: 'rfqs', price: best, filled, how }
  }
  return { kind: 'orders', price: order.price, filled, how: outcomeWords(record, { size: shown.size }) }
}

function pastOrder(order: JournalOrder, inputs: PastInputs): PastOrder {
  const standing = standingOf(order, inputs)
  return {
    ...standing,
    id: order.client_order_id,
    isRfq: isRfqMarket(order.market_id),
    limit: isRfqMarket(order.market_id) ? undefined : limitOfUnfilled(order.price, standing.filled),
    phrased: {
      legs: legsOfOrder(order),
      side: parseSide(order.side),
      quantity: order.quantity,
      closes: isClosing(order),
    },
    quantity: order.quantity,
    sentMs: order.sentAtMs,
  }
}

const heads: Readonly<Record<PastGroup, readonly [some: string, none: string]>> = {
  rfqs: ['Live RFQs', 'No live RFQ'],
  orders: ['Working orders', 'No working order'],
  unanswered: ['Without an answer', ''],
  done: ['Done that day', 'Nothing done yet that day'],
}
const groups: readonly PastGroup[] = ['rfqs', 'orders', 'unanswered', 'done']

/** `atMs`: server time. Outcomes only of that day. */
export function pastRows(
  orders: readonly JournalOrder[],
  rows: readonly JournalRow[],
  atMs: number,
  replacements: Replacements,
): readonly PastRow[] {
  const dayStartMs = Math.floor(atMs / dayMs) * dayMs
  const rejections = rejectionsIn(rows.filter(row => row.atMs <= atMs))
  const all = orders.flatMap(each => {
    const order = orderAt(each, atMs)
    if (order === undefined) return []
    const past = pastOrder(order, { atMs, rejections, replacements })
    const lastMs = Math.max(
      order.sentAtMs,
      order.endedAtMs ?? 0,
      ...order.executions.map(fill => fill.utc_timestamp / 1_000),
    )
    return past.kind === 'done' && lastMs < dayStartMs ? [] : [past]
  })
  return groups.flatMap((kind): readonly PastRow[] => {
    const own = all.filter(each => each.kind === kind).sort((a, b) => b.sentMs - a.sentMs)
    const [some, none] = heads[kind]
    const title = own.length > 0 ? some : none
    return title === '' ? [] : [{ kind: 'group', id: `group ${kind}`, title, count: own.length }, ...own]
  })
}

export const depthOf = (row: PastRow): number => (row.kind === 'group' ? 0 : 1)
