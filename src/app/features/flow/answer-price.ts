/** Price of an answer from fair value and edge, and if its RFQ is still the same one. */
import type { FlowRfq } from '../../api/feed/rfq-flow.ts'
import { createSetting } from '../../api/browser/setting.ts'
import { add, type Decimal, decimalFromNumber, roundToStep, sign, sub } from '../../../core/domain/decimal.ts'
import type { Side } from '../../../core/domain/order.ts'

export const lastEdge = createSetting('local', 'legwork.answer-edge', stored =>
  typeof stored === 'string' ? stored : '0',
)

/**
 * Fair value of one package as listed, moved by `edge` in our favour and rounded that way to the price step. Undefined
 * if the fair value is unknown.
 */
export function answerPrice(
  worth: number | undefined,
  edge: Decimal,
  side: Side,
  step: Decimal | undefined,
): Decimal | undefined {
  const middle = worth === undefined ? undefined : decimalFromNumber(worth)
  if (middle === undefined || step === undefined || sign(edge) < 0) return undefined
  return side === 'sell' ? roundToStep(add(middle, edge), step, 'up') : roundToStep(sub(middle, edge), step, 'down')
}

export const notLiveText = {
  over: 'This RFQ has ended.',
  unknown: 'No connection to the venue’s feed: this RFQ may have ended.',
} as const

/** Returns `now` if it is still the RFQ of `before`: a venue may reuse the id of an ended one for another. */
export function stillAsked<Row extends { readonly rfq: Pick<FlowRfq, 'symbol' | 'side'> }>(
  before: Row,
  now: Row | undefined,
): Row | undefined {
  return now?.rfq.symbol === before.rfq.symbol && now.rfq.side === before.rfq.side ? now : undefined
}
