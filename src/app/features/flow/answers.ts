/** Own answers to RFQs of others: price and state of each. */
import type { FlowRfq } from '../../api/feed/rfq-flow.ts'
import { add, type Decimal, decimalFromNumber, roundToStep, sign, sub } from '../../../core/domain/decimal.ts'
import { type Intent, isUnresolved } from '../../../core/domain/intent.ts'
import { endText, rejectText } from '../../../core/domain/order-outcome.ts'
import { fillsOf, isEndState } from '../../../core/domain/order-state.ts'
import type { OrderRecord, Side } from '../../../core/domain/order.ts'
import { isOrderOver, type OwnOrder } from '../../../core/domain/own-order.ts'

/**
 * Fair value moved by `edge` in our favour and rounded the same way to the price step; undefined without a fair value.
 */
export function answerPrice(fair: number | undefined, edge: Decimal, side: Side, step: Decimal | undefined): Decimal | undefined {
  const middle = fair === undefined ? undefined : decimalFromNumber(fair)
  if (middle === undefined || step === undefined || sign(edge) < 0) return undefined
  return side === 'sell' ? roundToStep(add(middle, edge), step, 'up') : roundToStep(sub(middle, edge), step, 'down')
}

/** Returns `now` if it is still the RFQ of `before`: a venue may reuse the id of an ended one for another. */
export function stillAsked<Row extends { readonly rfq: Pick<FlowRfq, 'symbol' | 'side'> }>(
  before: Row,
  now: Row | undefined,
): Row | undefined {
  return now?.rfq.symbol === before.rfq.symbol && now.rfq.side === before.rfq.side ? now : undefined
}

export interface OwnAnswer {
  readonly id: string
  readonly orderId: string | undefined
  readonly intent: Intent
  readonly isLive: boolean
  readonly state: string
}

/** Newest first, as `intents` are. */
export const ownAnswers = (intents: readonly Intent[], orders: ReadonlyMap<string, OwnOrder>): readonly OwnAnswer[] =>
  intents
    .filter(intent => intent.context.answers !== undefined)
    .map(intent => {
      const known = orders.get(intent.client_order_id)
      const isOver = known !== undefined && isOrderOver(known)
      const { state } = intent
      const sentId = state.kind === 'accepted' ? (state.accepted?.order_id ?? state.order?.order_id) : undefined
      return {
        id: intent.client_order_id,
        orderId: known?.record?.order_id ?? sentId,
        intent,
        isLive: isUnresolved(intent) || (state.kind === 'accepted' && !isOver),
        state: stateText(intent, known?.record, isOver),
      }
    })

function stateText({ state }: Intent, record: OrderRecord | undefined, isOver: boolean): string {
  if (state.kind === 'rejected') return `Rejected: ${rejectText(state.rejected.reason).text}`
  if (state.kind === 'dead') return 'Dismissed, outcome unknown'
  if (state.kind !== 'accepted') return state.kind === 'storing' || state.kind === 'sending' ? 'On its way' : 'Outcome unknown'
  if (record === undefined) return isOver ? 'Ended' : 'Accepted'
  const { filled, remaining } = fillsOf(record)
  if (record.order_state === 'filled' || remaining === '0') return 'Filled'
  const part = filled === '0' ? '' : `, ${filled} filled`
  if (!isOver) return `Works${part}`
  return `${isEndState(record.cancel_state) ? endText(record.cancel_state).text.replace(/\.$/, '') : 'Ended'}${part}`
}
