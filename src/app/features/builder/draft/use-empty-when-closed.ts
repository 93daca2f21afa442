/**
 * Empties a closing draft once its position is gone; otherwise the next press would open the opposite. Undo restores
 * it. Remembered across screens, since the fill may come later.
 */
import { useEffect } from 'react'
import type { Position } from '../../../../core/domain/account.ts'
import { isZero } from '../../../../core/domain/decimal.ts'
import { joinedSymbol } from '../../../../core/domain/order.ts'
import type { ClosingSize } from '../../../../core/domain/package/closing.ts'
import { showToast } from '../../../ui/controls/toasts.ts'
import type { Draft, Edit } from './draft.ts'

const keyOf = ({ legs, side }: Pick<Draft, 'legs' | 'side'>): string => `${side} ${joinedSymbol(legs)}`

export function isClosed(
  wasClosing: string | undefined,
  draft: Pick<Draft, 'legs' | 'side'>,
  positions: readonly Pick<Position, 'symbol' | 'size'>[] | undefined,
): boolean {
  if (draft.legs.length === 0 || positions === undefined || wasClosing !== keyOf(draft)) return false
  const symbols = new Set(draft.legs.map(leg => leg.symbol))
  return !positions.some(position => symbols.has(position.symbol) && !isZero(position.size))
}

/** @internal For tests. */
export const closingKey = keyOf

let lastClosing: string | undefined

export function useEmptyWhenClosed(
  draft: Draft,
  closing: ClosingSize | undefined,
  positions: readonly Position[] | undefined,
  edit: (edit: Edit) => void,
): void {
  useEffect(() => {
    if (closing !== undefined) lastClosing = keyOf(draft)
    if (!isClosed(lastClosing, draft, positions)) return
    lastClosing = undefined
    edit({ kind: 'clearLegs' })
    showToast({
      tone: 'neutral',
      title: 'Closed: the draft was emptied',
      body: 'The position is closed. Undo brings the draft back.',
    })
  }, [draft, closing, positions, edit])
}
