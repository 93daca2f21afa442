/** Own answers to RFQs of others: which may still trade, their size and price, and if their RFQ is live. */
import type { FlowState } from '../../api/feed/flow.ts'
import type { RfqFlow } from '../../api/feed/rfq-flow.ts'
import { type Decimal, sign, zero } from '../../../core/domain/decimal.ts'
import type { OrderId } from '../../../core/domain/ids.ts'
import { type Intent, isUnresolved } from '../../../core/domain/intent.ts'
import { opposite, parseSide, type Side } from '../../../core/domain/order.ts'
import { fillsOf } from '../../../core/domain/order-state.ts'
import { isOrderOver, type OwnOrder } from '../../../core/domain/own-order.ts'
import { betterBy } from '../../../core/domain/own-quotes.ts'
import type { PackageLeg } from '../../../core/domain/package/package-leg.ts'
import { phrasedIntent, symbolOfIntent } from '../../../core/domain/trade-story/trade-words.ts'

export interface OwnAnswer {
  /** Client id. */
  readonly id: string
  readonly orderId: string | undefined
  readonly intent: Intent
  /** The venue's id of the RFQ. */
  readonly rfq: OrderId
  readonly symbol: string
  /** In buyer's form, as on the wire. */
  readonly legs: readonly PackageLeg[]
  readonly side: Side
  /** In the wire's form. */
  readonly price: Decimal
  readonly quantity: Decimal
  /** Undefined if the venue does not report it. */
  readonly filled: Decimal | undefined
  readonly state: 'on_its_way' | 'unknown' | 'works'
}

export type RfqLife = 'live' | 'over' | 'unknown'

/** Answers that may trade, newest first as `intents` are. One with an unknown outcome counts as working. */
export const liveAnswers = (intents: readonly Intent[], orders: ReadonlyMap<string, OwnOrder>): readonly OwnAnswer[] =>
  intents.flatMap(intent => ownAnswer(intent, orders.get(intent.client_order_id)) ?? [])

function ownAnswer(intent: Intent, known: OwnOrder | undefined): OwnAnswer | undefined {
  const { state, order, context } = intent
  const side = parseSide(order.side)
  const isLive = isUnresolved(intent) || (state.kind === 'accepted' && (known === undefined || !isOrderOver(known)))
  if (context.answers === undefined || side === undefined || order.price === undefined || !isLive) return undefined
  const sentId = state.kind === 'accepted' ? (state.accepted?.order_id ?? state.order?.order_id) : undefined
  return {
    id: intent.client_order_id,
    orderId: known?.record?.order_id ?? sentId,
    intent,
    rfq: context.answers as OrderId,
    symbol: symbolOfIntent(intent),
    legs: phrasedIntent(intent).legs,
    side,
    price: order.price,
    quantity: order.quantity,
    filled: known?.record === undefined ? zero : fillsOf(known.record).filled,
    state:
      state.kind === 'accepted'
        ? 'works'
        : state.kind === 'storing' || state.kind === 'sending'
          ? 'on_its_way'
          : 'unknown',
  }
}

/** Over only if the venue has reported all live RFQs and it is not among them. A reused id is another RFQ. */
export function rfqLife(
  { rfq, symbol, side }: Pick<OwnAnswer, 'rfq' | 'symbol' | 'side'>,
  flow: RfqFlow,
  state: FlowState,
): RfqLife {
  const live = flow.live.get(rfq)
  if (live !== undefined) return live.symbol === symbol && live.side === opposite(side) ? 'live' : 'over'
  if (flow.ended.some(each => each.id === rfq)) return 'over'
  return state.kind === 'live' && state.isWhole && flow.leftOut === 0 ? 'over' : 'unknown'
}

/** True if the RFQ that an order answers is over. */
export function isAnsweredOver(intent: Intent, flow: RfqFlow, state: FlowState): boolean {
  const { answers } = intent.context
  const side = parseSide(intent.order.side)
  if (answers === undefined || side === undefined) return false
  return rfqLife({ rfq: answers as OrderId, symbol: symbolOfIntent(intent), side }, flow, state) === 'over'
}

/** True if the price gives away value: sold below fair, or bought above it. */
export const isThroughFair = ({ side, price }: Pick<OwnAnswer, 'side' | 'price'>, fair: Decimal): boolean =>
  sign(betterBy(side, price, fair)) < 0
