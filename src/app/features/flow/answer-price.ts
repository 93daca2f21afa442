/** Price of an answer from fair value and edge, and why an RFQ takes no answer. */
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

export const noAnswerText = {
  own: 'This RFQ is your own: you take its quotes in Orders.',
  over: 'This RFQ has ended.',
  unknown: 'The venue does not report this RFQ now: it may have ended.',
} as const
