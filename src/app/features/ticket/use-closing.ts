/**
 * Effect of an order under review on current positions: a closing order must not open a position by the time it is
 * sent.
 */
import { useMemo } from 'react'
import type { Position } from '../../../core/domain/account.ts'
import type { Decimal } from '../../../core/domain/decimal.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import type { OrderBody } from '../../../core/domain/order.ts'
import { type ClosingSize, closingOfOrder, entriesOf, realisedBy } from '../../../core/domain/package/closing.ts'
import { useKnownPositions } from '../../model/account/use-portfolio.ts'
import { legsOf, sideOf } from './review-text.ts'

export type OrderClosing =
  | { readonly kind: 'unknown' }
  | {
      readonly kind: 'closes'
      readonly closing: ClosingSize
      /** At the order's price; undefined without one, or if the contract multiplier is unknown. */
      readonly realised: Decimal | undefined
    }
  | { readonly kind: 'opens' }

export function orderClosing(
  intent: { readonly order: OrderBody; readonly context: Intent['context'] },
  positions: readonly Position[] | undefined,
): OrderClosing {
  if (positions === undefined) return { kind: 'unknown' }
  const { order } = intent
  const { price, quantity } = order
  const terms = { legs: legsOf(order), side: sideOf(order), quantity }
  const closing = closingOfOrder(terms, positions)
  if (closing === undefined) return { kind: 'opens' }
  return {
    kind: 'closes',
    closing,
    realised: price === undefined ? undefined : realisedBy(terms, price, entriesOf(positions)),
  }
}

export function useClosing(intent: Intent): OrderClosing {
  const positions = useKnownPositions()
  return useMemo(() => orderClosing(intent, positions), [intent, positions])
}

export function closingFault(isMeantToClose: boolean, now: OrderClosing): string | undefined {
  if (!isMeantToClose) return undefined
  if (now.kind === 'unknown') return 'Positions are unknown, so this may not close one.'
  if (now.kind === 'opens') return 'This no longer closes a position: it would open a new one.'
  return now.closing.isBeyond ? 'You hold less than this closes: the rest would open the opposite.' : undefined
}
