/** How much of a linear instrument brings a delta to nothing, as near as its rules let. */
import { type Decimal, abs, add, decimalFromNumber, gt, isZero, lt, neg, roundToStep, sign, sub, zero } from './decimal.ts'
import type { Instrument } from './instrument.ts'
import type { Side } from './order.ts'

export interface Hedge {
  readonly side: Side
  /** Zero where nothing is nearer than any valid size. */
  readonly quantity: Decimal
  /** Delta with the hedge in it. */
  readonly leaves: Decimal
  /** Why it is not the nearest step. */
  readonly bound: 'minimum' | 'maximum' | undefined
}

type Rules = Pick<Instrument, 'quantity_step' | 'minimum_quantity' | 'maximum_quantity'>

const digits = 8
const closer = (a: Decimal, b: Decimal, target: Decimal): Decimal => (lt(abs(sub(target, b)), abs(sub(target, a))) ? b : a)

/** The valid size nearest to `delta` (coins, one a unit), on the other side; undefined for a delta that is no number. */
export function hedgeSize(delta: number, rules: Rules): Hedge | undefined {
  const exact = decimalFromNumber(Math.round(delta * 10 ** digits) / 10 ** digits)
  if (exact === undefined) return undefined
  const wanted = abs(exact)
  const { quantity_step: step, minimum_quantity: least, maximum_quantity: most } = rules
  const stepped = isZero(step) ? wanted : roundToStep(wanted, step, 'nearest')
  const [isSmall, isLarge] = [lt(stepped, least), sign(most) > 0 && gt(stepped, most)]
  const quantity = isSmall ? closer(zero, least, wanted) : isLarge ? most : stepped
  const side: Side = sign(exact) > 0 ? 'sell' : 'buy'
  return {
    side,
    quantity,
    leaves: add(exact, side === 'sell' ? neg(quantity) : quantity),
    bound: isLarge ? 'maximum' : isSmall && !isZero(wanted) ? 'minimum' : undefined,
  }
}
