/**
 * How much of an RFQ is out: filled, working at the venue, or in doubt, over every order that was sent for it. What is left of the size wanted is the
 * one figure that Take, Firm up, their reviews and the blotter use. An order whose outcome is not known counts fully: it may have filled.
 */
import { add, type Decimal, gt, gte, max, min, sub, zero } from '../decimal.ts'
import { fillsOf, isOver } from '../order-state.ts'
import type { OrderRecord } from '../order.ts'

/** What one order may have done to the size wanted. */
export interface RfqAmounts {
  readonly filled: Decimal
  readonly working: Decimal
  readonly inDoubt: Decimal
}

export interface RfqCount extends RfqAmounts {
  readonly wanted: Decimal
  /** Never below zero. */
  readonly left: Decimal
}

/**
 * Whether fills of other devices and programs are in the counts. `reading`: the venue's trade history is being read. `until`: they are known up to
 * `atMs`, server time, when the venue's feed was lost. `unreported`: the venue does not report them.
 */
export type FillsKnown = { readonly kind: 'reading' | 'now' | 'unreported' } | { readonly kind: 'until'; readonly atMs: number }

/** A size may be taken of it only once the fills of others were read, as far as the venue reports them. */
export const mayBeTaken = ({ kind }: FillsKnown): boolean => kind !== 'reading'

interface SentForRfq {
  readonly quantity: Decimal
  /** The venue's record; undefined while none was seen. */
  readonly record: OrderRecord | undefined
  /** The venue lists it as open now. */
  readonly isListed: boolean
  readonly isRejected: boolean
}

const noAmounts: RfqAmounts = { filled: zero, working: zero, inDoubt: zero }

export function outOf({ quantity, record, isListed, isRejected }: SentForRfq): RfqAmounts {
  if (record === undefined) return isRejected ? noAmounts : { ...noAmounts, inDoubt: quantity }
  const { filled, remaining } = fillsOf(record)
  if (filled === undefined || remaining === undefined) return { ...noAmounts, inDoubt: quantity }
  // The venue's word, though not all of its executions were seen.
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

/** Its whole size is filled: it is over even if the venue still lists it. */
export const isWholeFilled = ({ filled, wanted }: RfqCount): boolean => gt(wanted, zero) && gte(filled, wanted)

/** The most that may be sent on it: what is left, and no more than `depth` where that is known. */
export const capOf = ({ left }: Pick<RfqCount, 'left'>, depth?: Decimal): Decimal => (depth === undefined ? left : min(left, depth))
