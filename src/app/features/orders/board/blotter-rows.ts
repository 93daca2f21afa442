/**
 * Rows of the blotter in groups: live RFQs, working orders, outcomes of today and of earlier days, newest first. The
 * outcome of an RFQ is one row that expands to its orders. Pure.
 */
import type { Intent } from '../../../../core/domain/intent.ts'
import type { RfqCard } from '../../../model/orders/rfq-cards.ts'
import type { OpenOrderRow } from '../../../model/orders/open-order-rows.ts'
import type { OutcomeRow } from './outcome-rows.ts'

export interface GroupRow {
  readonly kind: 'group'
  readonly id: string
  readonly title: string
  readonly count: number
}

export interface RfqRow {
  readonly kind: 'rfq'
  readonly id: string
  readonly card: RfqCard
  /** Undefined for an RFQ of another device. */
  readonly intent: Intent | undefined
  readonly bookIntervalMs: number
  readonly isOpen: boolean | undefined
}

/** `isOpen` of an RFQ: true if its orders are expanded. Undefined if it has none. */
export type BlotterRow =
  | GroupRow
  | RfqRow
  | { readonly kind: 'order'; readonly id: string; readonly order: OpenOrderRow }
  | {
      readonly kind: 'outcome'
      readonly id: string
      readonly outcome: OutcomeRow
      readonly depth: 1 | 2
      readonly isOpen: boolean | undefined
    }

interface BlotterInputs {
  readonly cards: readonly RfqCard[]
  readonly orders: readonly OpenOrderRow[]
  readonly outcomes: readonly OutcomeRow[]
  readonly intents: readonly Intent[]
  readonly isListKnown: boolean
  readonly todayMs: number
  readonly opened: ReadonlySet<string>
}

export const isShownLive = ({ state, isListed }: Pick<RfqCard, 'state' | 'isListed'>): boolean =>
  state === 'ended' ? false : state !== 'filled' || isListed

/** Polls about one book a second overall: the interval grows with the number of RFQs. */
const bookIntervalOf = (live: number): number => 1_000 * Math.max(1, Math.ceil(live / 3))

const group = (id: string, title: string, count: number, isUnknown = false): readonly GroupRow[] =>
  isUnknown || count > 0 ? [{ kind: 'group', id: `group ${id}`, title, count }] : []
const newestFirst = (a: number | undefined, b: number | undefined): number => (b ?? 0) - (a ?? 0)

export function blotterRows({
  cards,
  orders,
  outcomes,
  intents,
  isListKnown,
  todayMs,
  opened,
}: BlotterInputs): readonly BlotterRow[] {
  const live = cards.filter(isShownLive).sort((a, b) => newestFirst(a.placedMs, b.placedMs))
  const byId = new Map(intents.map(intent => [intent.client_order_id as string, intent]))
  const shown = new Set([
    ...live.map(card => card.clientOrderId),
    ...orders.map(order => order.record.client_order_id as string),
  ])
  // An order that works differently than sent appears in both groups.
  const over = outcomes.filter(outcome => outcome.kind === 'not as sent' || !shown.has(outcome.id))
  const bookIntervalMs = bookIntervalOf(live.length)
  const heads = new Set([
    ...live.map(card => card.clientOrderId),
    ...over.flatMap(outcome => (outcome.isRfq ? [outcome.id] : [])),
  ])
  // An order that differs from what was sent is never collapsed.
  const isBelow = ({ rfq, kind }: OutcomeRow): boolean => rfq !== undefined && heads.has(rfq) && kind !== 'not as sent'
  const below = over.filter(isBelow)
  const isOpen = (rfq: string): boolean | undefined =>
    below.some(outcome => outcome.rfq === rfq) ? opened.has(rfq) : undefined
  const outcomeRow = (outcome: OutcomeRow, depth: 1 | 2): BlotterRow => {
    const id = shown.has(outcome.id) ? `outcome ${outcome.id}` : outcome.id
    return { kind: 'outcome', id, outcome, depth, isOpen: outcome.isRfq ? isOpen(outcome.id) : undefined }
  }
  const ordersOf = (rfq: string): BlotterRow[] =>
    opened.has(rfq) ? below.filter(outcome => outcome.rfq === rfq).map(outcome => outcomeRow(outcome, 2)) : []
  const done = over.filter(outcome => !isBelow(outcome))
  const isToday = ({ atMs, filledMs = atMs }: OutcomeRow): boolean => (filledMs ?? 0) >= todayMs
  const [today, earlier] = [done.filter(isToday), done.filter(outcome => !isToday(outcome))]
  const withOrders = (outcome: OutcomeRow): readonly BlotterRow[] => [outcomeRow(outcome, 1), ...ordersOf(outcome.id)]
  return [
    ...group('rfqs', 'Live', live.length),
    ...live.flatMap(card => [
      {
        kind: 'rfq',
        id: card.id,
        card,
        intent: byId.get(card.clientOrderId),
        bookIntervalMs,
        isOpen: isOpen(card.clientOrderId),
      } as const,
      ...ordersOf(card.clientOrderId),
    ]),
    ...group(
      'orders',
      orders.length > 0 || isListKnown ? 'Working' : 'Working orders are not known',
      orders.length,
      !isListKnown,
    ),
    ...orders
      .toSorted((a, b) => newestFirst(a.placedMs, b.placedMs))
      .map(order => ({ kind: 'order', id: order.id, order }) as const),
    ...group('today', 'Today', today.length),
    ...today.flatMap(withOrders),
    ...group('earlier', 'Earlier', earlier.length),
    ...earlier.flatMap(withOrders),
  ]
}

export const depthOf = (row: BlotterRow): number => (row.kind === 'group' ? 0 : row.kind === 'outcome' ? row.depth : 1)

export const rfqOf = (row: BlotterRow): string | undefined =>
  row.kind === 'rfq' ? row.card.clientOrderId : row.kind === 'outcome' && row.outcome.isRfq ? row.outcome.id : undefined
