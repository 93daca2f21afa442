/** The rows of the blotter: RFQs that live, orders that work, and what became of the rest, each under its head, the newest first. Pure. */
import type { Intent } from '../../../domain/intent.ts'
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
  /** Of an RFQ that this browser sent. */
  readonly intent: Intent | undefined
  readonly bookIntervalMs: number
}

export type BlotterRow =
  | GroupRow
  | RfqRow
  | { readonly kind: 'order'; readonly id: string; readonly order: OpenOrderRow }
  | { readonly kind: 'outcome'; readonly id: string; readonly outcome: OutcomeRow }

interface BlotterInputs {
  readonly cards: readonly RfqCard[]
  readonly orders: readonly OpenOrderRow[]
  readonly outcomes: readonly OutcomeRow[]
  readonly intents: readonly Intent[]
  /** Has the venue said what is open? */
  readonly isListKnown: boolean
}

/** What stands among the RFQs: while it lives, and while the venue lists it. */
export const isShownLive = ({ state, isListed }: Pick<RfqCard, 'state' | 'isListed'>): boolean =>
  state === 'ended' ? false : state !== 'filled' || isListed

/** One book a second, however many RFQs live: more of them are asked less often each. */
const bookIntervalOf = (live: number): number => 1_000 * Math.max(1, Math.ceil(live / 3))

const group = (id: string, title: string, count: number): GroupRow => ({ kind: 'group', id: `group ${id}`, title, count })
const newestFirst = (a: number | undefined, b: number | undefined): number => (b ?? 0) - (a ?? 0)

export function blotterRows({ cards, orders, outcomes, intents, isListKnown }: BlotterInputs): readonly BlotterRow[] {
  const live = cards.filter(isShownLive).sort((a, b) => newestFirst(a.placedMs, b.placedMs))
  const byId = new Map(intents.map(intent => [intent.client_order_id as string, intent]))
  const shown = new Set([...live.map(card => card.clientOrderId), ...orders.map(order => order.record.client_order_id as string)])
  // One that works, though it is another than was sent, stands in both.
  const over = outcomes.filter(outcome => outcome.kind === 'not as sent' || !shown.has(outcome.id))
  const bookIntervalMs = bookIntervalOf(live.length)
  return [
    group('rfqs', live.length > 0 ? 'Live RFQs' : 'No live RFQ', live.length),
    ...live.map(card => ({ kind: 'rfq', id: card.id, card, intent: byId.get(card.clientOrderId), bookIntervalMs }) as const),
    group(
      'orders',
      orders.length > 0 ? 'Working orders' : isListKnown ? 'No working order' : 'Working orders are not known',
      orders.length,
    ),
    ...orders.toSorted((a, b) => newestFirst(a.placedMs, b.placedMs)).map(order => ({ kind: 'order', id: order.id, order }) as const),
    group('done', over.length > 0 ? 'Done' : 'Nothing done yet', over.length),
    ...over.map(outcome => ({ kind: 'outcome', id: shown.has(outcome.id) ? `outcome ${outcome.id}` : outcome.id, outcome }) as const),
  ]
}

export const depthOf = (row: BlotterRow): number => (row.kind === 'group' ? 0 : 1)
