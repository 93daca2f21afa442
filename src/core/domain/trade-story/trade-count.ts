/**
 * Filled, working and doubtful quantity over all orders sent for an RFQ. The remainder is used by Take, Firm up, their
 * reviews and the blotter. An order with an unknown outcome counts fully, since it may have filled.
 */
import { add, type Decimal, gt, gte, max, min, sub, zero } from '../decimal.ts'
import { fillsOf, isOver } from '../order-state.ts'
import type { OrderRecord } from '../order.ts'

export interface RfqAmounts {
  readonly filled: Decimal
  readonly working: Decimal
  readonly inDoubt: Decimal
}

export interface RfqCount extends RfqAmounts {
  readonly wanted: Decimal
  readonly left: Decimal
}

/**
 * Completeness of fills by other devices and programs. `reading`: the trade history is loading. `until`: complete up to
 * `atMs`, server time, when the feed was lost. `unreported`: the venue does not report them.
 */
export type FillsKnown =
  | { readonly kind: 'reading' | 'now' | 'unreported' }
  | { readonly kind: 'until'; readonly atMs: number }

export const mayBeTaken = ({ kind }: FillsKnown): boolean => kind !== 'reading'

interface SentForRfq {
  readonly quantity: Decimal
  readonly record: OrderRecord | undefined
  readonly isListed: boolean
  readonly isRejected: boolean
}

const noAmounts: RfqAmounts = { filled: zero, working: zero, inDoubt: zero }

export function outOf({ quantity, record, isListed, isRejected }: SentForRfq): RfqAmounts {
  if (record === undefined) return isRejected ? noAmounts : { ...noAmounts, inDoubt: quantity }
  const { filled, remaining } = fillsOf(record)
  if (filled === undefined || remaining === undefined) return { ...noAmounts, inDoubt: quantity }
  // Filled according to the venue, although executions are missing.
  if (record.order_state === 'filled') return { ...noAmounts, filled: max(filled, quantity) }
  if (isOver(record)) return { ...noAmounts, filled }
  return isListed ? { filled, working: remaining, inDoubt: zero } : { filled, working: zero, inDoubt: remaining }
}

export function countRfq(wanted: Decimal, outs: readonly RfqAmounts[]): RfqCount {
  let { filled, working, inDoubt } = noAmounts
  for (const out of outs) {
    filled = add(filled, out.filled)
    working = add(working, out.working)
    inDoubt = add(inDoubt, out.inDoubt)
  }
  const out = add(add(filled, working), inDoubt)
  return { wanted, filled, working, inDoubt, left: gt(wanted, out) ? sub(wanted, out) : zero }
}

/** True if the whole size is filled, even if the venue still lists the RFQ. */
export const isWholeFilled = ({ filled, wanted }: RfqCount): boolean => gt(wanted, zero) && gte(filled, wanted)

export const largestTakeOf = ({ left }: Pick<RfqCount, 'left'>, depth?: Decimal): Decimal =>
  depth === undefined ? left : min(left, depth)
