/** The part of the desk's intent from which rows of sent orders are derived. */
import type { Decimal } from '../../../core/domain/decimal.ts'
import type { ClientOrderId, OrderId } from '../../../core/domain/ids.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { symbolOfIntent } from '../../../core/domain/trade-story/trade-words.ts'

export interface SentOrder {
  readonly client_order_id: ClientOrderId
  readonly order_id?: OrderId | undefined
  readonly market_id: string
  readonly symbol: string
  readonly side: string
  readonly type: string
  readonly time_in_force: string
  readonly quantity: Decimal
  readonly minimum_quantity?: Decimal | undefined
  readonly price?: Decimal | undefined
  readonly recv_window?: number | undefined
  readonly user_tag?: string | undefined
  /** `dead`: dismissed by the trader without an outcome. */
  readonly outcome: 'accepted' | 'rejected' | 'unknown' | 'pending' | 'dead'
  readonly rfq?: string | undefined
  readonly amends?: string | undefined
  /** Server time of the answer, or the estimated server time without one. */
  readonly atMs: number
  /** Life of an RFQ in seconds from its acceptance or last refresh. */
  readonly ioi_cache_timeout?: number | undefined
}

const outcomes: Readonly<Record<Intent['state']['kind'], SentOrder['outcome']>> = {
  draft: 'pending',
  storing: 'pending',
  unstored: 'pending',
  awaiting: 'pending',
  unsent: 'dead',
  sending: 'pending',
  accepted: 'accepted',
  rejected: 'rejected',
  unknown: 'unknown',
  unseen: 'unknown',
  dead: 'dead',
}

export function sentOrderOf(intent: Intent): SentOrder {
  const { order, context, state } = intent
  const accepted = state.kind === 'accepted' ? state.accepted : undefined
  const record = state.kind === 'accepted' ? state.order : undefined
  const answeredAt = accepted?.utc_timestamp ?? (state.kind === 'rejected' ? state.rejected.utc_timestamp : undefined)
  return {
    client_order_id: intent.client_order_id,
    order_id: accepted?.order_id ?? record?.order_id,
    market_id: order.market_id,
    symbol: symbolOfIntent(intent),
    side: order.side,
    type: order.type,
    time_in_force: order.time_in_force,
    quantity: order.quantity,
    minimum_quantity: order.minimum_quantity,
    price: order.price,
    recv_window: order.recv_window,
    user_tag: order.user_tag,
    outcome: outcomes[state.kind],
    rfq: context.rfq,
    amends: context.amends?.clientOrderId,
    atMs: answeredAt === undefined ? intent.createdAtMs : answeredAt / 1000,
    ioi_cache_timeout: accepted?.ioi_cache_timeout,
  }
}

const known = new WeakMap<Intent, SentOrder>()

export function sentOrders(intents: readonly Intent[]): readonly SentOrder[] {
  return intents.map(intent => {
    const retained = known.get(intent) ?? sentOrderOf(intent)
    known.set(intent, retained)
    return retained
  })
}
