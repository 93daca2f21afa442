/** The word that overrides the price check. */
import { useState } from 'react'
import type { Decimal } from '../../../../core/domain/decimal.ts'
import type { Side } from '../../../../core/domain/order.ts'
import type { PriceFault } from '../../../../core/domain/price-entry.ts'

export const overrideWord = 'send anyway'

export const isOverride = (text: string): boolean => text.trim().toLowerCase() === overrideWord

export interface GuardedPrice {
  readonly side: Side
  /** Per package, signed as bought; undefined if none is sent. */
  readonly price: Decimal | undefined
  readonly faults: readonly PriceFault[]
}

export interface PriceOverride {
  readonly text: string
  readonly setText: (text: string) => void
  readonly isBlocked: boolean
  readonly isOverridden: boolean
}

/** The override applies only to the price at which it was typed. */
export function usePriceOverride({ side, price, faults }: GuardedPrice): PriceOverride {
  const question = `${side} ${price ?? ''}`
  const [typed, setTyped] = useState({ question, text: '' })
  const text = typed.question === question ? typed.text : ''
  const isFaulty = price !== undefined && faults.length > 0
  const isOverridden = isFaulty && isOverride(text)
  return {
    text,
    setText: next => setTyped({ question, text: next }),
    isBlocked: isFaulty && !isOverridden,
    isOverridden,
  }
}
