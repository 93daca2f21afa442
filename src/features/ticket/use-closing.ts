/** What an order under review does to the positions held now: an order that was drafted to close must not open anything by the time it leaves. */
import { useMemo } from 'react'
import { type Position, signedSize } from '../../domain/account.ts'
import type { Decimal } from '../../domain/decimal.ts'
import type { Intent } from '../../domain/intent.ts'
import { asMeant } from '../../domain/order-context.ts'
import { type OrderBody, sideSign } from '../../domain/order.ts'
import { type Closing, closingOf, entriesOf, realisedBy } from '../../domain/package/closing.ts'
import { usePlainPositions } from '../../model/account/use-portfolio.ts'
import { legsOf, sideOf } from './review-text.ts'

export type OrderClosing =
  /** Positions are not all known. */
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'closes'
      readonly closing: Closing
      /** At the order's price; undefined without one, or where the rule of what a leg is worth is not known. */
      readonly realised: Decimal | undefined
    }
  | { readonly kind: 'opens' }

/** `positions` undefined while they are not all known. */
export function orderClosing(
  intent: { readonly order: OrderBody; readonly context: Intent['context'] },
  positions: readonly Position[] | undefined,
): OrderClosing {
  if (positions === undefined) return { kind: 'unknown' }
  const order = asMeant(intent.order, intent.context.meant)
  const sign = sideSign(sideOf(order))
  const held = new Map(positions.map(position => [position.symbol, signedSize(position)]))
  const legs = legsOf(order)
  const { price, quantity } = order
  const closing = closingOf(
    legs.map(leg => ({ ...leg, ratio: leg.ratio * sign })),
    quantity,
    held,
  )
  if (closing === undefined) return { kind: 'opens' }
  const side = sideOf(order)
  return {
    kind: 'closes',
    closing,
    realised: price === undefined ? undefined : realisedBy({ legs, side, quantity }, price, entriesOf(positions)),
  }
}

export function useClosing(intent: Intent): OrderClosing {
  const { positions, gap } = usePlainPositions()
  const known = gap === undefined ? positions.data : undefined
  return useMemo(() => orderClosing(intent, known), [intent, known])
}

/** Why an order that was drafted to close is not sent now; undefined where nothing is against it. */
export function closingFault(isMeantToClose: boolean, now: OrderClosing): string | undefined {
  if (!isMeantToClose) return undefined
  if (now.kind === 'unknown') return 'Positions are not known: it cannot be said that this closes one.'
  if (now.kind === 'opens') return 'This closes nothing any more: it would open a new position.'
  return now.closing.isBeyond ? 'You hold less than this closes: the rest would open the opposite.' : undefined
}
